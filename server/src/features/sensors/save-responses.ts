import type { ResponseFields, ResponseInput } from '@tocsin/contract/responses';
import { refuseOlder } from '../../access/api-versions.ts';
import { aboutDevice } from '../../platform/audit.ts';
import { byPath } from './list.ts';
import { changedFields, sensorsAndRules } from './responses.ts';
import type { Save } from './save.ts';
import { countResponsesSave, countWarningsSave, lockVersions, sensorList } from './store.ts';
import { writeRuleResponses, writeSensorResponses } from './store-responses.ts';

/** What to set for sensors by path, and for rules by id. */
export interface ResponseChanges {
  readonly sensors: ReadonlyMap<string, ResponseInput>;
  readonly rules: ReadonlyMap<number, ResponseInput>;
}

/** Stores the differences and notes them; returns how many sensors and rules changed. */
export async function applyResponses(
  { trx, note, device }: Pick<Save, 'trx' | 'note'> & { readonly device: Parameters<typeof aboutDevice>[0] },
  changes: ResponseChanges,
): Promise<number> {
  const id = device.deviceId;
  await lockVersions(trx, id);
  const old: Record<string, unknown> = {};
  const fresh: Record<string, unknown> = {};
  const sensors = new Map<string, ResponseFields>();
  const rules = new Map<number, ResponseFields>();
  for (const sensor of await sensorsAndRules(trx, id, changes.sensors.keys())) {
    const sent = changes.sensors.get(sensor.path);
    const change = sent && changedFields(sensor, sent);
    if (change && Object.keys(change.fresh).length > 0) {
      sensors.set(sensor.path, change.after);
      old[sensor.path] = change.old;
      fresh[sensor.path] = change.fresh;
    }
    for (const rule of sensor.rules) {
      const asked = changes.rules.get(rule.id);
      const other = asked && changedFields(rule, asked);
      if (!other || Object.keys(other.fresh).length === 0) continue;
      rules.set(rule.id, other.after);
      old[`${sensor.path} ${rule.text}`] = other.old;
      fresh[`${sensor.path} ${rule.text}`] = other.fresh;
    }
  }
  await writeSensorResponses(trx, id, sensors);
  await writeRuleResponses(trx, id, rules);
  if (sensors.size > 0) await countResponsesSave(trx, id);
  if (rules.size > 0) await countWarningsSave(trx, id);
  note({ ...aboutDevice(device), action: 'change responses', old, new: fresh });
  return sensors.size + rules.size;
}

/** Sets priority and response text of sensors; refuses an outdated version with 409. */
export async function saveResponses(
  saving: Save,
  body: { readonly responses: Readonly<Record<string, ResponseInput>>; readonly version?: number | undefined },
): Promise<void> {
  const { trx, device } = saving;
  const { responses_version } = await lockVersions(trx, device.deviceId);
  await refuseOlder(body.version, responses_version, async () => ({ version: responses_version }));
  const sensors = byPath(await sensorList(trx, device.deviceId), body.responses, 'responses');
  await applyResponses(saving, { sensors, rules: new Map() });
}
