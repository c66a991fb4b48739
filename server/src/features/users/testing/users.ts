import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type TestApi, testApi } from '../../../access/testing.ts';
import { drivenClock } from '../../../platform/clock.ts';
import { testDatabase } from '../../../platform/testing/database.ts';
import { makeUser, type SignedIn, signedIn, type UserOverrides } from '../../../platform/testing/factories.ts';
import { addUserRoutes } from '../index.ts';

/** The user routes of one test file over a database of its own; calls of other features are recorded in `calls`. */
export function userRoutes() {
  const database = testDatabase();
  const clock = drivenClock(Date.now());
  const calls: string[] = [];
  let api: TestApi;

  beforeAll(async () => {
    const { db } = database;
    const log = (what: string) => async (_trx: unknown, id: number) => {
      calls.push(`${what} ${id}`);
    };
    const accounts = {
      openActivation: log('open'),
      voidLinks: log('void'),
      mailActivation: log('mail'),
      mailEmailChanged: log('mail change'),
      endSessions: log('end'),
      endAccount: log('end account'),
      signedOut: async (id: number) => void calls.push(`leave ${id}`),
      activationKeys: async (ids: readonly number[]) => new Map(ids.map((id) => [id, `key-${id}`])),
    };
    const invite = async (_trx: unknown, offer: { userId: number; email: string; sites: readonly unknown[] }) => {
      calls.push(`invite ${offer.userId} as ${offer.email} to ${offer.sites.length} sites`);
      return 77;
    };
    api = await testApi(db, (a) => addUserRoutes(a, { db, clock, accounts, invite }), { clock });
  });
  afterAll(async () => {
    await api.http.close();
  });
  beforeEach(() => {
    calls.length = 0;
  });

  const person = async (over: UserOverrides = {}): Promise<SignedIn> =>
    await signedIn(api.http, database.db, await makeUser(database.db, over), new Date(clock.now()));
  let created = 0;
  const form = (over: object = {}) => ({
    full_name: 'Ann Marie Vole',
    email: `ann${++created}@example.com`,
    company: 'Prairie',
    phone: '1',
    address: 'Road',
    ...over,
  });
  /** Makes a person a member of another client, as an accepted invitation does. */
  const join = (user: number, client: number) =>
    database.db.insertInto('client_member').values({ user_id: user, client_id: client }).execute();
  /** Request options with this client selected. */
  const at = (client: number) => ({ headers: { 'x-tocsin-selection': `${client},,` } });
  const audit = (user: number) =>
    database.db.selectFrom('audit').selectAll().where('subject_id', '=', String(user)).orderBy('id').execute();
  const roles = (user: number) =>
    database.db
      .selectFrom('membership')
      .select(['site_id', 'has_access', 'permission'])
      .where('user_id', '=', user)
      .orderBy('site_id')
      .execute();
  return { database, clock, calls, http: () => api.http, person, form, join, at, audit, roles };
}
