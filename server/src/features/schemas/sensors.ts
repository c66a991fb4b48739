import { fullSensorId, type SensorKind, sensorPathOf } from '@tocsin/contract/layout';
import type { LiveDevice } from '@tocsin/contract/live';
import type { SchemaSensor } from '@tocsin/contract/schemas';
import type { SensorRow } from './store-tabs.ts';

/** The live document of a device, in this process or another; undefined when the device has never reported. */
export type LiveOf = (deviceId: number) => Promise<LiveDevice | undefined> | LiveDevice | undefined;

/** The live documents of these devices, each requested once. */
export async function heardOf(
  deviceIds: Iterable<number>,
  live: LiveOf,
): Promise<ReadonlyMap<number, LiveDevice | undefined>> {
  const ids = [...new Set(deviceIds)];
  return new Map(await Promise.all(ids.map(async (id) => [id, await live(id)] as const)));
}

export interface SensorDependencies {
  readonly deviceId: number;
  readonly groupId: string;
  readonly sensorId: string;
}

/** Parses `deviceId.groupId.sensorId`; no segment can contain a dot. */
export function partsOf(path: string): SensorDependencies {
  const [device = '', groupId = '', sensorId = ''] = path.split('.');
  return { deviceId: Number(device), groupId, sensorId };
}

export const pathOf = (row: {
  readonly device_id: number;
  readonly group_id: string;
  readonly sensor_id: string;
}): string => fullSensorId(row.device_id, sensorPathOf(row.group_id, row.sensor_id));

export interface KnownSensor extends Omit<SchemaSensor, 'is_missing'> {
  readonly value: number | null;
  readonly state: string;
}

/** Every sensor that a device currently reports. */
export function sensorsOfDevice(deviceId: number, title: string, live: LiveDevice | undefined): KnownSensor[] {
  return (live?.groups ?? []).flatMap((group) =>
    group.sensors.map((sensor) => ({
      id: fullSensorId(deviceId, sensorPathOf(group.Id, sensor.Id)),
      name: sensor.Name,
      group_name: group.Name,
      device: title,
      device_id: deviceId,
      type: sensor.Type,
      unit: sensor.Meta.Units,
      value: sensor.Value,
      state: sensor.Meta.State,
    })),
  );
}

const kinds: ReadonlySet<string> = new Set(['NUMERIC', 'BOOL', 'ENUM']);
const isKind = (type: string): type is SensorKind => kinds.has(type);

/** Names for the sensors of one schema: current names, otherwise the names at the time of selection. */
export async function sensorBook(
  devices: readonly { readonly id: number; readonly title: string }[],
  rows: readonly SensorRow[],
  live: LiveOf,
): Promise<(path: string) => SchemaSensor> {
  const heard = await heardOf(
    devices.map((device) => device.id),
    live,
  );
  const titles = new Map(devices.map((device) => [device.id, device.title]));
  const rowsByPath = new Map(rows.map((row) => [pathOf(row), row]));
  const known = new Map<number, Map<string, KnownSensor>>();
  const sensorsOf = (deviceId: number): Map<string, KnownSensor> => {
    const device = known.get(deviceId);
    if (device !== undefined) return device;
    const title = titles.get(deviceId);
    const list = title === undefined ? [] : sensorsOfDevice(deviceId, title, heard.get(deviceId));
    const byPath = new Map(list.map((sensor) => [sensor.id, sensor]));
    known.set(deviceId, byPath);
    return byPath;
  };
  return (path) => {
    const { deviceId } = partsOf(path);
    const sensor = sensorsOf(deviceId).get(path);
    if (sensor !== undefined) {
      const { value: _, state: __, ...named } = sensor;
      return { ...named, is_missing: false };
    }
    const row = rowsByPath.get(path);
    const type = row?.type ?? 'NUMERIC';
    return {
      id: path,
      name: row?.sensor_name || path,
      group_name: row?.group_name ?? '',
      device: titles.get(deviceId) ?? row?.device_name ?? '',
      device_id: deviceId,
      type: isKind(type) ? type : 'NUMERIC',
      unit: row?.unit ?? '',
      // A device that has not reported since the start may still have it.
      is_missing: !titles.has(deviceId) || heard.get(deviceId) !== undefined,
    };
  };
}
