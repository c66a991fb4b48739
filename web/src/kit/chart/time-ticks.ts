import { clockText, minuteText } from '../time.ts';
import { momentOf, zoneOffset } from '../zone.ts';

export interface TimeTick {
  readonly at: number;
  readonly label: string;
  /** The start of a day: said louder. */
  readonly day: boolean;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const steps: readonly number[] = [
  second,
  5 * second,
  10 * second,
  30 * second,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  5 * day,
  10 * day,
];

const days = new Map<string, Intl.DateTimeFormat>();
const dayLabel = (at: number, zone: string): string => {
  const known =
    days.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short', day: 'numeric' });
  days.set(zone, known);
  return known.format(at);
};

/** Ticks at round wall times of the zone, at least `apart` pixels from each other; true across changes of summer time. */
export const timeTicks = (from: number, to: number, width: number, zone: string, apart = 72): readonly TimeTick[] => {
  if (!(to > from) || width <= 0) return [];
  const least = ((to - from) / width) * apart;
  const step = steps.find((each) => each >= least) ?? day * Math.ceil(least / day);
  const found: TimeTick[] = [];
  const first = Math.ceil((from + zoneOffset(from, zone)) / step) * step;
  for (let wall = first; found.length < 200; wall += step) {
    const at = momentOf(wall, zone);
    if (at > to) break;
    // A wall time that a change of summer time leaves out has moved onto its neighbour.
    if (at < from || at === found.at(-1)?.at || at + zoneOffset(at, zone) !== wall) continue;
    const starts = wall % day === 0;
    found.push({
      at,
      day: starts,
      label: starts ? dayLabel(at, zone) : step < minute ? clockText(at, zone) : minuteText(at, zone),
    });
  }
  return found;
};
