import type { HandoverSpan } from '@tocsin/contract/handover';
import { texts } from '@tocsin/contract/texts/handover';
import { badField } from '../../platform/errors.ts';
import { fromWall, offsetMinutes } from '../../platform/zoned-time.ts';

const dayMs = 86_400_000;
const firstMoment = Date.UTC(2000, 0, 1);

/** One shift, half-open, unix ms, and the beginning of the one before. */
export interface Shift {
  readonly from: number;
  readonly to: number;
  readonly previous: number;
}

/** Days since 1970, which began on a Thursday. */
const isMonday = (day: number): boolean => day % 7 === 4;

/** The span between two of the beginnings that holds a moment. `days`: how many days before and after are looked at. */
function spanBetween(
  starts: readonly string[],
  zone: string,
  at: number,
  days: { readonly before: number; readonly after: number; readonly isBeginning: (day: number) => boolean },
): Shift {
  const today = Math.floor((at + offsetMinutes(at, zone) * 60_000) / dayMs);
  const begins: number[] = [];
  for (let day = today - days.before; day <= today + days.after; day++) {
    if (!days.isBeginning(day)) continue;
    for (const start of starts) {
      const [hours = 0, minutes = 0] = start.split(':').map(Number);
      begins.push(fromWall(day * dayMs + (hours * 60 + minutes) * 60_000, zone));
    }
  }
  const sorted = [...new Set(begins)].sort((a, b) => a - b);
  const index = sorted.findLastIndex((begin) => begin <= at);
  const [previous, from, to] = [sorted[index - 1], sorted[index], sorted[index + 1]];
  if (previous === undefined || from === undefined || to === undefined) throw new Error('no shift has this moment');
  return { from, to, previous };
}

/**
 * The shift of a moment. `starts` are times of the zone's clock: a shift through a change of clocks is an hour shorter
 * or longer, and a start that the clock skips moves forward.
 */
export const shiftAt = (starts: readonly string[], zone: string, at: number): Shift =>
  spanBetween(starts, zone, at, { before: 3, after: 2, isBeginning: () => true });

/** The shift of a moment, or the day or week that begins with the first shift of a day or of a Monday. */
export function spanAt(span: HandoverSpan, starts: readonly string[], zone: string, at: number): Shift {
  const first = starts.slice(0, 1);
  switch (span) {
    case 'shift':
      return shiftAt(starts, zone, at);
    case 'day':
      return shiftAt(first, zone, at);
    case 'week':
      return spanBetween(first, zone, at, { before: 15, after: 8, isBeginning: isMonday });
    default:
      return span satisfies never;
  }
}

/** The moment that a person asks for; refuses what lies ahead or before 2000. */
export function momentOf(text: string | undefined, now: number): number {
  if (text === undefined) return now;
  const at = Date.parse(text);
  if (at > now) throw badField('at', texts.future);
  if (at < firstMoment) throw badField('at', texts.tooOld);
  return at;
}
