import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isStaffSecondFactorRequired, setStaffSecondFactor } from '../../access/store-staff-second-factor.ts';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { addResetRoute, addSettingsRoutes } from './index.ts';

const database = testDatabase();
const clock = drivenClock(Date.UTC(2026, 10, 29));
const url = '/api/v1/oem/settings/';
const feed = { title: 'News', description: 'All', url: 'https://example.com/feed.xml' };
let api: TestApi;
let boss: SignedIn;
let bossId: number;
let isGatewaySet = true;

beforeAll(async () => {
  const { db } = database;
  api = await testApi(
    db,
    (a) => {
      addSettingsRoutes(a, { db, clock, logoOf: async () => null });
      const resetGateway = async (): Promise<boolean> => {
        const wasSet = isGatewaySet;
        isGatewaySet = false;
        return wasSet;
      };
      addResetRoute(a, { db, isFixed: false, others: { 'SMS gateway': resetGateway } });
    },
    { clock },
  );
  const user = await makeUser(db, { is_superuser: true });
  bossId = user.id;
  boss = await signedIn(api.http, db, user, new Date(clock.now()));
});
afterAll(async () => {
  await api.http.close();
});

// meets: cra-annex-i I.2b
it('the settings of a running installation become those of a new one, by a super user with a second factor, and are audited', async () => {
  const { db } = database;
  const fresh = (await boss.get(url)).json();
  await boss.patch(url, { support_email: 'help@example.com', support_phone: '555', css: '.a { color: red }' });
  await boss.post('/api/v1/oem/rss-feed/', [feed]);
  const changed = (await boss.get(url)).json();

  const oem = await signedIn(api.http, db, await makeUser(db, { is_oem: true }), new Date(clock.now()));
  expect((await oem.delete(url)).statusCode).toBe(403);
  // Otherwise the caller could not sign in again.
  expect((await boss.delete(url)).statusCode).toBe(409);
  expect((await boss.get(url)).json()).toEqual(changed);
  expect(isGatewaySet).toBe(true);

  const secret = Buffer.from('secret');
  await sql`insert into two_factor (user_id, secret, verified_at) values (${bossId}, ${secret}, now())`.execute(db);
  await sql`update session set verified_at = now() where user_id = ${bossId}`.execute(db);
  expect((await boss.delete(url)).statusCode).toBe(204);
  expect(await isStaffSecondFactorRequired(db)).toBe(true);
  await db.transaction().execute((trx) => setStaffSecondFactor(trx, false));
  expect((await boss.get(url)).json()).toEqual({ ...fresh, version: expect.any(Number) });
  expect((await boss.get('/api/v1/oem/rss-feed/')).json().results).toEqual([]);
  expect(isGatewaySet).toBe(false);
  const rows = await db
    .selectFrom('audit')
    .select(['action', 'user_id', 'old', 'new'])
    .where('subject', '=', 'operator settings')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(rows).toMatchObject([
    {
      action: 'change',
      user_id: bossId,
      old: { support_email: 'help@example.com', feeds: [feed.url], is_staff_2fa_required: false },
      new: { support_email: '', feeds: [], is_staff_2fa_required: true, reset: ['SMS gateway'] },
    },
  ]);
});
