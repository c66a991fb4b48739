import { DeviceId, type SiteId } from '@tocsin/contract/ids';
import { sensorPathOf } from '@tocsin/contract/layout';
import {
  type DeviceModbus,
  endpoints,
  isRead,
  type ModbusReading,
  type ModbusStatistics,
  type RegisterMap,
} from '@tocsin/contract/modbus';
import { endpoints as tags } from '@tocsin/contract/tag-list';
import { type Api, route } from '../../access/route.ts';
import type { CatalogDevice } from '../../pipeline/catalog.ts';
import { aboutDevice, byCall, recorded } from '../../platform/audit.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { badField, orNotFound } from '../../platform/errors.ts';
import { readFile } from '../../platform/http/form.ts';
import { findDevice, lockDevice, updateDevice } from './store.ts';
import { addCompared, comparedOf, removeCompared } from './store-compared.ts';
import { findTypeById } from './store-types.ts';
import { readTagList } from './tag-list.ts';

const maxTagBytes = 8 * 1024 * 1024;

/** What the Modbus adapter offers to these routes. */
export interface ModbusPort {
  readonly maps: readonly RegisterMap[];
  /** Returns the map of this choice (null: the type's own) and validates it; throws an Error with the reason. */
  readonly check: (map: RegisterMap) => void;
  readonly mapFor: (device: Pick<CatalogDevice, 'type' | 'modbusMap'>) => RegisterMap | null;
  /** null: this server does not poll it. */
  readonly polling: (
    id: DeviceId,
  ) => { readonly statistics: ModbusStatistics; readonly readings: readonly ModbusReading[] } | null;
}

export interface ModbusRouteDependencies extends DbAndClock {
  readonly modbus: ModbusPort;
  /** After a commit: reloads the catalog and records the change as an event. */
  readonly changed: (device: { readonly deviceId: number; readonly siteId: SiteId }, content: string) => Promise<void>;
}

export const addModbusRoutes = (api: Api, { db, clock, modbus, changed }: ModbusRouteDependencies): void => {
  const present = async (id: number): Promise<DeviceModbus> => {
    const row = orNotFound(await findDevice(db, id));
    const map = modbus.mapFor({ type: row.type, modbusMap: row.modbus_map ?? row.type_modbus_map });
    const polling = modbus.polling(DeviceId.parse(id));
    const compared = await comparedOf(db, id);
    return {
      address: row.type.enters === 'modbus' ? row.ip_address : null,
      map: map && { name: map.name, title: map.title, about: map.about, ours: map.ours, interval_ms: map.interval_ms },
      source: row.modbus_map === null ? 'type' : 'device',
      maps: modbus.maps.map(({ name, title, ours }) => ({ name, title, ours })),
      statistics: polling?.statistics ?? null,
      readings: (polling?.readings ?? []).map((reading) => ({
        ...reading,
        compared: compared.get(reading.path) ?? null,
      })),
      document: map,
    };
  };

  route(api, endpoints.one, ({ params }) => present(params.id));

  route(api, endpoints.compare, async (call) => {
    const { params, subject, body, who } = call;
    const readings = modbus.polling(DeviceId.parse(params.id))?.readings ?? [];
    const unread = readings.find((reading) => body.compared.includes(reading.path) && !isRead(reading));
    if (unread) throw badField('compared', `${unread.name} has no value now that could be compared`);
    await recorded(db, byCall(call), async (trx, note) => {
      const device = orNotFound(await lockDevice(trx, params.id));
      await removeCompared(trx, params.id, body.not_compared);
      await addCompared(trx, params.id, body.compared, who.name, new Date(clock.now()));
      const values = { old: { compared: body.not_compared }, new: { compared: body.compared } };
      note({ ...aboutDevice(subject, device.title), action: 'change', ...values });
    });
    return await present(params.id);
  });

  route(api, tags.read, async ({ request, params }) => {
    const row = orNotFound(await findDevice(db, params.id));
    const file = await readFile(request, maxTagBytes);
    if (!file) throw badField('file', 'Please choose a file');
    if (file.isCut) throw badField('file', 'The file must be at most 8 MiB');
    return await readTagList(file.bytes, row.title);
  });

  route(api, endpoints.change, async (call) => {
    const { who, params, subject, body } = call;
    const modbus_map = chosenMap(modbus, body.map, 'map');
    const differs = await recorded(db, byCall(call), async (trx, note) => {
      const before = orNotFound(await lockDevice(trx, params.id));
      const type = await findTypeById(trx, before.type_id);
      if (type.enters !== 'modbus') throw badField('map', 'Devices of this type are not asked over Modbus');
      const is = before.modbus_map === modbus_map;
      const values = is ? { old: {}, new: {} } : { old: named(before.modbus_map), new: named(modbus_map) };
      note({ ...aboutDevice(subject, before.title), action: 'change', ...values });
      if (!is) {
        await updateDevice(trx, params.id, { modbus_map });
        const old = modbus.mapFor({ type, modbusMap: before.modbus_map ?? null });
        const fresh = modbus.mapFor({ type, modbusMap: modbus_map });
        const paths = [...(await comparedOf(trx, params.id)).keys()];
        await removeCompared(
          trx,
          params.id,
          paths.filter((path) => meaningOf(old, path) !== meaningOf(fresh, path)),
        );
      }
      return !is;
    });
    if (differs) await changed(subject, `Device changed by ${who.name}: register map`);
    return await present(params.id);
  });
};

/** What a map says of a sensor, as text: another one must be compared again. */
function meaningOf(map: RegisterMap | null, path: string): string {
  for (const group of map?.groups ?? [])
    for (const { id, name: _, ...sensor } of group.sensors)
      if (sensorPathOf(group.id, id) === path) return JSON.stringify(sensor);
  return '';
}

/** The stored form: the name of a known map, or a map as JSON. */
export function chosenMap(
  { maps, check }: Pick<ModbusPort, 'maps' | 'check'>,
  map: string | RegisterMap | null,
  field: string,
): string | null {
  if (map === null) return null;
  if (typeof map === 'string') {
    if (!maps.some(({ name }) => name === map)) throw badField(field, `There is no map '${map}'`);
    return map;
  }
  try {
    check(map);
  } catch (error) {
    throw badField(field, error instanceof Error ? error.message : String(error));
  }
  return JSON.stringify(map);
}

/** The audit log names a custom map instead of printing it. */
const named = (map: string | null) => ({
  register_map: map?.startsWith('{') ? `own: ${(JSON.parse(map) as { name: string }).name}` : map,
});
