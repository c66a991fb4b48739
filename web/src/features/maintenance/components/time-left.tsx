import { texts } from '@tocsin/contract/texts/maintenance';
import { serverNow } from '../../../live/clock.ts';
import { Grid, Text } from '../../../ui/layout.tsx';
import { useTicking } from '../../../ui/tick.ts';
import { timerShare } from '../model.ts';
import { Timer } from './test-bar.tsx';
import css from './time-left.module.css';

/** The timer with a shrinking bar. */
export const TimeLeft = ({ startedAt }: { readonly startedAt: string }) => {
  const share = useTicking(() => Math.round(timerShare(Date.parse(startedAt), serverNow()) * 1_000) / 10);
  return (
    <Grid columns="1fr auto auto" align="baseline" gap="4px 10px" className={css.time}>
      <span>{texts.left}</span>
      <span className={css.timer}>
        <Timer startedAt={startedAt} />
      </span>
      <small>{texts.of}</small>
      <Text
        as="div"
        gridColumn="1 / -1"
        height={8}
        borderRadius={4}
        background="var(--line)"
        overflow="hidden"
        className={css.bar}
      >
        <div style={{ width: `${share}%` }} />
      </Text>
    </Grid>
  );
};
