import type { DeviceType } from '@tocsin/contract/device-type';
import {
  codeTaken,
  type DeviceTypePatch,
  DeviceTypeProfile,
  endpoints,
  mapIsForPush,
  maxDeviceTypes,
  type NewDeviceType,
  newerProfile,
  noPayloadMap,
  ownDevicesOff,
  ProfileHead,
  profileVersion,
  registryIsOperators,
  type StoredDeviceType,
  unchangeable,
} from '@tocsin/contract/device-types';
import { ClientId, SiteId } from '@tocsin/contract/ids';
import { RegisterMap } from '@tocsin/contract/modbus';
import { refuseOlder } from '../../access/api-versions.ts';
import { permissionsOf } from '../../access/permissions.ts';
import { isManagerWithin, isStaff, managesClient, type Person, type Principal } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { scopeOf } from '../../access/scope.ts';
import { byCall, difference, recorded } from '../../platform/audit.ts';
import type { Db, DbAndClock, Trx } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { refusalOf } from '../../platform/http/failures.ts';
import { chosenMap, type ModbusPort } from './routes-modbus.ts';
import { removeComparedOf } from './store-compared.ts';
import * as store from './store-types.ts';

export interface TypesDependencies extends DbAndClock {
  readonly modbus: Pick<ModbusPort, 'maps' | 'check'>;
  /** After a commit: reloads the devices that use a type. */
  readonly catalogChanged: (scope: { readonly kind: 'devices'; readonly ids: readonly number[] }) => Promise<void>;
}

const maxNamed = 20;
/** Fields that decide how devices are claimed, heard and judged. */
const fixedOnceUsed = ['enters', 'claim', 'groups_are_nodes', 'raises_alarms'] as const;

/** Routes of device types. */
export const addTypeRoutes = (api: Api, dependencies: TypesDependencies): void => {
  const { db, clock, modbus, catalogChanged } = dependencies;

  const presentStored = async (who: Person, id: number): Promise<StoredDeviceType> => {
    const row = orNotFound(await store.storedType(db, id, scopeOf(who, null)));
    return present(row, who);
  };

  const add = async (call: { readonly who: Person; readonly address: string }, input: NewDeviceType) => {
    const { who } = call;
    const {
      client,
      modbus_map,
      payload_map,
      code,
      label,
      enters,
      groups_are_nodes,
      raises_alarms,
      claim,
      report_interval_s,
    } = input;
    const fields = { code, label, enters, groups_are_nodes, raises_alarms, claim, report_interval_s };
    const clientId = await ownerOf(api, db, who, client);
    if (clientId !== null && fields.claim === 'registry') throw badField('claim', registryIsOperators);
    const id = await recorded(db, byCall(call), async (trx, note) => {
      if (await store.isCodeTaken(trx, clientId, fields.code)) throw badField('code', codeTaken);
      if ((await store.countOfOwner(trx, clientId)) >= maxDeviceTypes)
        throw badField('code', `There are at most ${maxDeviceTypes} types.`);
      const owner = clientId === null ? ('operator' as const) : ('client' as const);
      await refuseMap(trx, clientId, fields.enters, payload_map);
      const maps = { modbus_map: chosenMap(modbus, modbus_map, 'modbus_map'), payload_map_id: payload_map };
      const values = { ...fields, ...maps, owner, client_id: clientId };
      const typeId = await store.insertType(trx, { ...values, created_at: new Date(clock.now()) });
      note({ ...about(typeId, clientId, fields.label), action: 'create', old: null, new: audited(values) });
      return typeId;
    });
    return await presentStored(who, id);
  };

  route(api, endpoints.list, async ({ who, query, selection }) => {
    const { clientId } = await selection();
    const filter = { clientIds: clientsOf(who, clientId), scope: scopeOf(who, clientId) };
    const { count, rows } = await store.listTypes(db, filter, query);
    const own_devices = clientId !== null && (await store.hasOwnDevices(db, clientId));
    const may_add =
      who.key === undefined &&
      (clientId === null ? isStaff(who) : isManagerWithin(who, clientId) && (isStaff(who) || own_devices));
    return { count, results: rows.map((row) => present(row, who)), may_add, own_devices };
  });

  route(api, endpoints.one, ({ who, params }) => presentStored(who, params.id));

  route(api, endpoints.uses, async ({ who, params, query, selection }) => {
    const { clientId } = await selection();
    const { count, rows } = await store.sitesOfType(db, params.id, scopeOf(who, clientId), query);
    return { count, results: rows.map(({ id, ...row }) => ({ site: SiteId.parse(id), ...row })) };
  });

  route(api, endpoints.create, (call) => add(call, call.body));

  route(api, endpoints.import, (call) =>
    add(call, { ...profileOf(call.body.profile), client: call.body.client, payload_map: null }),
  );

  route(api, endpoints.profile, async ({ who, params }) => {
    const { id: _, client, owner, devices, sites, version, permissions, ...type } = await presentStored(who, params.id);
    return { tocsin: 'device type' as const, profile: profileVersion, ...type };
  });

  route(api, endpoints.change, async (call) => {
    const { who, params } = call;
    const { version, payload_map, ...patch } = call.body;
    const ids = await recorded(db, byCall(call), async (trx, note) => {
      const before = orNotFound(await store.lockType(trx, params.id));
      await refuseOlder(version, before.version, () => presentStored(who, params.id));
      const users = await store.usersOfType(trx, params.id, 1_000_000);
      if (users.length > 0) refuseFixed(before, patch);
      if (new Set(users.map((user) => user.site_id)).size > 1) refuseAcrossSites(who, before.client_id);
      if (before.client_id !== null && patch.claim === 'registry') throw badField('claim', registryIsOperators);
      const modbus_map =
        patch.modbus_map === undefined ? before.modbus_map : chosenMap(modbus, patch.modbus_map, 'modbus_map');
      const payload_map_id = payload_map === undefined ? before.payload_map_id : payload_map;
      await refuseMap(trx, before.client_id, patch.enters ?? before.enters, payload_map ?? null);
      const is = { ...audited(before), ...patch, modbus_map, payload_map_id };
      await removeComparedOf(trx, { typeId: params.id }, allIfOther(before.payload_map_id, payload_map_id));
      const { old, new: fresh } = difference(audited(before), is);
      note({ ...about(params.id, before.client_id, is.label), action: 'change', old, new: fresh });
      if (Object.keys(fresh).length === 0) return [];
      await store.updateType(trx, params.id, is);
      return users.filter((user) => user.removed_at === null).map((user) => user.id);
    });
    if (ids.length > 0) await catalogChanged({ kind: 'devices', ids });
    return await presentStored(who, params.id);
  });

  route(api, endpoints.remove, async (call) => {
    const { params } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = orNotFound(await store.lockType(trx, params.id));
      const users = await store.usersOfType(trx, params.id, maxNamed + 1);
      if (users.length > 0) throw inUse(users);
      if (before.client_id === null && (await store.isInRegistry(trx, before.code)))
        throw new Refusal('conflict', 'Units of the registry have this type.');
      await store.deleteType(trx, params.id);
      note({ ...about(params.id, before.client_id, before.label), action: 'remove', old: audited(before), new: null });
    });
  });
};

