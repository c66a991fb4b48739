import { type GroupDef, type SensorDef, sensorPath } from '@tocsin/contract/layout';
import type { SensorScale } from '../../pipeline/catalog.ts';
import { badField } from '../../platform/errors.ts';

/** The newest sensor list of a device with the settings made by people. */
export interface SensorList {
  readonly deviceId: number;
  readonly groups: readonly GroupDef[];
  readonly sensors: readonly SensorDef[];
  readonly labels: ReadonlyMap<string, string>;
  readonly images: ReadonlyMap<string, number>;
}

export interface ListedSensor extends SensorDef {
  /** `groupId.sensorId`. */
  readonly path: string;
  readonly groupName: string;
  /** The given name, otherwise the device's own. */
  readonly shownName: string;
  readonly label: string;
  readonly image: number | null;
}

export function listed(list: SensorList): ListedSensor[] {
  const groupNames = new Map(list.groups.map((group) => [group.id, group.name]));
  return list.sensors.map((sensor) => {
    const path = sensorPath(sensor);
    const label = list.labels.get(path) ?? '';
    return {
      ...sensor,
      path,
      groupName: groupNames.get(sensor.groupId) ?? sensor.groupId,
      shownName: label || sensor.name,
      label,
      image: list.images.get(path) ?? null,
    };
  });
}

/**
 * Finds the sensor of a reference: `groupId.sensorId`, `deviceId.groupId.sensorId`, or a bare id that is unique.
 * undefined: none, or more than one.
 */
export function findSensor(sensors: readonly ListedSensor[], deviceId: number, ref: string): ListedSensor | undefined {
  const segments = ref.split('.');
  if (segments.length === 3) {
    const path = `${segments[1]}.${segments[2]}`;
    return segments[0] === String(deviceId) ? sensors.find((sensor) => sensor.path === path) : undefined;
  }
  if (segments.length === 2) return sensors.find((sensor) => sensor.path === ref);
  const named = sensors.filter((sensor) => sensor.sensorId === ref);
  return named.length === 1 ? named[0] : undefined;
}

/** Like findSensor, but refuses with 400 at the field when nothing matches. */
function needSensor(list: SensorList, sensors: readonly ListedSensor[], ref: string, field: string): ListedSensor {
  const sensor = findSensor(sensors, list.deviceId, ref);
  if (!sensor) throw badField(field, `'${ref}' names no sensor of this device, or more than one.`);
  return sensor;
}

/** Whether a reference is a path, `groupId.sensorId`. */
export const isPath = (ref: string): boolean => /^[^.\s]+\.[^.\s]+$/.test(ref);

/**
 * Resolves a request's map to sensor paths; refuses two references to the same sensor. Before the first birth of a device
 * each path is accepted, so that it can be set up before it is installed.
 */
export function byPath<T>(list: SensorList, map: Readonly<Record<string, T>>, field: string): Map<string, T> {
  const sensors = listed(list);
  const sensorsByPath = new Map<string, T>();
  for (const [ref, value] of Object.entries(map)) {
    const path = sensors.length === 0 && isPath(ref) ? ref : needSensor(list, sensors, ref, field).path;
    if (sensorsByPath.has(path)) throw badField(field, `'${path}' is named twice.`);
    sensorsByPath.set(path, value);
  }
  return sensorsByPath;
}

/** Groups sensors in the device's order. */
export function grouped<T>(list: SensorList, present: (sensor: ListedSensor) => T) {
  const sensors = listed(list);
  return list.groups.map(({ id, name }) => ({
    id,
    name,
    sensors: sensors.filter((sensor) => sensor.groupId === id).map(present),
  }));
}

/** A sensor with type and unit as displayed. */
export interface ShownSensor extends ListedSensor {
  readonly shownType: 'BOOL' | 'NUMERIC' | 'ENUM';
  readonly shownUnit: string;
}

/** The sensors by path, with the type and unit that their settings and the device's degrees give them. */
export function shownSensors(
  list: SensorList,
  scales: readonly SensorScale[],
  degrees: 'F' | 'C' | null,
): ReadonlyMap<string, ShownSensor> {
  const byPath = new Map(scales.map((scale) => [scale.path, scale]));
  return new Map(
    listed(list).map((sensor) => {
      const scale = byPath.get(sensor.path);
      const unit = scale?.unit || sensor.unit;
      const isDegrees = unit === 'C' || unit === 'F';
      const shownType = sensor.type === 'ENUM' ? sensor.type : (scale?.type ?? sensor.type);
      return [sensor.path, { ...sensor, shownType, shownUnit: degrees !== null && isDegrees ? degrees : unit }];
    }),
  );
}
