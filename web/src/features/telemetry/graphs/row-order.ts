import type { Columns } from '../../../ui/chart/columns.ts';
import type { EventSpan } from './event-spans.ts';
import type { GraphName } from './queries.ts';

/** 0: in alarm in this time, 1: warned, 2: neither. */
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
 * The rows of the overview: graphs of numbers first, then the strips of states; in each those that were in alarm come
 * first, then those that warned, then the order of the dashboard.
 */
export const inOverview = (names: readonly GraphName[], events: readonly EventSpan[]): readonly GraphName[] => {
  const ranks = new Map(names.map((name) => [name.path, rankOf(name.path, events)]));
  const rank = ({ path, isState }: GraphName): number => (isState === true ? 3 : 0) + (ranks.get(path) ?? 2);
  return names.toSorted((a, b) => rank(a) - rank(b));
};

/** Whether a sensor with states had one state all the time, without an alarm. */
export const isUnchanged = ({ times, flags, states, values, low, high }: Columns): boolean => {
  for (let i = 0; i < times.length; i++) {
    if (flags[i] === 1 || states[i] !== states[0] || values[i] !== values[0]) return false;
    if (low !== null && high !== null && low[i] !== high[i]) return false;
  }
  return true;
};
