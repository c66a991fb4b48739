import { Refusal } from '../../base/errors.ts';
import type { DeviceSubject } from '../../policy/subject.ts';
import { canEdit, type Person, type Who } from '../../policy/who.ts';

/** Which thing an audit row is about. */
export const about = (device: DeviceSubject) => ({
  subject: 'device',
  subjectId: device.deviceId,
  clientId: device.clientId,
  siteId: device.siteId,
  deviceId: device.deviceId,
});

/** Who sees the device but may not edit its warnings is told so in the specification's words. */
export function editor(call: { readonly who: Who; readonly subject: DeviceSubject }): Person {
  if (call.who.kind !== 'person' || !canEdit(call.who, call.subject))
    throw new Refusal('forbidden', 'You do not have permission to edit warnings!');
  return call.who;
}
