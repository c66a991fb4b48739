import { renewedWithinMs, shelfLimitMs } from '@tocsin/contract/shelves';
import { type Person, roleOn } from '../../access/principal.ts';
import type { DeviceSubject } from '../../access/subject.ts';
import { badField, Refusal } from '../../platform/errors.ts';

/** What a shelf holds back; all null: the whole device. */
export interface Target {
  readonly groupId: string | null;
  readonly sensorId: string | null;
  readonly ruleId: number | null;
}

/** An earlier or present shelf of the same device. */
export interface EarlierShelf {
  readonly group_id: string | null;
  readonly sensor_id: string | null;
  readonly rule_id: number | null;
  readonly first_from: number;
  readonly ended_at: number | null;
}

/** Whether two shelves of a device could hold back the same event. */
function overlaps(a: Target, b: EarlierShelf): boolean {
  if (a.groupId === null || b.group_id === null) return true;
  if (a.groupId !== b.group_id) return false;
  if (a.sensorId === null || b.sensor_id === null) return true;
  if (a.sensorId !== b.sensor_id) return false;
  return a.ruleId === null || b.rule_id === null || a.ruleId === b.rule_id;
}

/**
 * When the first of the shelves began that a new one continues: those that are active, or ended at most an hour ago, and
 * hold back some of the same. Null: it continues none.
 */
export function firstStart(target: Target, earlier: readonly EarlierShelf[], now: number): number | null {
  const continued = earlier.filter(
    (one) => overlaps(target, one) && (one.ended_at === null || one.ended_at >= now - renewedWithinMs),
  );
  return continued.length === 0 ? null : Math.min(...continued.map((one) => one.first_from));
}

const hourMs = 3_600_000;
const periodText = (ms: number): string => (ms > 24 * hourMs ? `${ms / 24 / hourMs} days` : `${ms / hourMs} hours`);

/**
 * Refuses an end in the past or beyond the limit of the caller's role, which counts from the first start. Account
 * managers and operator staff act as Managers.
 */
export function checkUntil(who: Person, device: DeviceSubject, until: number, firstFrom: number, now: number): void {
  if (until <= now) throw badField('until', 'Must be in the future.');
  const role = roleOn(who, device) ?? 'User';
  const limit = shelfLimitMs[role];
  if (until - firstFrom <= limit) return;
  const rest = firstFrom < now ? `, counted from the first start at ${new Date(firstFrom).toISOString()}` : '';
  const instead = role === 'Manager' ? ' For longer, take it out of service.' : '';
  throw badField('until', `Your role may shelve for ${periodText(limit)} at most${rest}.${instead}`);
}

/** A shelf of the whole device needs the role Engineer. */
export function checkWholeDevice(
  who: Person,
  device: DeviceSubject,
  target: { readonly groupId: string | null },
): void {
  if (target.groupId !== null) return;
  const role = roleOn(who, device);
  if (role !== 'Engineer' && role !== 'Manager')
    throw new Refusal('forbidden', 'Shelving a whole device needs the role Engineer.');
}
