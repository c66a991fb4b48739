import { type By, difference, recorded } from '../platform/audit.ts';
import type { Db, Trx } from '../platform/db.ts';
import { lockStaffSecondFactor, setStaffSecondFactor } from './store-staff-second-factor.ts';

/**
 * Stores whether operator staff need a second factor, with an audit note if that changed. `check` runs in the same
 * transaction and may refuse.
 */
export const changeStaffSecondFactor = async (
  db: Db,
  by: By,
  isRequired: boolean,
  check: (trx: Trx) => Promise<void> = async () => {},
): Promise<void> => {
  await recorded(db, by, async (trx, note) => {
    const before = await lockStaffSecondFactor(trx);
    await check(trx);
    const values = difference({ is_required: before }, { is_required: isRequired });
    note({ action: 'change', subject: 'second factor of staff', ...values });
    if (before !== isRequired) await setStaffSecondFactor(trx, isRequired);
  });
};
