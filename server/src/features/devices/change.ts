import {
  badClaim,
  type DevicePatch,
  noType,
  otherClient,
  senderTaken,
  serialStays,
  udfIdTaken,
} from '@tocsin/contract/devices';
import { refuseOlder } from '../../access/api-versions.ts';
import { isOemOrSuper, type Person } from '../../access/principal.ts';
import type { Api } from '../../access/route.ts';
import type { DeviceSubject } from '../../access/subject.ts';
import { aboutDevice, difference, type Note } from '../../platform/audit.ts';
import type { Trx } from '../../platform/db.ts';
import { type Encryption, sameHash } from '../../platform/encryption.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { openUnit } from './claim.ts';
import { hashCode, openPrefix } from './codes.ts';
import { presentOne, type Reading } from './device-detail.ts';
import { lay, refuseOtherType, settleModbus, settleTyped } from './rules.ts';
import { isSenderTaken, isUdfIdTaken, lockDevice, lockUnit, serialLike, updateDevice } from './store.ts';
import { findSharedType, findType, findTypeById, type TypeRow } from './store-types.ts';

export async function refuseTaken(trx: Trx, udfId: string | null, butBy: number | null): Promise<void> {
  if (udfId !== null && (await isUdfIdTaken(trx, udfId, butBy))) throw badField('udf_id', udfIdTaken);
}

/** Refuses a sender id that another device of the site has. */
export async function refuseSender(
  trx: Trx,
  siteId: number,
  senderId: string | null,
  butBy: number | null,
): Promise<void> {
  if (senderId !== null && (await isSenderTaken(trx, siteId, senderId, butBy)))
    throw badField('sender_id', senderTaken);
}

interface Change {
  readonly trx: Trx;
  readonly note: Note;
  readonly who: Person;
  readonly subject: DeviceSubject;
  readonly body: DevicePatch;
}

/** Applies a change, records it, and returns the names of the changed fields. */
export async function changeDevice(
  api: Api,
  dependencies: Reading,
  { trx, note, who, subject, body }: Change,
): Promise<string[]> {
  const id = subject.deviceId;
  const before = orNotFound(await lockDevice(trx, id));
  await refuseOlder(body.version, before.version, () => presentOne(dependencies, id, who));
  const serialNumber = body.serial_number ? await serialLike(trx, body.serial_number) : before.serial_number;
  const type = await unitType(trx, dependencies.encryption, before, { ...body, serial_number: serialNumber });
  refuseOtherType(body.device_type ?? type.code, type);
  const typed = settleTyped(
    type,
    { udf_id: lay(body, 'udf_id', before.udf_id), ip_address: lay(body, 'ip_address', before.ip_address) },
    before,
  );
  await refuseTaken(trx, typed.udf_id, id);
  const sender_id = lay(body, 'sender_id', before.sender_id);
  const emulated = lay(body, 'is_emulated_as', before.is_emulated_as);
  if (emulated !== before.is_emulated_as && !isOemOrSuper(who)) throw new Refusal('forbidden');
  const shownAs = emulated === null ? null : await findType(trx, subject.clientId, emulated);
  if (shownAs === undefined) throw badField('is_emulated_as', noType);
  const siteId = await targetSite(api, who, subject, body.location);
  await refuseSender(trx, siteId, sender_id, id);
  const was = patchable(before);
  const is = {
    ...was,
    ...typed,
    device_type: type.code,
    sender_id,
    title: body.title ?? before.title,
    serial_number: serialNumber,
    site_id: siteId,
    is_emulated_as: shownAs?.code ?? null,
    key_sensor: lay(body, 'key_sensor', before.key_sensor),
    ...settleModbus(type, body, before),
  };
  const { old, new: fresh } = difference(was, is);
  note({
    ...aboutDevice(subject, is.title),
    action: serialNumber === before.serial_number ? 'change' : 'exchange',
    old,
    new: fresh,
  });
  const names = Object.keys(fresh);
  if (names.length > 0) await updateDevice(trx, id, { ...is, type_id: type.id });
  return names;
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockDevice>>>;

const patchable = (device: Locked) => ({
  sender_id: device.sender_id,
  title: device.title,
  serial_number: device.serial_number,
  device_type: device.device_type,
  site_id: device.site_id,
  udf_id: device.udf_id,
  ip_address: device.ip_address,
  is_emulated_as: device.is_emulated_as,
  key_sensor: device.key_sensor,
  modbus_unit: device.modbus_unit,
  modbus_framing: device.modbus_framing,
});

/**
 * The registry's type of the resulting unit. A different serial number is an exchange and claims that unit; the present
 * one may be sent with every save, but not with another code.
 */
async function unitType(trx: Trx, encryption: Encryption, before: Locked, body: DevicePatch): Promise<TypeRow> {
  const { serial_number = before.serial_number, code } = body;
  if (serial_number !== before.serial_number) {
    if (before.serial_number.startsWith(openPrefix)) throw badField('serial_number', serialStays);
    if (code === undefined) throw badField('code', 'Please input your code');
    return await findSharedType(trx, (await openUnit(trx, encryption, serial_number, code)).type);
  }
  if (code !== undefined) {
    const unit = await lockUnit(trx, serial_number);
    if (!unit || !sameHash(hashCode(encryption, serial_number, code), unit.code_hash))
      throw new Refusal('invalid', badClaim);
  }
  return await findTypeById(trx, before.type_id);
}

/** A device moves within its client only, by a person who may remove it here and add it there. */
async function targetSite(api: Api, who: Person, device: DeviceSubject, location: number | undefined): Promise<number> {
  if (location === undefined || location === device.siteId) return device.siteId;
  await api.authorizer.check(who, 'device.manage', device.deviceId);
  const site = await api.authorizer.check(who, 'device.add', location);
  if (site.clientId !== device.clientId) throw badField('location', otherClient);
  return site.siteId;
}
