import { canEdit, type Person, type Principal } from '../../access/principal.ts';
import type { DeviceSubject } from '../../access/subject.ts';
import type { Administration } from '../../pipeline/catalog.ts';
import { Refusal } from '../../platform/errors.ts';

/** Refuses people who see the device but may not edit its warnings, with the specification's text. */
export function editor(call: { readonly who: Principal; readonly subject: DeviceSubject }): Person {
  if (call.who.kind !== 'person' || !canEdit(call.who, call.subject))
    throw new Refusal('forbidden', 'You do not have permission to edit warnings!');
  return call.who;
}

/** What hears of a device whose settings changed. */
export interface ChangeOfDevices {
  /** After a commit: reloads the device catalog. */
  readonly catalogChanged: (scope: { readonly kind: 'devices'; readonly ids: readonly number[] }) => Promise<void>;
  readonly administered: (what: Administration) => Promise<void>;
}

/** After a commit: reloads the catalog and records an event for each device. */
export async function devicesChanged(
  { catalogChanged, administered }: ChangeOfDevices,
  devices: readonly Pick<DeviceSubject, 'deviceId' | 'siteId'>[],
  content: string,
): Promise<void> {
  if (devices.length === 0) return;
  await catalogChanged({ kind: 'devices', ids: devices.map(({ deviceId }) => deviceId) });
  for (const { siteId, deviceId } of devices)
    await administered({ type: 'device_administration', siteId, deviceId, content });
}
