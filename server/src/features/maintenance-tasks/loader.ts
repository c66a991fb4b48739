import type { DeviceSubject } from '../../access/subject.ts';
import type { Db } from '../../platform/db.ts';
import { deviceOf } from './present.ts';
import { findTask } from './store.ts';

/** Loads the device of a task for authorization. */
export async function loadTask(db: Db, id: number): Promise<DeviceSubject | undefined> {
  const task = await findTask(db, id);
  return task && deviceOf(task);
}
