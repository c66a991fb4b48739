import { endSurplusSessions, type NewSession } from '../../access/store-sessions.ts';
import type { Trx } from '../../platform/db.ts';
import { Refusal } from '../../platform/errors.ts';
import type { AccountsDependencies, Caller } from './dependencies.ts';
import { mailProviderLinked } from './mails.ts';
import { demandPassword, wrongPassword } from './own-password.ts';
import { fullName } from './present.ts';
import { startSession } from './sign-in.ts';
import { profileOf } from './store.ts';

/** What sign-in by a client's provider needs of the accounts: sessions, and the password before linking. */
export const createProviderSessions = (dependencies: AccountsDependencies) => ({
  async startSession(trx: Trx, userId: number, caller: Caller, provider: NonNullable<NewSession['provider']>) {
    const { clock } = dependencies;
    const started = await startSession({ db: trx, clock }, userId, caller, provider);
    await endSurplusSessions(trx, userId, started.sessionId, new Date(clock.now()));
    return started;
  },
  async demandPassword(userId: number, password: string): Promise<void> {
    const { db, throttle } = dependencies;
    const profile = await profileOf(db, userId);
    if (!profile) throw new Refusal('unauthenticated');
    await demandPassword(throttle, profile, password, 'password', wrongPassword);
  },
  async mailLinked(trx: Trx, userId: number, issuer: string): Promise<void> {
    const profile = await profileOf(trx, userId);
    if (!profile) return;
    await mailProviderLinked(dependencies, trx, { userId, email: profile.email, name: fullName(profile) }, issuer);
  },
});
