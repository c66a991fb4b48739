import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeviceType } from '@tocsin/contract/device-type';
import type { DeviceId } from '@tocsin/contract/ids';
import { RegisterMap } from '@tocsin/contract/modbus';
import { SettingError } from '../base/config.ts';
import type { Log } from '../base/log.ts';
import { ModbusDoor } from '../flow/1-receive/modbus-door.ts';
import { ModbusNetworks } from '../flow/1-receive/modbus-link.ts';
import { type ModbusPlan, planOf } from '../flow/1-receive/modbus-map.ts';
import type { CatalogDevice } from '../flow/catalog.ts';
import { partitionOf } from '../processes/partition.ts';
import type { ModbusPort } from '../rooms/devices/index.ts';
import type { DoorParts } from './doors.ts';
import type { Stoppers } from './stoppers.ts';

/** Maps that come with Tocsin. */
const shipped = join(import.meta.dirname, '..', '..', 'modbus-maps');
/** The map of a type that the data folder has no file of its own for. */
const usualOf = (type: string): string => `tocsin-${type.toLowerCase()}`;
const mostOwn = 2_000;

/** Every register map that this installation knows, made ready once. */
export interface ModbusMaps {
  readonly known: readonly ModbusPlan[];
  /** By a device's own choice (a name, or a map as JSON), else by its type. */
  planFor(device: Pick<CatalogDevice, 'type' | 'modbusMap'>): ModbusPlan;
}

/** Reads the shipped maps and those of the data folder's `modbus-maps`; a file of the same name replaces a shipped one. */
export function readModbusMaps(dataDir: string, log: Log): ModbusMaps {
  const known = new Map<string, ModbusPlan>();
  for (const folder of [shipped, join(dataDir, 'modbus-maps')])
    for (const file of filesIn(folder)) {
      const plan = planOf(readMap(join(folder, file)));
      known.set(plan.map.name, plan);
    }
  const own = new Map<string, ModbusPlan>();
  const ownPlan = (text: string): ModbusPlan => {
    const made = own.get(text);
    if (made) return made;
    const plan = planOf(RegisterMap.parse(JSON.parse(text)));
    if (own.size >= mostOwn) own.clear();
    own.set(text, plan);
    return plan;
  };
  const ofType = (type: string): ModbusPlan => {
    const plan = known.get(type.toLowerCase()) ?? known.get(usualOf(type)) ?? known.get(usualOf('F500'));
    if (!plan) throw new Error(`no register map for ${type}`);
    return plan;
  };
  return {
    known: [...known.values()],
    planFor({ type, modbusMap }) {
      if (modbusMap === null) return ofType(type);
      try {
        const plan = modbusMap.startsWith('{') ? ownPlan(modbusMap) : known.get(modbusMap);
        if (plan) return plan;
        log.warn("A device wants a register map that is not there any more; its type's is taken", { modbusMap });
      } catch (error) {
        log.warn("A device's register map can't be read any more; its type's is taken", { error });
      }
      return ofType(type);
    },
  };
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .sort();
  } catch {
    // No folder, no maps of its own.
    return [];
  }
}

function readMap(file: string): RegisterMap {
  try {
    return RegisterMap.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new SettingError(`the register map '${file}' is wrong: ${error instanceof Error ? error.message : error}`);
  }
}

/** What the devices' pages may ask of maps and polling. */
export const modbusPortOf = (maps: ModbusMaps, polling: ModbusPort['polling']): ModbusPort => ({
  maps: maps.known.map(({ map }) => map),
  check: (map) => void planOf(map),
  mapFor: ({ type, modbusMap }) => maps.planFor({ type: DeviceType.parse(type), modbusMap }).map,
  polling,
});

/**
 * Polls every F500 that has an address, and goes on with what changes in the catalog. Of several processes each polls
 * the devices that it judges.
 */
export function openModbusDoor(maps: ModbusMaps, parts: DoorParts, stoppers: Stoppers): ModbusDoor {
  const { config, intake, clock } = parts;
  const { catalog } = parts.devices;
  const { ownership, others } = parts.running;
  const isOurs = (id: DeviceId): boolean => ownership.epochOf(partitionOf(id)) !== undefined;
  const ours = (device: CatalogDevice | null): CatalogDevice | null => (device && isOurs(device.id) ? device : null);
  const door = new ModbusDoor({
    intake,
    catalog: { ...catalog, all: () => [...catalog.all()].filter(({ id }) => isOurs(id)) },
    clock,
    networks: new ModbusNetworks(config.modbusNetworks),
    planOf: (device) => maps.planFor(device),
  });
  const unlisten = catalog.listen((changes) => {
    for (const { before, after } of changes) door.changed(before, ours(after));
  });
  others?.onMoved((partitions) => {
    const which = new Set(partitions);
    for (const device of catalog.all()) if (which.has(partitionOf(device.id))) door.changed(device, ours(device));
  });
  stoppers.add('modbus door', () => {
    unlisten();
    door.stop();
  });
  if (config.roles.has('ingest')) {
    door.start();
    parts.figures.modbus = { door, catalog };
  }
  return door;
}
