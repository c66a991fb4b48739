import type { AcknowledgeResult } from '@tocsin/contract/notifications';
import type { Person } from '../../access/principal.ts';
import { badField, Refusal } from '../../platform/errors.ts';
import { fromWall, offsetMinutes } from '../../platform/zoned-time.ts';
import type { EventRecord } from './store.ts';

/** Event types that can be acknowledged; the others are informational. */
const acknowledgeable = new Set(['alarm_on', 'warning_on', 'device_offline', 'sensor_disappeared']);

const longest = 10_000;

/**
 * What an acknowledgement writes. The first one sets person and time; later ones append their comment with their own
 * name.
 */
export function acknowledgement(
  event: EventRecord,
  who: Person,
  comment: string,
  now: number,
): { by: string; userId: number; at: number; comment: string } {
  if (!acknowledgeable.has(event.type))
    throw new Refusal('invalid', 'Only alarms, warnings and losses are acknowledged.');
  if (event.acknowledged_by === null || event.acknowledged_at === null)
    return { by: who.name, userId: who.userId, at: now, comment };
  const before = event.acknowledged_comment ?? '';
  if (comment === '') throw new Refusal('invalid', undefined, { fields: { comment: ['Please input your comment'] } });
  const added = `${before}${before ? '\n' : ''}${who.name}: ${comment}`;
  if (added.length > longest)
    throw new Refusal('invalid', undefined, { fields: { comment: ['There is no room for more comments.'] } });
  return { by: event.acknowledged_by, userId: who.userId, at: event.acknowledged_at, comment: added };
}

/**
 * Who acknowledges. A service account says for whom, which is a text and never that person, and adds nothing to an event
 * that is acknowledged: only a person's comment shows that a person reacted.
 */
export function actingFor(event: EventRecord, who: Person, onBehalfOf: string | undefined): Person {
  if (who.service === undefined) {
    if (onBehalfOf !== undefined) throw badField('on_behalf_of', 'Only a service account acknowledges for somebody.');
    return who;
  }
  if (onBehalfOf === undefined) throw badField('on_behalf_of', 'Name who acknowledges.');
  if (event.acknowledged_at !== null) throw new Refusal('conflict', 'It is acknowledged already.');
  return { ...who, name: `${onBehalfOf} via ${who.name}` };
}

type Write = ReturnType<typeof acknowledgement>;

/**
 * What a bulk acknowledgement does with one event: an event that was acknowledged before gets the comment, or stays as
 * it is when there is none. Never throws.
 */
export function bulkOutcome(
  event: EventRecord,
  who: Person,
  comment: string,
  now: number,
): { readonly result: AcknowledgeResult['result']; readonly write: Write | null } {
  if (!acknowledgeable.has(event.type)) return { result: 'not-acknowledgeable', write: null };
  const isAgain = event.acknowledged_at !== null;
  if (isAgain && comment === '') return { result: 'already-acknowledged', write: null };
  try {
    const write = acknowledgement(event, who, comment, now);
    return { result: isAgain ? 'commented' : 'acknowledged', write };
  } catch (error) {
    if (error instanceof Refusal) return { result: 'no-room', write: null };
    throw error;
  }
}

const dayMs = 86_400_000;

/** The end of a range: the named second or day is included; a day may have 23 or 25 hours. */
export function endOf(ms: number | undefined, text: string | undefined, zone: string): number | undefined {
  if (ms === undefined || text === undefined) return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return fromWall(ms + offsetMinutes(ms, zone) * 60_000 + dayMs, zone);
  return /^\d+$/.test(text) || /\.\d/.test(text) ? ms + 1 : ms + 1_000;
}
