import { claimedOpenly, endpoints, noType } from '@tocsin/contract/devices';
import { DeviceId, SiteId } from '@tocsin/contract/ids';
import type { OutOfServiceInput } from '@tocsin/contract/out-of-service';
import { toDataURL } from 'qrcode';
import { refuseSecondName } from '../../access/one-name.ts';
import { isStaff, type Person } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { scopeOf } from '../../access/scope.ts';
import { selectDevice } from '../../access/store-people.ts';
import type { DeviceSubject } from '../../access/subject.ts';
import { type OutOfServicePort, type SuspendCall, type Suspended, suspend } from '../../access/suspend.ts';
import type { Administration, ReadDeviceSummary } from '../../pipeline/catalog.ts';
import { aboutDevice, type By, byCall, recorded } from '../../platform/audit.ts';
import type { DbAndClock } from '../../platform/db.ts';
import type { Encryption } from '../../platform/encryption.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import type { Throttle } from '../../platform/throttle.ts';
import { changeDevice, refuseSender, refuseTaken } from './change.ts';
import { guardClaim, openUnit } from './claim.ts';
import { connectionOf, type PublicAddresses } from './connection.ts';
import { codeOf, presentOne } from './device-detail.ts';
import { addOpenDevice, type TakeTemplate } from './open-claim.ts';
import { presentDevice } from './present.ts';
import { addImportRoutes, type ImportPiece } from './routes-import.ts';
import { addModbusRoutes, type ModbusPort } from './routes-modbus.ts';
import { addNetworkRoutes } from './routes-networks.ts';
import { addRegistryRoutes } from './routes-registry.ts';
import { addTypeRoutes, clientsOf } from './routes-types.ts';
import { refuseOtherType, settleTyped } from './rules.ts';
import * as store from './store.ts';
import { mappedValues } from './store-compared.ts';
import { findSharedType, findType, isKnownType } from './store-types.ts';

/** The event of a new device. */
const addedBy = (title: string, who: Person, template: number | null): string =>
  `Device '${title}' added by ${who.name}${template === null ? '' : ` with version ${template} of its type's template`}`;

export interface DevicesDependencies extends DbAndClock {
  readonly encryption: Encryption;
  readonly throttle: Throttle;
  /** Devices of open types that a client may add. */
  readonly mostOpenDevices: number;
  readonly deviceSummary: ReadDeviceSummary;
  readonly publicAddresses: PublicAddresses;
  readonly modbus: ModbusPort;
  readonly importPiece: ImportPiece;
  readonly outOfService: OutOfServicePort<{ readonly deviceId: number }>;
  readonly takeTemplate: TakeTemplate;
  /** Removes a device, or throws 409 with what uses it; restorable for 30 days. */
  readonly remove: (id: number, by: By, cascade: boolean) => Promise<void>;
  readonly restore: (id: number, by: By) => Promise<void>;
  /** After a commit: reloads the device catalog. */
  readonly catalogChanged: (scope: { readonly kind: 'devices'; readonly ids: readonly number[] }) => Promise<void>;
  /** After a commit: records the change as an event. */
  readonly administered: (what: Administration) => Promise<void>;
}

