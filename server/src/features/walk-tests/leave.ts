import { DeviceId } from '@tocsin/contract/ids';
import type { Db } from '../../platform/db.ts';
import type { WalkPort } from './routes.ts';
import { walksOf } from './store.ts';

/** Ends the walk tests of a person who signs out: what is in alarm notifies then. */
export const createLeaving =
  ({ db, walk }: { readonly db: Db; readonly walk: WalkPort }) =>
  async (userId: number): Promise<void> => {
    const walks = await walksOf(db, userId);
    // A device that cannot be told must not keep the others silent.
    const left = await Promise.allSettled(
      walks.map(({ id, device_id }) => walk(DeviceId.parse(device_id), { kind: 'leave', id, userId, userName: '' })),
    );
    for (const one of left) if (one.status === 'rejected') throw one.reason;
  };
