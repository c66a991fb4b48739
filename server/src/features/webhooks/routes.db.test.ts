import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { Clock } from '../../platform/clock.ts';
import { createEncryption } from '../../platform/encryption.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeSite, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { addDeliveryRoutes, addWebhookRoutes, loadWebhook } from './index.ts';

const database = testDatabase();
let db: typeof database.db;
const clock: Clock = { now: () => Date.parse('2026-11-01T08:00:00Z'), after: () => () => {} };
const encryption = createEncryption('a secret of at least thirty-two characters', 'webhooks');
let api: TestApi;
let clientId: number;
let siteId: number;
let engineer: SignedIn;
let manager: SignedIn;
let account: SignedIn;

beforeAll(async () => {
  db = database.db;
  const dependencies = { db, clock, encryption, publicUrl: 'https://tocsin.example', failed: async () => {} };
  api = await testApi(
    db,
    (a) => {
      addWebhookRoutes(a, dependencies);
      addDeliveryRoutes(a, dependencies);
    },
    { loaders: { webhook: (id: number) => loadWebhook(db, id) } },
  );
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  const site = await makeSite(db);
  siteId = site.id;
  clientId = site.clientId;
  engineer = await signedIn(api.http, db, await makeUser(db, { on: { [siteId]: 'Engineer' } }));
  manager = await signedIn(api.http, db, await makeUser(db, { on: { [siteId]: 'Manager' } }));
  account = await signedIn(api.http, db, await makeUser(db, { client: clientId, manages: true }));
});

const path = '/api/v1/webhooks/';
const selected = () => ({ headers: { 'x-tocsin-selection': `${clientId},,` } });
const url = 'https://hooks.example/services/T0KEN';
const add = (over: object = {}, who = manager) =>
  who.post(path, { title: 'Plant', location: siteId, url, event_types: ['alarm_on'], ...over }, selected());
const made = async (over: object = {}, who = manager) => (await add(over, who)).json();