export const addDeviceRoutes = (api: Api, dependencies: DevicesDependencies): void => {
  const { db, deviceSummary } = dependencies;

  addRegistryRoutes(api, dependencies);
  addTypeRoutes(api, dependencies);
  addNetworkRoutes(api, dependencies);
  addImportRoutes(api, dependencies);
  addModbusRoutes(api, { ...dependencies, changed: (device, content) => administer(dependencies, device, content) });

  route(api, endpoints.list, async ({ who, query, selection }) => {
    if (query.removed && !isStaff(who)) throw new Refusal('forbidden');
    const { clientId } = await selection();
    if (query.device_type !== undefined && !(await isKnownType(db, query.device_type, clientsOf(who, clientId))))
      throw badField('device_type', noType);
    const scope = scopeOf(who, clientId);
    const { is_online, limit, offset } = query;
    if (is_online === undefined) {
      const [count, rows] = await Promise.all([
        store.countDevices(db, scope, query),
        store.pageOfDevices(db, scope, query),
      ]);
      return { count, results: rows.map((row) => presentDevice(row, who, deviceSummary)) };
    }
    const all = await store.idsOfDevices(db, scope, query);
    const ids = all.filter((id) => (deviceSummary(DeviceId.parse(id))?.online ?? false) === is_online);
    const rows = await store.devicesByIds(db, ids.slice(offset, offset + limit));
    return { count: ids.length, results: rows.map((row) => presentDevice(row, who, deviceSummary)) };
  });

  route(api, endpoints.all, async ({ who, selection }) => {
    const rows = await store.namesOfDevices(db, scopeOf(who, (await selection()).clientId));
    const results = rows.map((row) => ({
      id: DeviceId.parse(row.id),
      title: row.title,
      location: { id: SiteId.parse(row.site_id), title: row.site_title },
    }));
    return { count: results.length, results };
  });

  route(api, endpoints.one, ({ who, params }) => presentOne(dependencies, params.id, who));

  route(api, endpoints.create, async (call) => {
    const { who, body, subject } = call;
    const { id, template } = await guardClaim(dependencies.throttle, who.userId, () =>
      recorded(db, byCall(call), async (trx, note) => {
        if (!(await store.holdSite(trx, subject.siteId))) throw new Refusal('not-found');
        const stated = await findType(trx, subject.clientId, body.device_type);
        if (!stated) throw badField('device_type', noType);
        if (stated.claim === 'open') throw badField('device_type', claimedOpenly);
        const typed = settleTyped(stated, body, null);
        const unit = await openUnit(trx, dependencies.encryption, body.serial_number, body.code);
        const type = await findSharedType(trx, unit.type);
        refuseOtherType(stated.code, type);
        await refuseTaken(trx, typed.udf_id, null);
        const { title } = body;
        const fields = { title, serial_number: unit.serialNumber, device_type: type.code, type_id: type.id };
        const sender_id = body.sender_id ?? null;
        await refuseSender(trx, subject.siteId, sender_id, null);
        const values = { site_id: subject.siteId, ...fields, ...typed, sender_id };
        await refuseSecondName(trx, who, { kind: 'device', of: subject.siteId, name: title });
        const now = dependencies.clock.now();
        const id = await store.insertDevice(trx, { ...values, created_at: new Date(now) });
        note({ ...aboutDevice({ ...subject, deviceId: id }, title), action: 'create', old: null, new: values });
        const added = { who, deviceId: id, typeId: type.id };
        return { id, template: await dependencies.takeTemplate({ trx, note, now }, added) };
      }),
    );
    await administer(dependencies, { ...subject, deviceId: id }, addedBy(body.title, who, template));
    return await presentOne(dependencies, id, who);
  });

  route(api, endpoints.open, async (call) => {
    const { id, template } = await addOpenDevice(dependencies, call);
    await administer(dependencies, { ...call.subject, deviceId: id }, addedBy(call.body.title, call.who, template));
    return await presentOne(dependencies, id, call.who);
  });

  route(api, endpoints.qr, async ({ params }) => {
    const row = orNotFound(await store.findDevice(db, params.id));
    const code = await codeOf(dependencies, row.serial_number);
    return { qrcode: await toDataURL(`${row.serial_number}:${code ?? ''}`, { margin: 2, width: 240 }) };
  });

  route(api, endpoints.change, async (call) => {
    const { who, params, body, subject } = call;
    // Only an exchange is a claim; the form sends the device's own serial number and code with every save.
    const current = await store.findDevice(db, params.id);
    const isExchange = body.serial_number !== undefined && body.serial_number !== current?.serial_number;
    const change = () =>
      recorded(db, byCall(call), (trx, note) => changeDevice(api, dependencies, { trx, note, who, subject, body }));
    const isClaim = isExchange || body.code !== undefined;
    const changed = await (isClaim ? guardClaim(dependencies.throttle, who.userId, change) : change());
    if (changed.length > 0)
      await administer(
        dependencies,
        subject,
        `Device changed by ${who.name}: ${changed.join(', ').replaceAll('_', ' ')}`,
      );
    return await presentOne(dependencies, params.id, who);
  });

  const setSuspended = async (call: SuspendCall<DeviceSubject>, isWanted: boolean | null, input: OutOfServiceInput) => {
    const { subject } = call;
    const device: Suspended<{ readonly deviceId: number }> = {
      kind: 'Device',
      place: { deviceId: subject.deviceId },
      lock: (trx) => store.lockDevice(trx, subject.deviceId),
      update: (trx, patch) => store.updateDevice(trx, subject.deviceId, patch),
      about: (title) => aboutDevice(subject, title),
    };
    const content = await suspend(dependencies, call, device, isWanted, input);
    if (content !== null) await administer(dependencies, call.subject, content);
    return await presentOne(dependencies, call.params.id, call.who);
  };
  route(api, endpoints.suspend, (call) => setSuspended(call, null, call.body));
  route(api, endpoints.takeOutOfService, (call) => setSuspended(call, true, call.body));
  route(api, endpoints.returnToService, (call) => setSuspended(call, false, {}));

  route(api, endpoints.remove, async (call) => {
    await dependencies.remove(call.params.id, byCall(call), call.query.cascade);
  });

  route(api, endpoints.restore, async (call) => {
    await dependencies.restore(call.params.id, byCall(call));
    return await presentOne(dependencies, call.params.id, call.who);
  });

  route(api, endpoints.select, async (call) => {
    const { who, params, subject } = call;
    // A wall display selects by its own header; nothing is stored for it.
    if (who.kind === 'wall') return await presentOne(dependencies, params.id, who);
    await recorded(db, byCall(call), async (trx, note) => {
      await selectDevice(trx, who.userId, subject);
      const same = who.stored.device === params.id;
      const values = same
        ? { old: {}, new: {} }
        : { old: { current_device: who.stored.device }, new: { current_device: params.id } };
      note({ ...aboutDevice(subject, ''), action: 'select', ...values });
    });
    return await presentOne(dependencies, params.id, who);
  });

  route(api, endpoints.connection, async ({ params }) => {
    const row = orNotFound(await store.findDevice(db, params.id));
    const connection = connectionOf(dependencies.publicAddresses, {
      id: row.id,
      udfId: row.udf_id,
      serialNumber: row.serial_number,
      code: await codeOf(dependencies, row.serial_number),
      polledAt: row.type.enters === 'modbus' ? row.ip_address : null,
      senderId: row.sender_id,
      mapTopics: (await store.mapTopicsOf(db, row.id)) ?? null,
      lastSeenAt: deviceSummary(DeviceId.parse(row.id))?.lastSeenAt ?? null,
    });
    const { mapped } = connection;
    return mapped ? { ...connection, mapped: { ...mapped, values: await mappedValues(db, row.id) } } : connection;
  });
};

async function administer(
  dependencies: DevicesDependencies,
  device: { readonly deviceId: number; readonly siteId: SiteId },
  content: string,
): Promise<void> {
  const deviceId = DeviceId.parse(device.deviceId);
  await dependencies.catalogChanged({ kind: 'devices', ids: [deviceId] });
  await dependencies.administered({ type: 'device_administration', siteId: device.siteId, deviceId, content });
}
