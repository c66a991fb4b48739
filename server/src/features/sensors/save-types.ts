import type { WarningRow } from '@tocsin/contract/sensors';
import type { SensorScale } from '../../pipeline/catalog.ts';
import { aboutDevice } from '../../platform/audit.ts';
import { badField, Refusal } from '../../platform/errors.ts';
import { checkedPlan } from './check-plan.ts';
import { byPath, type ListedSensor, listed } from './list.ts';
import { needWarnsOnly, shownSensorsOf } from './present.ts';
import type { Save } from './save.ts';
import { addScale, countWarningsSave, lockVersions, rulesOf, scalesOf, sensorList, writeRules } from './store.ts';
import { auditedRule, planRules, settleRows } from './warnings.ts';

interface SentType {
  readonly type: 'BOOL' | 'NUMERIC';
  readonly unit?: string;
  readonly k_value?: number;
  readonly c_value?: number;
}
export interface TypesBody {
  readonly sensor_types: Readonly<Record<string, SentType>>;
  readonly warnings?: readonly WarningRow[] | undefined;
}

/**
 * Sets type, unit, k and c from now on. Warning values are in the displayed unit, so a change of k or c requires the
 * warnings of that sensor in the same call; without them it is refused with the names of the sensors.
 */
export async function saveTypes({ trx, note, device, now }: Save, body: TypesBody): Promise<void> {
  needWarnsOnly(device.shownType);
  const id = device.deviceId;
  await lockVersions(trx, id);
  const list = await sensorList(trx, id);
  const sensors = new Map(listed(list).map((sensor) => [sensor.path, sensor]));
  const stored = new Map((await scalesOf(trx, id)).map((scale) => [scale.path, scale]));
  const old: Record<string, unknown> = {};
  const fresh: Record<string, unknown> = {};
  const rescaled = new Set<string>();
  for (const [path, sent] of byPath(list, body.sensor_types, 'sensor_types')) {
    const sensor = sensors.get(path);
    if (!sensor) throw badField('sensor_types', `'${path}' names no sensor of this device.`);
    const was = stored.get(path) ?? asSent(sensor);
    const next: SensorScale = {
      path,
      since: now,
      type: sent.type,
      unit: sent.unit ?? was.unit,
      k: sent.k_value ?? was.k,
      c: sent.c_value ?? was.c,
    };
    if (next.type === was.type && next.unit === was.unit && next.k === was.k && next.c === was.c) continue;
    if (next.k !== was.k || next.c !== was.c) rescaled.add(path);
    old[path] = { type: was.type, unit: was.unit, k: was.k, c: was.c };
    fresh[path] = { type: next.type, unit: next.unit, k: next.k, c: next.c };
    await addScale(trx, id, next);
  }
  const renewed = await renewWarnings({ trx, id, now }, [...sensors.values()], rescaled, body.warnings);
  if (renewed) {
    old.warnings = renewed.old;
    fresh.warnings = renewed.new;
  }
  note({ ...aboutDevice(device), action: 'change sensor types', old, new: fresh });
}

const asSent = (sensor: ListedSensor): SensorScale => ({
  path: sensor.path,
  since: 0,
  type: sensor.type === 'BOOL' ? 'BOOL' : 'NUMERIC',
  unit: sensor.unit,
  k: 1,
  c: 0,
});

async function renewWarnings(
  { trx, id, now }: { readonly trx: Save['trx']; readonly id: number; readonly now: number },
  sensors: readonly ListedSensor[],
  rescaled: ReadonlySet<string>,
  warnings: readonly WarningRow[] | undefined,
): Promise<{ old: unknown; new: unknown } | null> {
  const stored = await rulesOf(trx, id);
  const touched = stored.filter((rule) => rescaled.has(rule.path));
  if (touched.length === 0) return null;
  if (warnings === undefined) {
    const named = [...new Set(touched.map((rule) => rule.path))];
    throw new Refusal('invalid', undefined, {
      fields: { warnings: ['The warnings of these sensors are in the old unit: send them anew.'], sensors: named },
    });
  }
  const shown = await shownSensorsOf(trx, id);
  const sent = settleRows(sensors, id, warnings, stored).map((row) => ({
    ...row,
    unit: shown.get(row.path)?.shownUnit,
  }));
  if (sent.some((row) => !rescaled.has(row.path)))
    throw badField('warnings', 'Only warnings of sensors whose k or c changes belong here.');
  const untouched = stored.filter((rule) => !rescaled.has(rule.path));
  // All rules of a rescaled sensor are replaced, even with equal numbers: their meaning has changed.
  const plan = await checkedPlan(trx, id, stored, planRules(untouched, [...untouched, ...sent], stored));
  await writeRules(trx, id, { ...plan, remove: [...plan.remove, ...touched.map((rule) => rule.id)] }, now);
  await countWarningsSave(trx, id);
  return { old: touched.map(auditedRule), new: sent.map(auditedRule) };
}