describe('a webhook', () => {
  // meets: owasp-asvs-5 V1.3.7, V2.2.3
  it('is refused with an address, credential or template that cannot work', async () => {
    const other = await makeSite(db);
    for (const [wrong, field] of [
      [{ url: 'ftp://hooks.example/' }, 'url'],
      [{ url: 'https://user:password@hooks.example/' }, 'url'],
      [{ url: 'hooks' }, 'url'],
      [{ title: ' ' }, 'title'],
      [{ event_types: [] }, 'event_types'],
      [{ event_types: ['test'] }, 'event_types'],
      [{ least_priority: 'urgent' }, 'least_priority'],
      [{ format: 'teams' }, 'format'],
      [{ format: 'template' }, 'template'],
      [{ format: 'template', template: '{"a": {{oops}}}' }, 'template'],
      [{ credential: 'a\r\nHost: b' }, 'credential'],
      [{ location: other.id }, 'location'],
    ] as const) {
      const answer = await add(wrong);
      expect(answer.statusCode, JSON.stringify(wrong)).toBe(400);
      expect(answer.json(), JSON.stringify(wrong)).toHaveProperty(field);
    }
  });

  it("is a manager's: of a whole client its account managers'", async () => {
    expect((await add({}, engineer)).statusCode).toBe(403);
    expect((await add({ location: null })).statusCode).toBe(403);
    const { id } = await made({ location: null }, account);
    expect((await manager.get(`${path}${id}/`)).statusCode).toBe(403);
    const { id: own } = await made();
    expect((await engineer.get(`${path}${own}/`)).statusCode).toBe(403);
    expect((await engineer.get(path, selected())).json()).toEqual({ count: 0, results: [], may_add: false });
    expect((await manager.get(path, selected())).json()).toMatchObject({ count: 1, may_add: true });
    expect((await account.get(path, selected())).json()).toMatchObject({ count: 2, may_add: true });
    const stranger = await signedIn(api.http, db, await makeUser(db, { on: { [(await makeSite(db)).id]: 'Manager' } }));
    expect((await stranger.get(`${path}${own}/`)).statusCode).toBe(404);
    expect((await stranger.get(path)).json().count).toBe(0);
  });

  it('shows its secret once, stores it encrypted, and never its credential', async () => {
    const { id, secret } = await made({ credential: 'Bearer abc' });
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    const shown = (await manager.get(`${path}${id}/`)).json();
    expect(shown).toMatchObject({ has_credential: true, url });
    expect(shown).not.toHaveProperty('secret');
    const rotated = (await manager.post(`${path}${id}/rotate-secret/`, {})).json();
    expect(rotated.secret).not.toBe(secret);
    const { rows } = await sql<{ secret: Buffer; credential: Buffer }>`select secret, credential from webhook
      where id = ${id}`.execute(db);
    expect(rows.map((row) => [encryption.open(row.secret), encryption.open(row.credential)])).toEqual([
      [rotated.secret, 'Bearer abc'],
    ]);
    const audit =
      await sql<object>`select old, new from audit where subject = 'webhook' and subject_id = ${String(id)}`.execute(
        db,
      );
    const text = JSON.stringify(audit.rows);
    for (const hidden of [secret, rotated.secret, 'abc', 'T0KEN']) expect(text).not.toContain(hidden);
    expect(text).toContain('https://hooks.example');
  });

  it('changes with its version, and with a reason when it is sent less', async () => {
    const { id } = await made();
    await sql`update client set changes_need_reason = true where id = ${clientId}`.execute(db);
    expect((await manager.patch(`${path}${id}/`, { is_active: false })).json()).toHaveProperty('reason');
    expect((await manager.patch(`${path}${id}/`, { url: 'https://other.example/' })).json()).toHaveProperty('reason');
    expect((await manager.patch(`${path}${id}/`, { title: 'Other', version: 1 })).json()).toMatchObject({ version: 2 });
    const late = await manager.patch(`${path}${id}/`, { title: 'Late', version: 1 });
    expect([late.statusCode, late.json().current.title]).toEqual([409, 'Other']);
    expect((await manager.delete(`${path}${id}/`)).statusCode).toBe(400);
    expect((await manager.delete(`${path}${id}/?reason=Closed`)).statusCode).toBe(204);
    expect((await manager.get(`${path}${id}/`)).statusCode).toBe(404);
  });

  it('is one of at most 50 of a client', async () => {
    await sql`insert into webhook (client_id, title, url, secret, event_types, least_priority, format, created_at)
      select ${clientId}, 'x', 'https://a.example/', '', '{alarm_on}', 4, 'tocsin', now() from generate_series(1, 50)`.execute(
      db,
    );
    expect((await add()).json()).toEqual({ title: ['A client has at most 50 webhooks.'] });
  });
});

describe('the log of a webhook', () => {
  it('has tests, and replays what has ended under a new key', async () => {
    const { id } = await made();
    const tested = (await manager.post(`${path}${id}/test/`, {})).json();
    expect(tested).toMatchObject({ event: null, event_type: 'test', state: 'pending', attempts: 0 });
    const replay = `${path}${id}/deliveries/${tested.id}/replay/`;
    expect((await manager.post(replay, {})).statusCode).toBe(400);
    await sql`update webhook_delivery set state = 'failed' where id = ${tested.id}`.execute(db);
    expect((await engineer.post(replay, {})).statusCode).toBe(403);
    const replayed = (await manager.post(replay, {})).json();
    expect(replayed).toMatchObject({ replay_of: tested.id, state: 'pending' });
    expect(replayed.id).not.toBe(tested.id);
    const log = (await manager.get(`${path}${id}/deliveries/?state=failed`)).json();
    expect([log.count, log.results.map((row: { id: string }) => row.id)]).toEqual([1, [tested.id]]);
    const { id: other } = await made();
    expect((await manager.get(`${path}${other}/deliveries/${tested.id}/`)).statusCode).toBe(404);
  });
});
