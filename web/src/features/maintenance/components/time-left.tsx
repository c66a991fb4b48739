import { texts } from '@tocsin/contract/texts/maintenance';
import { serverNow } from '../../../live/clock.ts';
import { useTicking } from '../../../ui/tick.ts';
import { timerShare } from '../model.ts';
import { Timer } from './test-bar.tsx';
import css from './time-left.module.css';

/** The timer with a shrinking bar. */
export const TimeLeft = ({ startedAt }: { readonly startedAt: string }) => {
  const share = useTicking(() => Math.round(timerShare(Date.parse(startedAt), serverNow()) * 1_000) / 10);
  return (
    <div className={css.time}>
      <span>{texts.left}</span>
      <span className={css.timer}>
        <Timer startedAt={startedAt} />
      </span>
      <small>{texts.of}</small>
      <div className={css.bar}>
        <div style={{ width: `${share}%` }} />
      </div>
    </div>
  );
};
