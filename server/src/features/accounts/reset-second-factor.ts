import { endSessionsOf } from '../../access/store-sessions.ts';
import { recorded } from '../../platform/audit.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { createThrottle } from '../../platform/throttle.ts';
import { secondFactorLimit } from './second-factor-guard.ts';
import { findByEmail, profileOf } from './store.ts';
import { removeSecondFactor } from './store-two-factor.ts';

/**
 * For the command line: removes the authenticator, passkeys and recovery codes of the account with this e-mail address,
 * ends its sessions and lifts the lock after wrong codes. Returns true when there was a second factor; throws when no account
 * has the address.
 */
export const resetSecondFactor = async (db: Db, email: string, at: Date): Promise<boolean> => {
  const account = await findByEmail(db, email);
  const profile = account && (await profileOf(db, account.id));
  if (!profile) throw new Refusal('not-found', `Nobody has the e-mail address ${email}`);
  const by = { userId: null, name: 'command line', address: '' };
  const had = await recorded(db, by, async (trx, note) => {
    const removed = await removeSecondFactor(trx, profile.id);
    await endSessionsOf(trx, profile.id, at);
    const name = `${profile.first_name} ${profile.last_name}`.trim();
    const values = { old: { two_factor: removed ? 'on' : 'off' }, new: { two_factor: 'off' } };
    note({ action: 'disable 2FA', subject: 'person', subjectId: profile.id, subjectName: name, ...values });
    return removed;
  });
  await createThrottle(db, systemClock).clear(secondFactorLimit, String(profile.id));
  return had;
};
