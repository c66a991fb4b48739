import { endpoints } from '@tocsin/contract/settings';
import { type Api, route } from '../../access/route.ts';
import { hasSecondFactor, setStaffSecondFactor } from '../../access/store-staff-second-factor.ts';
import { byCall, difference, recorded } from '../../platform/audit.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { ownFirst } from './second-factor.ts';
import { listFeeds, lockSettings, replaceFeeds, updateSettings } from './store.ts';

export interface ResetDependencies {
  readonly db: Db;
  /** TOCSIN_STAFF_SECOND_FACTOR decides about the second factor of staff, which a reset then leaves. */
  readonly isFixed: boolean;
  /** Settings that other features hold: each becomes its default, and says whether it had another value. */
  readonly others: Readonly<Record<string, (trx: Trx) => Promise<boolean>>>;
}

const defaults = { support_address: '', support_phone: '', support_email: '', css: '' };

/** The route that gives all settings of the operator the values of a new installation, in one transaction. */
export const addResetRoute = (api: Api, { db, isFixed, others }: ResetDependencies): void => {
  route(api, endpoints.resetOem, (call) =>
    recorded(db, byCall(call), async (trx, note) => {
      const { support_address, support_phone, support_email, css, is_staff_2fa_required } = await lockSettings(trx);
      if (!isFixed && !(await hasSecondFactor(trx, call.who.userId))) throw new Refusal('conflict', ownFirst);
      const feeds = (await listFeeds(trx)).map(({ url }) => url);
      const isRequired = isFixed ? is_staff_2fa_required : true;
      await updateSettings(trx, defaults);
      await replaceFeeds(trx, []);
      await setStaffSecondFactor(trx, isRequired);
      const changed: string[] = [];
      for (const [name, reset] of Object.entries(others)) if (await reset(trx)) changed.push(name);
      const contacts = { support_address, support_phone, support_email, css };
      const before = { ...contacts, feeds, is_staff_2fa_required, reset: [] };
      const after = { ...defaults, feeds: [], is_staff_2fa_required: isRequired, reset: changed };
      note({ action: 'change', subject: 'operator settings', ...difference(before, after) });
    }),
  );
};
