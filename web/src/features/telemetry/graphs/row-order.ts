import type { Columns } from '../../../ui/chart/columns.ts';
import type { EventSpan } from './event-spans.ts';
import type { GraphName } from './queries.ts';

/** 0: had an alarm among these events, 1: a warning, 2: neither. */
const rankOf = (path: string, events: readonly EventSpan[]): number => {
  let rank = 2;
  for (const event of events) {
    if (event.path !== path && event.path?.startsWith(`${path}.`) !== true) continue;
    if (event.type === 'alarm_on') return 0;
    if (event.type === 'warning_on') rank = 1;
  }
  return rank;
};

/**
 * The order of the rows: graphs of numbers, then strips of states. In each, sensors with an alarm come first, then
 * those with a warning, then the others in the order of the dashboard.
 */
export const inOverview = (names: readonly GraphName[], events: readonly EventSpan[]): readonly GraphName[] => {
  const ranks = new Map(names.map((name) => [name.path, rankOf(name.path, events)]));
  const rank = ({ path, isState }: GraphName): number => (isState === true ? 3 : 0) + (ranks.get(path) ?? 2);
  return names.toSorted((a, b) => rank(a) - rank(b));
};

/** Whether a sensor with states had a single state throughout, without an alarm. */
export const isUnchanged = ({ times, flags, states, values, low, high }: Columns): boolean => {
  for (let i = 0; i < times.length; i++) {
    if (flags[i] === 1 || states[i] !== states[0] || values[i] !== values[0]) return false;
    if (low !== null && high !== null && low[i] !== high[i]) return false;
  }
  return true;
};
