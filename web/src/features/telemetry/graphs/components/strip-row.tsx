import { texts } from '@tocsin/contract/texts/graphs';
import { memo, useCallback, useMemo, useSyncExternalStore } from 'react';
import { stateSpans, usualState } from '../../../../ui/chart/state-spans.ts';
import { StateStrip } from '../../../../ui/chart/state-strip.tsx';
import { Grid, Stack } from '../../../../ui/layout.tsx';
import { Failed, Skeleton } from '../../../../ui/states.tsx';
import { useNear } from '../use-near.ts';
import { StripLegend } from './legend.tsx';
import { Name, Tools } from './row-head.tsx';
import type { GraphRowProps } from './row-props.ts';
import css from './strip-row.module.css';
import { useCombine } from './use-combine.ts';

/** Assumed time between two readings if the answer has no slot length. */
const usualReadingMs = 10_000;

/** One sensor with states: its name, its state at the cursor, and its strip. */
export const StripRow = memo(({ loader, name, zone, marks, onCombine, ...actions }: GraphRowProps) => {
  const { onExport, onTable, onCompare, onOnly } = actions;
  const combine = useCombine([name.path], onCombine);
  const paths = useMemo(() => [name.path], [name.path]);
  const ref = useNear(loader, paths);
  const { state, series } = useSyncExternalStore(
    loader.subscribe,
    useCallback(() => loader.graph(name.path), [loader, name.path]),
  );
  const head = loader.known();
  const [one] = series;
  const warnings = useMemo(
    () => marks.warnings.filter((span) => span.path === (one?.path ?? name.path)),
    [marks, one?.path, name.path],
  );
  const slotMs = head?.slot ?? null;
  const content = useMemo(() => {
    const spans = one ? stateSpans(one.columns, one.gaps, slotMs ?? usualReadingMs) : [];
    return {
      spans,
      gaps: one?.gaps ?? [],
      warnings,
      usual: usualState(spans),
      word: (span: (typeof spans)[number]) => span.text || (span.value > 0 ? texts.contact.alarm : texts.contact.ok),
    };
  }, [one, slotMs, warnings]);
  const shownRange = useMemo(
    () => ({ slotMs, withinMs: head?.offline_after ?? 60_000, zone }),
    [slotMs, head?.offline_after, zone],
  );
  return (
    <article ref={ref} className={css.row} {...combine}>
      <Grid
        as="header"
        columns="minmax(0, 1fr) auto"
        align="center"
        height="100%"
        padding="2px 4px 2px var(--page-pad)"
        borderRight="1px solid var(--line2)"
        minWidth={0}
        className={css.legend}
      >
        <Name name={name} onOnly={onOnly} />
        {state === 'waiting' && <Skeleton width={60} height={14} still />}
        {one && <StripLegend one={one} group={loader.group} warnings={warnings} shownRange={shownRange} />}
        <Tools name={name} onTable={onTable} onExport={onExport} onCompare={onCompare} />
      </Grid>
      <div className={css.plot}>
        {state === 'failed' && <Failed text={texts.failed} again={() => loader.again()} />}
        {state === 'ready' && !one && (
          <Stack
            as="p"
            placeItems="center"
            height={28}
            background="repeating-linear-gradient(135deg, var(--surface) 0 7px, var(--hatch1) 7px 9px)"
            tone="faint"
            size={12}
          >
            {texts.notKnown}
          </Stack>
        )}
        {one && <StateStrip group={loader.group} content={content} zone={zone} label={texts.chart(name.name)} />}
      </div>
    </article>
  );
});
