import { type DeviceType, hasNodes, warnsOnly } from '@tocsin/contract/device-type';
import { type Sensor, type SensorNames, type SensorTypes, units, type Warning } from '@tocsin/contract/sensors';
import { ruleSentence } from '@tocsin/contract/texts/warning-rules';
import type { Db, Trx } from '../../platform/db.ts';
import { badField } from '../../platform/errors.ts';
import { grouped, listed, type SensorList, type ShownSensor, shownSensors } from './list.ts';
import { inWords } from './rule-words.ts';
import { rulesOf, scalesOf, sensorList, unitsOf, versionsOf } from './store.ts';

export const presentSensor = (sensor: ShownSensor): Sensor => ({
  id: sensor.path,
  sensor_id: sensor.sensorId,
  group_id: sensor.groupId,
  group_name: sensor.groupName,
  name: sensor.shownName,
  type: sensor.type,
  unit: sensor.unit,
  shown_unit: sensor.shownUnit,
  image: sensor.image,
});

export async function presentWarnings(
  db: Db,
  deviceId: number,
  unevaluated: ReadonlyMap<number, number>,
): Promise<{ count: number; version: number; results: Warning[] }> {
  const sensors = await shownSensorsOf(db, deviceId);
  const rules = await rulesOf(db, deviceId);
  const { warnings_version } = await versionsOf(db, deviceId);
  const results = rules.map(({ path, ...rule }) => {
    const sensor = sensors.get(path);
    return {
      ...rule,
      sensor_id: path,
      name: sensor?.shownName ?? path,
      unit: rule.unit ?? sensor?.shownUnit ?? '',
      ...(sensor === undefined ? {} : { sensor_unit: sensor.shownUnit }),
      is_known: sensor !== undefined,
      cannot_evaluate_since: unevaluated.get(rule.id) ?? null,
      sentence: ruleSentence(sensor?.shownName ?? path, inWords({ path, ...rule }, sensors)),
    };
  });
  return { count: results.length, version: warnings_version, results };
}

export async function presentNames(db: Db, deviceId: number): Promise<SensorNames> {
  const list = await sensorList(db, deviceId);
  const { degrees, networks } = await unitsOf(db, deviceId);
  const { names_version } = await versionsOf(db, deviceId);
  return {
    groups: grouped(list, ({ path, name, label }) => ({ id: path, name, label })),
    degrees,
    networks,
    version: names_version,
  };
}

/** Refuses any device but an IE-Node, the only one with configurable sensor types. */
export function needWarnsOnly(type: DeviceType): void {
  if (!warnsOnly(type)) throw badField('sensor_types', 'Only ETH-NODE-1 and ETH-NODE-2 have sensor types to set.');
}
export const isUdf = (type: DeviceType): boolean => hasNodes(type) && type.code !== 'F500';

export async function presentTypes(db: Db, deviceId: number, type: DeviceType): Promise<SensorTypes> {
  needWarnsOnly(type);
  const scales = new Map((await scalesOf(db, deviceId)).map((scale) => [scale.path, scale]));
  const rules = await rulesOf(db, deviceId);
  const sensors = listed(await sensorList(db, deviceId)).map((sensor) => {
    const scale = scales.get(sensor.path);
    return {
      id: sensor.path,
      name: sensor.shownName,
      group_name: sensor.groupName,
      type: scale?.type ?? (sensor.type === 'BOOL' ? 'BOOL' : 'NUMERIC'),
      unit: scale?.unit ?? sensor.unit,
      k_value: scale?.k ?? 1,
      c_value: scale?.c ?? 0,
      since: scale?.since ?? null,
      warnings: rules.filter((rule) => rule.path === sensor.path).length,
    };
  });
  return { sensors, units: units.map((unit) => ({ ...unit })) };
}

/** The sensors of a device by path, with type and unit as displayed. */
export async function shownSensorsOf(
  db: Db | Trx,
  deviceId: number,
  list?: SensorList,
): Promise<ReadonlyMap<string, ShownSensor>> {
  const { degrees } = await unitsOf(db, deviceId);
  return shownSensors(list ?? (await sensorList(db, deviceId)), await scalesOf(db, deviceId), degrees);
}
