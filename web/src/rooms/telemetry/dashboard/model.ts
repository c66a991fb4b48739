import { byGroup, byId } from '../../../kit/group-order.ts';
import type { Severity } from '../../../kit/severity.ts';
import { isDisabled, isStale, standing } from '../../../kit/standing.ts';
import type { Board, Head, HeadGroup } from '../../../wire/board.ts';

/** A section of the dashboard: groups of the same name stand together (a WDC4 has two called System). */
export interface Section {
  readonly name: string;
  readonly paths: readonly string[];
}

export const sections = (groups: readonly HeadGroup[]): readonly Section[] => {
  const sorted = [...groups].sort(byGroup);
  const found = new Map<string, string[]>();
  for (const group of sorted) found.set(group.name, [...(found.get(group.name) ?? []), ...group.paths]);
  return [...found].map(([name, paths]) => ({ name, paths }));
};

/** F500 nodes stand by number. */
export const nodesInOrder = (groups: readonly HeadGroup[]): readonly HeadGroup[] =>
  [...groups].sort((a, b) => byId(a.id, b.id));

export type Filter = 'active' | 'alarmed' | 'all_nodes';
export const filters: readonly Filter[] = ['active', 'alarmed', 'all_nodes'];

/** How a sensor stands on this board at this moment. */
export const standingOf = (board: Board, head: Head, path: string, now: number): Severity => {
  const reading = board.reading(path);
  if (reading === undefined) return 'no-data';
  const stale = isStale(board.judgedAt(path), now, head.usualIntervalMs);
  return standing(reading, { online: head.online, stale });
};

/** The sensors of a section that the filter leaves: disabled ones and those outside the profile go. */
export const shown = (board: Board, paths: readonly string[], filter: Filter): readonly string[] =>
  filter === 'all_nodes'
    ? paths
    : paths.filter((path) => {
        const reading = board.reading(path);
        return reading === undefined || !isDisabled(reading);
      });

/** A row of the dashboard: sections share it while the columns suffice and none is split. */
export type Row = readonly { readonly section: number; readonly span: number }[];

/** Packs sections into rows in their order; one with more cards than columns has rows of its own. */
export const packRows = (counts: readonly number[], columns: number): readonly Row[] => {
  const rows: { section: number; span: number }[][] = [];
  let room = 0;
  counts.forEach((count, section) => {
    if (count === 0) return;
    const span = Math.min(count, columns);
    const row = rows.at(-1);
    if (row === undefined || span > room) {
      rows.push([{ section, span }]);
      room = columns - span;
      // A section that wraps ends somewhere in its last row; what follows begins a new one.
      if (count > columns) room = 0;
    } else {
      row.push({ section, span });
      room -= span;
    }
  });
  return rows;
};

export const ticksShown = 24;

/** The live sign: one tick a frame, a dot where one was due and did not come, newest last. */
export const liveTicks = (arrivals: readonly number[], usualIntervalMs: number, now: number): readonly boolean[] => {
  const interval = Math.max(usualIntervalMs, 500);
  const ticks: boolean[] = [];
  arrivals.forEach((at, index) => {
    const next = arrivals[index + 1] ?? now;
    ticks.push(true);
    const isLast = index === arrivals.length - 1;
    // The last one may be a little late without having been missed.
    const missed = Math.round((next - at) / interval) - 1 - (isLast ? 1 : 0);
    for (let i = 0; i < Math.min(missed, ticksShown); i++) ticks.push(false);
  });
  return ticks.slice(-ticksShown);
};

/** The least span of a sparkline's value axis, so that noise does not look like a storm. */
export const leastSpan = (unit: string, value: number): number => {
  if (unit === 'C') return 6;
  if (unit === 'F') return 10;
  if (unit === '%') return 6;
  return Math.max(Math.abs(value) * 0.05, 0.5);
};
