import { useQuery } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/shelves';
import { serverNow } from '../../live/clock.ts';
import type { ShelveTarget } from '../../live/shelving.ts';
import css from './last-day.module.css';
import { lastDayOf } from './model.ts';
import { lastDayQuery } from './queries.ts';

const t = texts.lastDay;

/** Activity of the alarm in the last 24 hours, shown before the user shelves it. */
export const LastDay = ({ target }: { readonly target: ShelveTarget }) => {
  const now = serverNow();
  const { data, error } = useQuery(lastDayQuery(target.device, now));
  const day = data && lastDayOf(data.results, target, now);
  return (
    <figure className={css.day} aria-label={t.title}>
      <div className={css.line} aria-hidden="true">
        {day?.marks.map(({ id, left, width, severity }) => (
          <i key={id} data-severity={severity} style={{ left: `${left}%`, width: `${width}%` }} />
        ))}
      </div>
      <figcaption>
        <small>{t.ago}</small>
        <span>{error ? t.failed : (day?.text ?? '')}</span>
        <small>{t.now}</small>
      </figcaption>
    </figure>
  );
};
