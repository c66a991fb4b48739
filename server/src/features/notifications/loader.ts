import { shippedTypes } from '@tocsin/contract/device-type';
import { loadDevice, loadSite } from '../../access/store.ts';
import type { DeviceSubject } from '../../access/subject.ts';
import type { Db } from '../../platform/db.ts';
import { findEvent } from './store.ts';

/** Loads a notification for authorization: by its device, or by its site when it is about a whole site (device 0). */
export async function loadNotification(db: Db, id: number): Promise<DeviceSubject | undefined> {
  const event = await findEvent(db, id);
  if (!event) return undefined;
  if (event.device_id !== 0) return await loadDevice(db, event.device_id);
  const site = await loadSite(db, event.site_id);
  return site && { ...site, deviceId: event.device_id as DeviceSubject['deviceId'], shownType: shippedTypes['0300'] };
}
