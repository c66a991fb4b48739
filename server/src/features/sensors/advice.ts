import { noResponse, type ResponseFields, ruleResponse } from '@tocsin/contract/responses';
import type { Db } from '../../platform/db.ts';
import { shownUnitsOf } from './store.ts';
import { ruleResponses, sensorResponses } from './store-responses.ts';

interface SensorEvent {
  readonly id: number;
  readonly deviceId: number;
  readonly path: string;
  readonly ruleId: number | null;
}

const devicesOf = (events: readonly SensorEvent[]): number[] => [...new Set(events.map(({ deviceId }) => deviceId))];

/** What applies to events of sensors, by event: the response of their rule, completed by that of their sensor. */
async function responsesOf(db: Db, events: readonly SensorEvent[]): Promise<ReadonlyMap<number, ResponseFields>> {
  if (events.length === 0) return new Map();
  const ruleIds = [...new Set(events.flatMap(({ ruleId }) => ruleId ?? []))];
  const [sensors, rules] = await Promise.all([sensorResponses(db, devicesOf(events)), ruleResponses(db, ruleIds)]);
  return new Map(
    events.map(({ id, deviceId, path, ruleId }) => [
      id,
      ruleResponse(
        (ruleId === null ? undefined : rules.get(ruleId)) ?? noResponse,
        sensors.get(deviceId)?.get(path) ?? noResponse,
      ),
    ]),
  );
}

/** What to do about events of sensors: what their rule says, else their sensor; by event, null: nobody said. */
export const adviceOf = async (db: Db, events: readonly SensorEvent[]): Promise<ReadonlyMap<number, string | null>> =>
  new Map([...(await responsesOf(db, events))].map(([id, response]) => [id, response.what_to_do]));

/** What applies to the alarm of a sensor, or to the warning of one of its rules; null path: the whole device. */
export async function responseFor(
  db: Db,
  deviceId: number,
  path: string | null,
  ruleId: number | null,
): Promise<ResponseFields> {
  const event = { id: 0, deviceId, path: path ?? '', ruleId };
  return (await responsesOf(db, [event])).get(event.id) ?? noResponse;
}

/** The units of the displayed values of events of sensors, '' for none, and how to respond; by event. */
export async function saidOfSensors(
  db: Db,
  events: readonly SensorEvent[],
): Promise<ReadonlyMap<number, { readonly unit: string; readonly response: ResponseFields }>> {
  if (events.length === 0) return new Map();
  const [units, responses] = [await shownUnitsOf(db, devicesOf(events)), await responsesOf(db, events)];
  return new Map(
    events.map(({ id, deviceId, path }) => [
      id,
      { unit: units.get(deviceId)?.get(path) ?? '', response: responses.get(id) ?? noResponse },
    ]),
  );
}
