import { sensorPathOf } from '@tocsin/contract/layout';
import { hasPriority } from '@tocsin/contract/priority';
import type { ResponseFields } from '@tocsin/contract/responses';
import type { Db } from '../../../platform/db.ts';
import type { EventToSend } from '../../event-to-send.ts';
import type { EventLine } from './event-mail.ts';

/** An event of a sensor. */
interface SensorEvent {
  readonly id: number;
  readonly deviceId: number;
  readonly path: string;
  readonly ruleId: number | null;
}

/** What mails say beside the event. Within a transaction it is read there: a second connection may never come. */
export interface LineSources {
  /**
   * By event, the unit of the sensor's displayed value, '' for none, and how to respond to its alarm or to the warning of
   * the rule; with one set of queries for all events.
   */
  readonly saidOf: (
    db: Db,
    events: readonly SensorEvent[],
  ) => Promise<ReadonlyMap<number, { readonly unit: string; readonly response: ResponseFields }>>;
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

/** Values with their units, and how to respond. */
export async function eventLinesOf(
  { saidOf }: LineSources,
  db: Db,
  events: readonly EventToSend[],
): Promise<EventLine[]> {
  const ofSensors = events.filter((event) => event.sensor_id !== null);
  const said = await saidOf(
    db,
    ofSensors.map((event) => ({
      id: event.id,
      deviceId: event.device_id,
      path: pathOf(event),
      ruleId: event.rule_id,
    })),
  );
  return events.map((event) => {
    const { unit = '', response = null } = said.get(event.id) ?? {};
    return { event, unit: event.value === null ? '' : unit, response: hasPriority(event.type) ? response : null };
  });
}
