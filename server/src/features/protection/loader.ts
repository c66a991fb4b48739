import { loadDevice } from '../../access/store.ts';
import type { DeviceSubject } from '../../access/subject.ts';
import type { Db } from '../../platform/db.ts';
import { findSuspicion } from './store-suspicions.ts';

/** Loads a suspicion for authorization: by its device. Ended ones do not exist. */
export async function loadSuspicion(db: Db, id: number): Promise<DeviceSubject | undefined> {
  const suspicion = await findSuspicion(db, id);
  return suspicion && (await loadDevice(db, suspicion.deviceId));
}
