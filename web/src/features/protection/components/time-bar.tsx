import type { TimeBar as Bar } from '../model.ts';
import css from './time-bar.module.css';

/** Bar from the beginning of an entry to its end date; amber after that date. */
export const TimeBar = ({ bar }: { readonly bar: Bar }) => (
  <div className={css.bar}>
    <div className={css.track} aria-hidden="true">
      <span className={css.past} style={{ width: `${bar.past}%` }} />
      {bar.over > 0 && <span className={css.over} style={{ width: `${bar.over}%` }} />}
    </div>
    <small>{bar.from}</small>
    <small>{bar.to}</small>
  </div>
);
