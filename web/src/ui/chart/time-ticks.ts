import { pageLocale } from '../locale.ts';
import { clockText, minuteText } from '../time.ts';
import { zoneOffset } from '../zone.ts';

/** A tick of the time axis at `at` (unix ms), with its label in a zone. */
export interface TimeTick {
  readonly at: number;
  readonly label: string;
  /** Whether it is the start of a day, which is emphasized. */
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
    days.get(zone) ?? new Intl.DateTimeFormat(pageLocale(), { timeZone: zone, weekday: 'short', day: 'numeric' });
  days.set(zone, known);
  return known.format(at);
};

/** Splits a range at clock changes, which happen on whole quarters of an hour. */
const stretches = (from: number, to: number, zone: string): readonly (readonly [from: number, to: number])[] => {
  const offset = zoneOffset(from, zone);
  if (zoneOffset(to, zone) === offset) return [[from, to]];
  const quarter = 15 * minute;
  let low = Math.floor(from / quarter);
  let high = Math.ceil(to / quarter);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (zoneOffset(middle * quarter, zone) === offset) low = middle;
    else high = middle;
  }
  return [
    [from, high * quarter - 1],
    [high * quarter, to],
  ];
};

/**
 * Ticks at round wall times of a zone, at least `apart` px from each other. After a clock change, an hour that occurs
 * twice has its ticks twice, and one that does not exist has none.
 */
export const timeTicks = (from: number, to: number, width: number, zone: string, apart = 72): readonly TimeTick[] => {
  if (!(to > from) || width <= 0) return [];
  const least = ((to - from) / width) * apart;
  const step = steps.find((each) => each >= least) ?? day * Math.ceil(least / day);
  const ticks: TimeTick[] = [];
  for (const [begin, end] of stretches(from, to, zone)) {
    const offset = zoneOffset(begin, zone);
    for (
      let wall = Math.ceil((begin + offset) / step) * step;
      wall - offset <= end && ticks.length < 200;
      wall += step
    ) {
      const at = wall - offset;
      const starts = wall % day === 0;
      // After the clock has gone back, the first tick may be too close to the previous one.
      if (at - (ticks.at(-1)?.at ?? Number.NEGATIVE_INFINITY) < least) continue;
      ticks.push({
        at,
        day: starts,
        label: starts ? dayLabel(at, zone) : step < minute ? clockText(at, zone) : minuteText(at, zone),
      });
    }
  }
  return ticks;
};

interface Cached {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly zone: string;
  readonly ticks: readonly TimeTick[];
}
let cached: Cached | null = null;

/** `timeTicks`, cached for stacked charts with the same axis. */
export const sharedTicks = (from: number, to: number, width: number, zone: string): readonly TimeTick[] => {
  if (cached === null || cached.from !== from || cached.to !== to || cached.width !== width || cached.zone !== zone)
    cached = { from, to, width, zone, ticks: timeTicks(from, to, width, zone) };
  return cached.ticks;
};
