import { z } from 'zod';

/** The newest measured value of the sensor that a story follows, and those about five minutes and one before it. */
export const PresentValue = z.object({
  sensor: z.string(),
  /** `deviceId.groupId.sensorId`: groups of a device may have sensors of one name. */
  full_sensor_id: z.string().optional(),
  device: z.string(),
  unit: z.string(),
  value: z.number().nullable(),
  /** When it was measured. */
  at: z.number().nullable(),
  /** Older than three intervals of its device: not 'now'. */
  is_old: z.boolean(),
  is_online: z.boolean(),
  before: z.object({ value: z.number(), at: z.number() }).nullable(),
  /** The one about a minute before it: whether it has turned since, or goes on. */
  recent: z.object({ value: z.number(), at: z.number() }).nullable().optional(),
});
export type PresentValue = z.infer<typeof PresentValue>;

/** A change below this says nothing: 1 °C, or this share of the larger value. */
export const leastDegrees: Readonly<Record<string, number>> = { C: 1, F: 1.8 };
const leastShare = 0.02;

interface Step {
  readonly by: number;
  readonly minutes: number;
  /** Unix ms of the value before. */
  readonly from: number;
  readonly least: number;
}
/** Of a present value: 0 by less than says something. */
interface Change extends Omit<Step, 'least'> {
  /** For how many minutes it has stayed where that change has brought it; 0: it goes on. */
  readonly steadyMinutes: number;
}

function stepSince({ value, at, unit }: PresentValue, before: PresentValue['before']): Step | null {
  if (value === null || at === null || before === null) return null;
  const minutes = Math.round((at - before.at) / 60_000);
  // Of the values as shown, so that the reader's own subtraction agrees.
  const by = Number(value.toFixed(1)) - Number(before.value.toFixed(1));
  const least = leastDegrees[unit] ?? Math.max(Math.abs(value), Math.abs(before.value)) * leastShare;
  return minutes < 1 ? null : { by, minutes, from: before.at, least };
}
/** Which way a step went: 1, -1; 0 for no step, or one that says nothing. */
const wayOf = (step: Step | null): number => (step && Math.abs(step.by) > step.least ? Math.sign(step.by) : 0);

/** How a value changed in five minutes, or in the last one where it has turned since, and whether it stays there. */
export function changeOf(present: PresentValue): Change {
  const long = stepSince(present, present.before);
  const last = stepSince(present, present.recent ?? null);
  const told = wayOf(last) !== 0 && wayOf(last) !== wayOf(long) ? last : long;
  if (told === null || wayOf(told) === 0) return { by: 0, minutes: 0, from: 0, steadyMinutes: 0 };
  // What the last minute would have changed at the pace of all five: enough to be told, and at least twice what it did.
  const due = last === null || wayOf(last) !== 0 ? 0 : (Math.abs(told.by) * last.minutes) / told.minutes;
  const isSteady = last !== null && due > last.least && due >= 2 * Math.abs(last.by);
  return { ...told, steadyMinutes: isSteady ? last.minutes : 0 };
}
