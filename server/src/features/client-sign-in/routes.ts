import { type ClientSignIn, endpoints } from '@tocsin/contract/client-sign-in';
import { refuseOlder } from '../../access/api-versions.ts';
import { type Api, route } from '../../access/route.ts';
import { byCall, difference, recorded } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';
import { lockSignIn, putLimits, readSignIn, type SessionLimits } from './store.ts';

const fieldsOf = (limits: SessionLimits) => ({
  session_idle_minutes: limits.idle_minutes,
  session_lifetime_hours: limits.lifetime_hours,
  max_sessions: limits.max_sessions,
});

/** Routes of the limits that a client sets for the sessions of its people. */
export const addClientSignInRoutes = (api: Api, { db }: { readonly db: Db }): void => {
  const present = async (clientId: number): Promise<ClientSignIn> => {
    const row = await readSignIn(db, clientId);
    return { ...fieldsOf(row), version: row.version };
  };

  route(api, endpoints.one, ({ params }) => present(params.id));

  route(api, endpoints.change, async (call) => {
    const { id } = call.params;
    const { version, ...patch } = call.body;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = await lockSignIn(trx, id);
      await refuseOlder(version, before.version, () => present(id));
      const was = fieldsOf(before);
      const is = { ...was, ...patch };
      const { old, new: fresh } = difference(was, is);
      const about = { subject: 'client', subjectId: id, subjectName: before.company, clientId: id };
      note({ action: 'change', ...about, old, new: fresh });
      if (Object.keys(fresh).length === 0) return;
      const { session_idle_minutes, session_lifetime_hours, max_sessions } = is;
      await putLimits(trx, id, {
        idle_minutes: session_idle_minutes,
        lifetime_hours: session_lifetime_hours,
        max_sessions,
      });
    });
    return await present(id);
  });
};
