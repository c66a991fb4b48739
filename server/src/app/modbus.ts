import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeviceType } from '@tocsin/contract/device-type';
import { DeviceId } from '@tocsin/contract/ids';
import { RegisterMap } from '@tocsin/contract/modbus';
import { partitionOf } from '../cluster/partition.ts';
import type { ModbusPort } from '../features/devices/index.ts';
import { lineKeyOf, ModbusAdapter } from '../pipeline/1-receive/modbus/modbus-adapter.ts';
import { ModbusNetworks } from '../pipeline/1-receive/modbus/modbus-line.ts';
import { type ModbusPlan, planOf } from '../pipeline/1-receive/modbus/modbus-map.ts';
import type { Administration, CatalogDevice } from '../pipeline/catalog.ts';
import { SettingError } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { AdapterDependencies } from './adapters.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

/** Maps shipped with Tocsin. */
const shipped = join(import.meta.dirname, '..', '..', 'modbus-maps');
/** The default map of a type, unless the data folder has a file of that name. */
const usualOf = (type: string): string => `tocsin-${type.toLowerCase()}`;
const maxOwn = 2_000;

/** Every register map known to this installation, compiled once. */
export interface ModbusMaps {
  readonly known: readonly ModbusPlan[];
  /** Selects by a device's own choice (a name, or a map as JSON), otherwise by its type; null for an own type without a map. */
  planFor(device: Pick<CatalogDevice, 'type' | 'modbusMap'>): ModbusPlan | null;
}

/**
 * Reads the shipped maps and those of the data folder's `modbus-maps`; a file of the same name replaces a shipped one.
 */
export function readModbusMaps(dataDir: string, log: Log): ModbusMaps {
  const known = new Map<string, ModbusPlan>();
  for (const folder of [shipped, join(dataDir, 'modbus-maps')])
    for (const file of filesIn(folder)) {
      const plan = planOf(readMap(join(folder, file)));
      known.set(plan.map.name, plan);
    }
  const own = new Map<string, ModbusPlan>();
  const ownPlan = (text: string): ModbusPlan => {
    const existing = own.get(text);
    if (existing) return existing;
    const plan = planOf(RegisterMap.parse(JSON.parse(text)));
    if (own.size >= maxOwn) own.clear();
    own.set(text, plan);
    return plan;
  };
  const ofType = ({ code, owner }: DeviceType): ModbusPlan | null => {
    const plan = known.get(code.toLowerCase()) ?? known.get(usualOf(code));
    if (plan || owner !== 'shipped') return plan ?? null;
    const usual = known.get(usualOf('F500'));
    if (!usual) throw new Error(`no register map for ${code}`);
    return usual;
  };
  return {
    known: [...known.values()],
    planFor({ type, modbusMap }) {
      if (modbusMap === null) return ofType(type);
      try {
        const plan = modbusMap.startsWith('{') ? ownPlan(modbusMap) : known.get(modbusMap);
        if (plan) return plan;
        log.warn("A device's register map no longer exists; using the map of its type", { modbusMap });
      } catch (error) {
        log.warn("A device's register map is not readable; using the map of its type", { error });
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
    // The folder is optional.
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

const maxNamed = 5;
const hashed = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) >>> 2;

/** The partition that owns the address of a polled device. */
const addressPartition = ({ id, ipAddress }: CatalogDevice, port: number): number =>
  partitionOf(ipAddress === null ? id : DeviceId.parse(1 + hashed(lineKeyOf(ipAddress, port))));

/** Register maps and polling as the devices feature uses them. */
export const modbusPortOf = (maps: ModbusMaps, polling: ModbusPort['polling']): ModbusPort => ({
  maps: maps.known.map(({ map }) => map),
  check: (map) => void planOf(map),
  mapFor: (device) => maps.planFor(device)?.map ?? null,
  polling,
});

/**
 * Polls every device of a Modbus type with an address and follows changes of the catalog. With several processes, each
 * asks the addresses that it owns, so that units behind one address share its connection.
 */
export function openModbusAdapter(
  maps: ModbusMaps,
  dependencies: AdapterDependencies,
  shutdownHooks: ShutdownHooks,
  administered: (what: Administration) => Promise<void>,
): ModbusAdapter {
  const { config, intake, clock } = dependencies;
  const { catalog } = dependencies.devices;
  const { ownership, others } = dependencies.running;
  const placeOf = (device: CatalogDevice): number => addressPartition(device, maps.planFor(device)?.map.port ?? 502);
  const isOurs = (device: CatalogDevice): boolean => ownership.epochOf(placeOf(device)) !== undefined;
  const ours = (device: CatalogDevice | null): CatalogDevice | null => (device && isOurs(device) ? device : null);
  const log = dependencies.log.with({ part: 'modbus' });
  const adapter = new ModbusAdapter({
    intake,
    catalog: { ...catalog, all: () => [...catalog.all()].filter(isOurs) },
    clock,
    networks: new ModbusNetworks(config.modbusNetworks),
    planOf: (device) => maps.planFor(device),
    lost: ({ id: deviceId, siteId }, sensors) => {
      const named = sensors.slice(0, maxNamed).map(({ name, reason }) => `${name} (${reason})`);
      const more = sensors.length > maxNamed ? ` and ${sensors.length - maxNamed} more` : '';
      const content = `No longer read: ${named.join(', ')}${more}`;
      administered({ type: 'device_administration', siteId, deviceId, content }).catch((error: unknown) =>
        log.warn('Could not record sensors that are no longer read', { error, deviceId }),
      );
    },
  });
  const unlisten = catalog.listen((changes) => {
    for (const { before, after } of changes) adapter.changed(before, ours(after));
  });
  others?.onMoved((partitions) => {
    const which = new Set(partitions);
    for (const device of catalog.all()) if (which.has(placeOf(device))) adapter.changed(device, ours(device));
  });
  shutdownHooks.add('modbus adapter', () => {
    unlisten();
    adapter.stop();
  });
  if (config.roles.has('ingest')) {
    adapter.start();
    dependencies.metrics.modbus = { adapter, catalog };
  }
  return adapter;
}
