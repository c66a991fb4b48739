import { texts as t } from '@tocsin/contract/texts/walk-tests';
import { isUntried, type WalkSensor, type WalkTest } from '@tocsin/contract/walk-tests';
import { clockText } from '../../ui/time.ts';

/** A standing alarm is announced on the phone this long before it notifies. */
const warnedMs = 60_000;
/** A sign page is offered for an unsigned walk this long after its end. */
const signWithinMs = 24 * 3_600_000;

/** What the page shows of the newest walk of the device. */
export type Stage = 'arm' | 'walk' | 'watch' | 'end';
export function stageOf(walk: WalkTest | null, isEnding: boolean, signedHere: number | null, now: number): Stage {
  if (walk === null) return 'arm';
  if (walk.state === 'armed') return walk.is_mine ? (isEnding ? 'end' : 'walk') : 'watch';
  if (walk.state === 'signed') return walk.id === signedHere ? 'end' : 'arm';
  return now - Date.parse(walk.ended_at ?? walk.since) < signWithinMs ? 'end' : 'arm';
}

/** The huge answer: the sensor that tripped or passed last, and what that means. */
export function answerOf(walk: WalkTest): { readonly sensor: WalkSensor; readonly word: string } | null {
  const sensor = walk.sensors.find((one) => one.sensor === walk.last);
  if (!sensor) return null;
  if (sensor.state === 'tripped') return { sensor, word: sensor.announced_at === null ? t.trippedUnknown : t.tripped };
  if (sensor.state === 'passed') return { sensor, word: t.passed };
  // Whether names or wires are changed over is a question before it is a failure.
  return { sensor, word: sensor.cause === 'swapped' ? t.causes.swapped : t.failed };
}

/** Still to be tripped: armed, or disarmed without a proof; in walking order. */
export const toDo = (walk: WalkTest): readonly WalkSensor[] =>
  walk.sensors.filter(({ state, cause }) => state !== 'passed' && cause !== 'by_person');

/** The newest pair that answered under each other's name; null: none, both are settled, or a newer press waits. */
export function swapOf(walk: WalkTest): { readonly pressed: WalkSensor; readonly tripped: WalkSensor } | null {
  const pressed = walk.sensors.find((one) => one.sensor === walk.announced?.sensor && one.cause === 'swapped');
  const tripped = walk.sensors.find((one) => one.sensor === pressed?.swapped_with && one.cause === 'swapped');
  const isNewest = tripped?.tripped_at != null && tripped.tripped_at >= (walk.announced?.at ?? '');
  return pressed && isNewest ? { pressed, tripped } : null;
}

/** The pairs that answered for each other first and have passed since. */
export const swapsOf = (walk: WalkTest): readonly (readonly [WalkSensor, WalkSensor])[] =>
  walk.sensors.flatMap((one) => {
    const other = walk.sensors.find(({ sensor }) => sensor === one.swapped_with && sensor > one.sensor);
    return other?.state === 'passed' && one.state === 'passed' ? [[one, other] as const] : [];
  });

/** Sensors whose standing alarm soon notifies everybody. */
export const standing = (walk: WalkTest, now: number): readonly WalkSensor[] =>
  walk.sensors.filter(({ notifies_at: at }) => at !== null && Date.parse(at) - now <= warnedMs);

const between = (from: string | null, to: string | null): number | null => {
  const ms = from === null || to === null ? -1 : Date.parse(to) - Date.parse(from);
  return ms < 0 ? null : ms / 1_000;
};
/** Seconds from the press to the alarm, and from the alarm to its end; null: not both are known. */
export const answerSeconds = ({ announced_at, tripped_at }: WalkSensor) => between(announced_at, tripped_at);
export const clearSeconds = ({ tripped_at, cleared_at }: WalkSensor) => between(tripped_at, cleared_at);

export function medianAnswer(walk: WalkTest): number | null {
  const all = walk.sensors.flatMap((sensor) => answerSeconds(sensor) ?? []).sort((a, b) => a - b);
  return all[Math.floor(all.length / 2)] ?? null;
}

/** Why a sensor is not proved. */
export function missingText(sensor: WalkSensor, walk: WalkTest): string {
  if (sensor.cause === 'swapped')
    return t.swappedWith(walk.sensors.find((one) => one.sensor === sensor.swapped_with)?.name ?? '');
  if (sensor.needs_confirmation) return t.notConfirmed;
  const { state, cause, reason } = sensor;
  const known = isUntried(sensor) ? t.states.waiting : cause === null ? t.states[state] : t.causes[cause];
  const why = reason || known;
  if (sensor.pressed_at === null) return why;
  return `${why}, ${t.tries(sensor.presses, clockText(Date.parse(sensor.pressed_at), walk.location_timezone))}`;
}

/** '29:48'. */
export const countdown = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
