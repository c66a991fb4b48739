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

/**
 * The shift of a moment. `starts` are times of the zone's clock: a shift through a change of clocks is an hour shorter
 * or longer, and a start that the clock skips moves forward.
 */
export function shiftAt(starts: readonly string[], zone: string, at: number): Shift {
  const today = Math.floor((at + offsetMinutes(at, zone) * 60_000) / dayMs);
  const begins: number[] = [];
  for (let day = today - 3; day <= today + 2; day++)
    for (const start of starts) {
      const [hours = 0, minutes = 0] = start.split(':').map(Number);
      begins.push(fromWall(day * dayMs + (hours * 60 + minutes) * 60_000, zone));
    }
  const sorted = [...new Set(begins)].sort((a, b) => a - b);
  const index = sorted.findLastIndex((begin) => begin <= at);
  const [previous, from, to] = [sorted[index - 1], sorted[index], sorted[index + 1]];
  if (previous === undefined || from === undefined || to === undefined) throw new Error('no shift has this moment');
  return { from, to, previous };
}

/** The moment that a person asks for; refuses what lies ahead or before 2000. */
export function momentOf(text: string | undefined, now: number): number {
  if (text === undefined) return now;
  const at = Date.parse(text);
  if (at > now) throw badField('at', texts.future);
  if (at < firstMoment) throw badField('at', texts.tooOld);
  return at;
}
