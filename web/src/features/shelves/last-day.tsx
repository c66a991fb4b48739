import { useQuery } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/shelves';
import { serverNow } from '../../live/clock.ts';
import type { ShelveTarget } from '../../live/shelving.ts';
import { Text } from '../../ui/layout.tsx';
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
    <Text
      as="figure"
      margin={0}
      padding={12}
      borderRadius="var(--r-card)"
      background="var(--sunken)"
      className={css.day}
      aria-label={t.title}
    >
      <Text
        as="div"
        position="relative"
        height={24}
        borderBottom="1px solid var(--line2)"
        className={css.line}
        aria-hidden="true"
      >
        {day?.marks.map(({ id, left, width, severity }) => (
          <i key={id} data-severity={severity} style={{ left: `${left}%`, width: `${width}%` }} />
        ))}
      </Text>
      <figcaption>
        <Text as="small" flex="none" tone="quiet" size={12}>
          {t.ago}
        </Text>
        <span>{error ? t.failed : (day?.text ?? '')}</span>
        <Text as="small" flex="none" tone="quiet" size={12}>
          {t.now}
        </Text>
      </figcaption>
    </Text>
  );
};
