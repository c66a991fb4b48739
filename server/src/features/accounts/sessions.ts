import { endpoints } from '@tocsin/contract/accounts';
import type { Person } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { endSession } from '../../access/store-sessions.ts';
import { byCall } from '../../platform/audit.ts';
import { orNotFound } from '../../platform/errors.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { endAccount } from './end-account.ts';
import { fullName } from './present.ts';
import { recordedOf } from './record.ts';
import { profileOf } from './store.ts';
import { findOwnSession, listSessions } from './store-sessions.ts';

/** Routes to list and end one's own sessions; an administrator can end all sessions of a person. */
export const addSessionRoutes = (api: Api, dependencies: AccountsDependencies): void => {
  const { db, clock } = dependencies;
  const now = () => new Date(clock.now());

  route(api, endpoints.sessions, async ({ who }) => {
    const rows = await listSessions(db, who.userId, clock.now());
    const results = rows.map(({ id, address, agent, created_at, used_at }) => ({
      id,
      is_current: id === who.sessionId,
      address,
      agent,
      created_at: created_at.toISOString(),
      used_at: used_at.toISOString(),
    }));
    return { count: results.length, results };
  });

  const names = (who: Person) => ({ subject: 'person', subjectId: who.userId, subjectName: who.name });

  route(api, endpoints.endSession, async (call) => {
    const { who, params } = call;
    const session = orNotFound(await findOwnSession(db, who.userId, params.id));
    await recordedOf(db, byCall(call), who.userId, async (trx, note) => {
      await endSession(trx, session.id, now());
      note({ action: 'end session', ...names(who), old: { session: session.id, address: session.address }, new: null });
    });
    // Which of the sessions walks is not known.
    await dependencies.signedOut?.(who.userId);
  });

  route(api, endpoints.endOtherSessions, async (call) => {
    const { who } = call;
    await recordedOf(db, byCall(call), who.userId, async (trx, note) => {
      const going = { userId: who.userId, sessionId: who.sessionId };
      await endAccount(dependencies, trx, { ...going, occasion: 'sign out elsewhere' });
      note({ action: 'end other sessions', ...names(who), old: { sessions: 'open' }, new: null });
    });
    await dependencies.signedOut?.(who.userId);
  });

  route(api, endpoints.endSessionsOf, async (call) => {
    const { userId } = call.subject;
    await recordedOf(db, byCall(call), userId, async (trx, note) => {
      await endAccount(dependencies, trx, { userId, occasion: 'end all sessions' });
      const profile = await profileOf(trx, userId);
      const whose = { subject: 'person', subjectId: userId, subjectName: profile ? fullName(profile) : '' };
      note({ action: 'end sessions', ...whose, old: { sessions: 'open' }, new: null });
    });
    await dependencies.signedOut?.(userId);
  });
};
