import { loadDevice } from '../../access/store.ts';
import type { DeviceSubject } from '../../access/subject.ts';
import type { Db } from '../../platform/db.ts';
import { findShelf } from './store.ts';

/** Loads the device of a shelf for authorization. */
export async function loadShelf(db: Db, id: number): Promise<DeviceSubject | undefined> {
  const shelf = await findShelf(db, id);
  return shelf && (await loadDevice(db, shelf.device_id));
}
