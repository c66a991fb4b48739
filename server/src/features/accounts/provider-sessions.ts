import type { Trx } from '../../platform/audit.ts';
import { Refusal } from '../../platform/errors.ts';
import type { AccountsDependencies, Caller } from './dependencies.ts';
import { demandPassword, wrongPassword } from './own-password.ts';
import { startSession } from './sign-in.ts';
import { type NewSession, profileOf } from './store.ts';
import { endSurplusSessions } from './store-sessions.ts';

/** What sign-in by a client's provider needs of the accounts: sessions, and the password before linking. */
export const createProviderSessions = ({ db, clock, throttle }: AccountsDependencies) => ({
  async startSession(trx: Trx, userId: number, caller: Caller, provider: NonNullable<NewSession['provider']>) {
    const started = await startSession({ db: trx, clock }, userId, caller, provider);
    await endSurplusSessions(trx, userId, started.sessionId, new Date(clock.now()));
    return started;
  },
  async demandPassword(userId: number, password: string): Promise<void> {
    const profile = await profileOf(db, userId);
    if (!profile) throw new Refusal('unauthenticated');
    await demandPassword(throttle, profile, password, 'password', wrongPassword);
  },
});
