import { DeviceId } from '@tocsin/contract/ids';
import type { Db } from '../../platform/db.ts';
import type { WalkPort } from './routes.ts';
import { walksOf } from './store.ts';

/** Ends the walk tests of a person who signs out: what is in alarm notifies then. */
export const createLeaving =
  ({ db, walk }: { readonly db: Db; readonly walk: WalkPort }) =>
  async (userId: number): Promise<void> => {
    for (const { id, device_id: device } of await walksOf(db, userId))
      await walk(DeviceId.parse(device), { kind: 'leave', id, userId, userName: '' });
  };
