import { endpoints, type StaffSecondFactor } from '@tocsin/contract/settings';
import { type Api, route } from '../../access/route.ts';
import { changeStaffSecondFactor } from '../../access/staff-second-factor.ts';
import { countStaff, hasSecondFactor, isStaffSecondFactorRequired } from '../../access/store-staff-second-factor.ts';
import { byCall } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';
import { Refusal } from '../../platform/errors.ts';

export interface StaffSecondFactorDependencies {
  readonly db: Db;
  /** TOCSIN_STAFF_SECOND_FACTOR decides; the page only shows it. */
  readonly isFixed: boolean;
}

const fixed = 'The setting TOCSIN_STAFF_SECOND_FACTOR decides this. Change the setting and restart the server.';
export const ownFirst = 'Set up your own second factor first.';

/** Routes of the requirement that operator staff have a second factor. */
export const addStaffSecondFactorRoutes = (api: Api, { db, isFixed }: StaffSecondFactorDependencies): void => {
  const present = async (): Promise<StaffSecondFactor> => {
    const { staff, without } = await countStaff(db);
    return { is_required: await isStaffSecondFactorRequired(db), is_fixed: isFixed, staff, without };
  };

  route(api, endpoints.staffSecondFactor, present);

  route(api, endpoints.changeStaffSecondFactor, async (call) => {
    const { is_required: isRequired } = call.body;
    if (isFixed) throw new Refusal('conflict', fixed);
    await changeStaffSecondFactor(db, byCall(call), isRequired, async (trx) => {
      // Whoever requires it can then still sign in and take the requirement back.
      if (isRequired && !(await hasSecondFactor(trx, call.who.userId))) throw new Refusal('conflict', ownFirst);
    });
    return await present();
  });
};
