import type { Db } from '../../platform/db.ts';
import { ruleAdvice, sensorResponses } from './store-responses.ts';

/** What to do about events of sensors: what their rule says, else their sensor; by event, null: nobody said. */
export async function adviceOf(
  db: Db,
  events: readonly {
    readonly id: number;
    readonly deviceId: number;
    readonly path: string;
    readonly ruleId: number | null;
  }[],
): Promise<ReadonlyMap<number, string | null>> {
  if (events.length === 0) return new Map();
  const ruleIds = events.flatMap(({ ruleId }) => ruleId ?? []);
  const [sensors, rules] = await Promise.all([
    sensorResponses(db, [...new Set(events.map(({ deviceId }) => deviceId))]),
    ruleAdvice(db, [...new Set(ruleIds)]),
  ]);
  return new Map(
    events.map(({ id, deviceId, path, ruleId }) => [
      id,
      (ruleId === null ? null : rules.get(ruleId)) ?? sensors.get(deviceId)?.get(path)?.what_to_do ?? null,
    ]),
  );
}
