import { texts } from '@tocsin/contract/texts/graphs';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ChartSpan } from '../../../ui/chart/columns.ts';
import { GraphLoader } from './loader.ts';
import type { GraphSeries } from './model.ts';
import { type Earlier, shiftOf } from './periods.ts';
import { useGraphs } from './values/use-all-series.ts';

/** The graphs of an earlier period, and by how much they are shifted to the visible range. */
export interface EarlierGraphs {
  readonly period: Earlier;
  readonly loader: GraphLoader;
  readonly shiftMs: number;
}

/** A live range moves continuously: the earlier one moves in steps of this fraction of its length (one 20th). */
const stepShare = 20;

const rangeOf = ({ from, to }: ChartSpan, shiftMs: number): ChartSpan => {
  const step = Math.max(1_000, Math.ceil((to - from) / stepShare));
  const begin = Math.floor(from / step) * step - shiftMs;
  return { from: begin, to: begin + (to - from) + step };
};

/** Loads the earlier period of the range that `base` shows; null if none is chosen. */
export const useEarlier = (
  device: number,
  base: GraphLoader,
  period: Earlier | undefined,
  zone: string,
): EarlierGraphs | null => {
  const full = useSyncExternalStore(base.group.onRange, base.group.full);
  const shiftMs = period === undefined ? 0 : shiftOf(full.from, period, zone);
  const { from, to } = rangeOf(full, shiftMs);
  const graphs = useMemo((): EarlierGraphs | null => {
    if (period === undefined) return null;
    const view = { kind: 'range', ...rangeOf(base.group.full(), shiftMs) } as const;
    return { period, loader: new GraphLoader(device, view, base.group.full(), texts.notKnown), shiftMs };
  }, [device, base, period, shiftMs]);
  const loader = graphs?.loader ?? null;
  useEffect(() => {
    loader?.start();
    return () => loader?.end();
  }, [loader]);
  useEffect(() => loader?.move({ kind: 'range', from, to }), [loader, from, to]);
  return graphs;
};

/** A series with all times shifted by `shiftMs`. */
const moved = (one: GraphSeries, shiftMs: number): GraphSeries => ({
  ...one,
  columns: { ...one.columns, times: one.columns.times.map((time) => time + shiftMs) },
  gaps: one.gaps.map((gap) => ({ ...gap, from: gap.from + shiftMs, to: gap.to + shiftMs })),
});

/** The series of the graphs of a row in the earlier period, shifted to the visible range. */
export const useEarlierSeries = (earlier: EarlierGraphs | null, paths: readonly string[]): readonly GraphSeries[] => {
  const graphs = useGraphs(earlier?.loader ?? null, paths);
  const shiftMs = earlier?.shiftMs ?? 0;
  return useMemo(() => graphs.flatMap(({ series }) => series.map((one) => moved(one, shiftMs))), [graphs, shiftMs]);
};
