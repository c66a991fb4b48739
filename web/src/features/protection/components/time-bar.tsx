import { Grid, Row } from '../../../ui/layout.tsx';
import type { TimeBar as Bar } from '../model.ts';
import css from './time-bar.module.css';

/** Bar from the beginning of an entry to its end date; amber after that date. */
export const TimeBar = ({ bar }: { readonly bar: Bar }) => (
  <Grid columns="1fr auto" gap="4px 8px" width={150} className={css.bar}>
    <Row
      gridColumn="1 / -1"
      height={6}
      background="var(--line)"
      align="stretch"
      className={css.track}
      aria-hidden="true"
    >
      <span className={css.past} style={{ width: `${bar.past}%` }} />
      {bar.over > 0 && <span className={css.over} style={{ width: `${bar.over}%` }} />}
    </Row>
    <small>{bar.from}</small>
    <small>{bar.to}</small>
  </Grid>
);
