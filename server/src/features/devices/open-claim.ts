import { needsUdfId } from '@tocsin/contract/device-type';
import { ownDevicesOff } from '@tocsin/contract/device-types';
import { claimedByCode, noType, type OpenDeviceInput, tooManyOpen } from '@tocsin/contract/devices';
import { refuseSecondName } from '../../access/one-name.ts';
import { isProgram, isStaff, type Person } from '../../access/principal.ts';
import type { SiteSubject } from '../../access/subject.ts';
import { aboutDevice, byCall, type Note, recorded } from '../../platform/audit.ts';
import type { DbAndClock, Trx } from '../../platform/db.ts';
import type { Encryption } from '../../platform/encryption.ts';
import { badField, Refusal } from '../../platform/errors.ts';
import type { Limit, Throttle } from '../../platform/throttle.ts';
import { refuseSender, refuseTaken } from './change.ts';
import { encryptCode, newUnit } from './codes.ts';
import { settleModbus, settleTyped } from './rules.ts';
import { countOpenDevices, holdSite, insertDevice } from './store.ts';
import { putUnits } from './store-registry.ts';
import { findType, hasOwnDevices } from './store-types.ts';

/** Gives a new device the template of its type; returns the template's version, null without one. */
export type TakeTemplate = (
  save: { readonly trx: Trx; readonly note: Note; readonly now: number },
  added: { readonly who: Person; readonly deviceId: number; readonly typeId: number },
) => Promise<number | null>;

interface OpenClaimDependencies extends DbAndClock {
  readonly encryption: Encryption;
  readonly throttle: Throttle;
  readonly mostOpenDevices: number;
  readonly takeTemplate: TakeTemplate;
}
interface OpenCall {
  readonly who: Person;
  readonly address: string;
  readonly subject: SiteSubject;
  readonly body: OpenDeviceInput;
}

const added: Limit = { bucket: 'open-claim', most: 60, windowMs: 3_600_000 };

/** Makes serial number, code and udf_id of a device of an open type, adds it and returns its id and its template. */
export async function addOpenDevice(
  dependencies: OpenClaimDependencies,
  call: OpenCall,
): Promise<{ readonly id: number; readonly template: number | null }> {
  const { db, clock, encryption, throttle, mostOpenDevices } = dependencies;
  const { who, subject, body } = call;
  // Of a person's hand; a program has its calls a minute and what its client may add.
  const attempt = isProgram(who)
    ? null
    : await throttle.attempt(added, String(who.userId), 'You added 60 devices within an hour.');
  try {
    return await recorded(db, byCall(call), async (trx, note) => {
      if (!(await holdSite(trx, subject.siteId))) throw new Refusal('not-found');
      if (!isStaff(who) && !(await hasOwnDevices(trx, subject.clientId))) throw new Refusal('forbidden', ownDevicesOff);
      const type = await findType(trx, subject.clientId, body.device_type);
      if (!type) throw badField('device_type', noType);
      if (type.claim !== 'open') throw badField('device_type', claimedByCode);
      if ((await countOpenDevices(trx, subject.clientId)) >= mostOpenDevices)
        throw new Refusal('conflict', tooManyOpen(mostOpenDevices));
      const unit = newUnit();
      const udf_id = body.udf_id ?? (needsUdfId(type) ? unit.udfId : null);
      const typed = settleTyped(type, { udf_id, ip_address: body.ip_address ?? null }, null);
      await refuseTaken(trx, typed.udf_id, null);
      const sender_id = body.sender_id ?? null;
      await refuseSender(trx, subject.siteId, sender_id, null);
      const at = new Date(clock.now());
      const { cipher, hash } = encryptCode(encryption, unit.serialNumber, unit.code);
      const row = { serial_number: unit.serialNumber, device_type: type.code, code_cipher: cipher, code_hash: hash };
      await putUnits(trx, [row], at);
      const fields = { title: body.title, serial_number: unit.serialNumber, device_type: type.code, type_id: type.id };
      const values = { site_id: subject.siteId, ...fields, ...typed, sender_id, ...settleModbus(type, body) };
      await refuseSecondName(trx, who, { kind: 'device', of: subject.siteId, name: body.title });
      const id = await insertDevice(trx, { ...values, created_at: at });
      note({ ...aboutDevice({ ...subject, deviceId: id }, body.title), action: 'create', old: null, new: values });
      const added = { who, deviceId: id, typeId: type.id };
      return { id, template: await dependencies.takeTemplate({ trx, note, now: at.getTime() }, added) };
    });
  } catch (error) {
    // What was refused added nothing.
    await attempt?.forgive();
    throw error;
  }
}
