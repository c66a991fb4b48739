import { Grid, Row, Text } from '../../../ui/layout.tsx';
import type { TimeBar as Bar } from '../model.ts';

/** Bar from the beginning of an entry to its end date; amber after that date. The clear border shows in forced colours. */
export const TimeBar = ({ bar }: { readonly bar: Bar }) => (
  <Grid columns="1fr auto" gap="4px 8px" width={150}>
    <Row
      gridColumn="1 / -1"
      height={6}
      background="var(--line)"
      align="stretch"
      border="1px solid transparent"
      aria-hidden="true"
    >
      <Text width={`${bar.past}%`} borderRight="2px solid var(--text)" background="var(--spark)" />
      {bar.over > 0 && <Text width={`${bar.over}%`} background="var(--warn)" />}
    </Row>
    <small>{bar.from}</small>
    <small>{bar.to}</small>
  </Grid>
);
