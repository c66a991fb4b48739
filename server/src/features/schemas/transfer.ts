import { fullSensorId, sensorPathOf } from '@tocsin/contract/layout';
import { TabDocument } from '@tocsin/contract/schema-document';
import { type SchemaFile, schemaFileFormat } from '@tocsin/contract/schemas';
import { documentOf } from './present.ts';
import { sensorPaths } from './rules.ts';
import { heardOf, type LiveOf, partsOf, sensorsOfDevice } from './sensors.ts';
import type { DeviceLine, SchemaRow } from './store.ts';
import type { TabRow } from './store-tabs.ts';

/** Exports a schema as a file, and imports a file as documents for another site. */

export function fileOf(schema: SchemaRow, tabs: readonly TabRow[], devices: readonly DeviceLine[]): SchemaFile {
  const documents = tabs.map(documentOf);
  const used = new Set(documents.flatMap((document) => sensorPaths(document.machines)).map((p) => partsOf(p).deviceId));
  return {
    tocsin_schema: schemaFileFormat,
    name: schema.name,
    tabs: documents,
    devices: devices.filter((device) => used.has(device.id)),
  };
}

export interface Imported {
  readonly documents: readonly TabDocument[];
  /** Paths of the file without a matching sensor here. */
  readonly unbound: readonly string[];
}

/**
 * Matches each device of the file to one of this site: by id, then udf_id, then title. Sensors that the match lacks, or
 * that the file uses twice, are left unbound.
 */
export async function takeIn(file: SchemaFile, devices: readonly DeviceLine[], live: LiveOf): Promise<Imported> {
  const same = (a: string | null, b: string | null) => a !== null && b !== null && a.toLowerCase() === b.toLowerCase();
  const here = new Map<number, DeviceLine>();
  for (const fileDevice of file.devices) {
    const device =
      devices.find((one) => one.id === fileDevice.id && same(one.title, fileDevice.title)) ??
      devices.find((one) => same(one.udf_id, fileDevice.udf_id)) ??
      devices.find((one) => same(one.title, fileDevice.title));
    if (device !== undefined) here.set(fileDevice.id, device);
  }
  const heard = await heardOf(
    [...here.values()].map((device) => device.id),
    live,
  );
  const unbound = new Set<string>();
  const used = new Set<string>();
  const moved = (path: string): string | null => {
    const { deviceId, groupId, sensorId } = partsOf(path);
    const device = here.get(deviceId);
    const target = device && fullSensorId(device.id, sensorPathOf(groupId, sensorId));
    const document = device && heard.get(device.id);
    const exists =
      device && (document === undefined || sensorsOfDevice(device.id, '', document).some((one) => one.id === target));
    if (exists && target !== undefined) return target;
    unbound.add(path);
    return null;
  };
  const once = (path: string): string | null => {
    const target = moved(path);
    if (target === null || used.has(target)) return null;
    used.add(target);
    return target;
  };
  const documents = file.tabs.map((tab) => {
    const document = TabDocument.parse(tab);
    return {
      ...document,
      machines: document.machines.map((machine) => ({
        ...machine,
        sensors: machine.sensors.flatMap(({ sensor_point, sensor }) => {
          const target = once(sensor);
          return target === null ? [] : [{ sensor_point, sensor: target }];
        }),
        system_state_sensor: machine.system_state_sensor === null ? null : moved(machine.system_state_sensor),
      })),
    };
  });
  return { documents, unbound: [...unbound] };
}
