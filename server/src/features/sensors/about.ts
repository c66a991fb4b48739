import { canEdit, type Person, type Principal } from '../../access/principal.ts';
import type { DeviceSubject } from '../../access/subject.ts';
import { Refusal } from '../../platform/errors.ts';

/** The subject of an audit row. */
export const about = (device: Pick<DeviceSubject, 'deviceId' | 'clientId' | 'siteId'>) => ({
  subject: 'device',
  subjectId: device.deviceId,
  clientId: device.clientId,
  siteId: device.siteId,
  deviceId: device.deviceId,
});

/** Refuses people who see the device but may not edit its warnings, with the specification's text. */
export function editor(call: { readonly who: Principal; readonly subject: DeviceSubject }): Person {
  if (call.who.kind !== 'person' || !canEdit(call.who, call.subject))
    throw new Refusal('forbidden', 'You do not have permission to edit warnings!');
  return call.who;
}