/** The clients whose own types a caller sees, within the selected one; null: all. */
export function clientsOf(who: Principal, clientId: ClientId | null): readonly number[] | null {
  if (who.kind === 'wall') return [who.clientId];
  if (clientId !== null) return [clientId];
  return isStaff(who) ? null : [...who.clients.keys()];
}

/** The client of a new type or map, or null for everybody; refuses whoever may not make one there. */
export async function ownerOf(api: Api, db: Db, who: Person, client: number | null): Promise<ClientId | null> {
  if (client === null) {
    if (!isStaff(who) || who.key !== undefined) throw new Refusal('forbidden');
    return null;
  }
  const { clientId } = await api.authorizer.check(who, 'client.types', client);
  if (!isStaff(who) && !(await store.hasOwnDevices(db, clientId))) throw new Refusal('forbidden', ownDevicesOff);
  return clientId;
}

/** The stored form of a file; refuses one of a newer version before it looks at the rest. */
function profileOf(file: unknown): DeviceTypeProfile {
  const head = ProfileHead.safeParse(file);
  if (!head.success) throw badField('profile', 'This is no file of a device type.');
  if (head.data.profile > profileVersion) throw badField('profile', newerProfile(head.data.profile));
  const profile = DeviceTypeProfile.safeParse(file);
  if (!profile.success) throw refusalOf(profile.error);
  return profile.data;
}

type Locked = NonNullable<Awaited<ReturnType<typeof store.lockType>>>;

function refuseFixed(before: Locked, patch: DeviceTypePatch): void {
  for (const name of fixedOnceUsed)
    if (patch[name] !== undefined && patch[name] !== before[name]) throw badField(name, unchangeable(name));
}

function refuseAcrossSites(who: Person, clientId: number | null): void {
  if (isStaff(who) || (clientId !== null && managesClient(who, ClientId.parse(clientId)))) return;
  throw new Refusal(
    'forbidden',
    'Devices of several sites use this type: account managers and the operator change it.',
  );
}

function inUse(users: Awaited<ReturnType<typeof store.usersOfType>>): Refusal {
  const named = users.slice(0, maxNamed).map((user) => `${user.title} (${user.site_title})`);
  const more = users.length > maxNamed ? ' and more' : '';
  return new Refusal('conflict', `Devices use this type: ${named.join(', ')}${more}.`, {
    body: {
      devices: users.slice(0, maxNamed).map(({ id, title, site_title }) => ({ id, title, location: site_title })),
    },
  });
}

async function refuseMap(trx: Trx, clientId: number | null, enters: string, id: number | null): Promise<void> {
  if (id === null) return;
  if (enters !== 'push') throw badField('payload_map', mapIsForPush);
  if (!(await store.isMapOf(trx, clientId, id))) throw badField('payload_map', noPayloadMap);
}

interface AuditedType extends Omit<DeviceType, 'code' | 'owner'> {
  readonly modbus_map: string | null;
  readonly payload_map_id: number | null;
}
const audited = (row: AuditedType) => ({
  label: row.label,
  enters: row.enters,
  groups_are_nodes: row.groups_are_nodes,
  raises_alarms: row.raises_alarms,
  claim: row.claim,
  report_interval_s: row.report_interval_s,
  modbus_map: row.modbus_map,
  payload_map_id: row.payload_map_id,
});

const about = (id: number, clientId: number | null, label: string) => ({
  subject: 'device type',
  subjectId: id,
  subjectName: label,
  clientId,
});

function present(row: store.StoredType, who: Person): StoredDeviceType {
  const { client_id, modbus_map, payload_map_id, ...type } = row;
  const clientId = client_id === null ? null : ClientId.parse(client_id);
  return {
    ...type,
    client: clientId,
    payload_map: payload_map_id,
    modbus_map: modbus_map?.startsWith('{') ? RegisterMap.parse(JSON.parse(modbus_map)) : modbus_map,
    permissions: permissionsOf('device-type', who, { clientId, isShipped: row.owner === 'shipped' }),
  };
}

/** Another payload map reads every value otherwise. */
const allIfOther = (before: number | null, after: number | null): string[] => (before === after ? [] : ['%']);
