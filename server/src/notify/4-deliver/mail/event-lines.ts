import { sensorPathOf } from '@tocsin/contract/layout';
import { hasPriority } from '@tocsin/contract/priority';
import type { ResponseFields } from '@tocsin/contract/responses';
import type { Db } from '../../../platform/db.ts';
import type { EventToSend } from '../../event-to-send.ts';
import type { EventLine } from './event-mail.ts';

/** What mails say beside the event. Within a transaction it is read there: a second connection may never come. */
export interface LineSources {
  /** The unit of a sensor's displayed value, '' for none. */
  readonly unitOf: (db: Db, deviceId: number, path: string) => Promise<string>;
  /** How to respond to the alarm of a sensor, or to the warning of one of its rules. */
  readonly responseOf: (db: Db, deviceId: number, path: string, ruleId: number | null) => Promise<ResponseFields>;
  /** The story of an event's incident as a person may read it, as one text without advice; null: there is none. */
  readonly storyText?: (db: Db, userId: number, eventId: number, language: string) => Promise<string | null>;
}

/** The story that a mail tells its reader: of the first event that began something; null: there is none, or it failed. */
export async function storyOf(
  { storyText }: LineSources,
  db: Db,
  events: readonly EventToSend[],
  reader: { readonly id: number; readonly language: string },
): Promise<string | null> {
  // An end says for itself what is over.
  const begun = events.find(({ type, is_test: isTest }) => hasPriority(type) && !isTest);
  const told = begun && storyText?.(db, reader.id, begun.id, reader.language);
  // A mail without its story is better than none.
  return (await told?.catch(() => null)) ?? null;
}

/** `groupId.sensorId`; the group of a node, and '' of a whole device. */
export const pathOf = (event: EventToSend): string =>
  event.group_id === null
    ? ''
    : event.sensor_id === null
      ? event.group_id
      : sensorPathOf(event.group_id, event.sensor_id);

/** Values with their units, and how to respond; each sensor and rule is looked up once. */
export async function eventLinesOf(
  { unitOf, responseOf }: LineSources,
  db: Db,
  events: readonly EventToSend[],
): Promise<EventLine[]> {
  const units = new Map<string, string>();
  const responses = new Map<string, ResponseFields>();
  const eventLines: EventLine[] = [];
  for (const event of events) {
    const path = pathOf(event);
    const key = `${event.device_id} ${path}`;
    let unit = units.get(key) ?? '';
    if (event.value !== null && !units.has(key)) {
      unit = await unitOf(db, event.device_id, path);
      units.set(key, unit);
    }
    let response: ResponseFields | null = null;
    if (hasPriority(event.type) && event.sensor_id !== null) {
      const ofRule = `${key} ${event.rule_id ?? ''}`;
      response = responses.get(ofRule) ?? (await responseOf(db, event.device_id, path, event.rule_id));
      responses.set(ofRule, response);
    }
    eventLines.push({ event, unit, response });
  }
  return eventLines;
}
