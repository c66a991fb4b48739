import type { Db } from '../../base/db.ts';
import { loadDevice, loadSite } from '../../policy/store.ts';
import type { DeviceSubject } from '../../policy/subject.ts';
import { findEvent } from './store.ts';

/** A notification is judged by its device; one of a whole site (device 0) by its site. */
export async function loadNotification(db: Db, id: number): Promise<DeviceSubject | undefined> {
  const event = await findEvent(db, id);
  if (!event) return undefined;
  if (event.device_id !== 0) return await loadDevice(db, event.device_id);
  const site = await loadSite(db, event.site_id);
  return site && { ...site, deviceId: event.device_id as DeviceSubject['deviceId'], shownType: '0300' };
}
