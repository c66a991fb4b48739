import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadPerson } from '../../access/store.ts';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { Clock } from '../../platform/clock.ts';
import { cleanUrl } from '../../platform/http/clean-url.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeUser, makeSite, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { addOnCallRoutes } from './index.ts';
import { seedRotation } from './seed.ts';

const database = testDatabase();
const holder = { provenUntil: async () => null, demandProof: async () => {}, mailAdded: async () => {} };
const now = Date.parse('2026-11-23T12:00:00Z');
const time = { now };
const clock: Clock = { now: () => time.now, after: () => () => {} };
let api: TestApi;
let ann: MadeUser;
let who: SignedIn;

beforeAll(async () => {
  const { db } = database;
  api = await testApi(db, (a) => addOnCallRoutes(a, { db, clock, holder, loadPerson: (id) => loadPerson(db, id) }));
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  const { db } = database;
  const site = await makeSite(db);
  ann = await makeUser(db, { on: { [site.id]: 'User' }, first_name: 'Ann', last_name: 'Vole' });
  const ben = await makeUser(db, { on: { [site.id]: 'User' } });
  who = await signedIn(api.http, db, ann);
  const people = [
    { id: ann.id, name: 'Ann Vole' },
    { id: ben.id, name: 'Ben Hare' },
  ];
  const from = Date.parse('2026-11-10T00:00:00Z');
  const plan = { timezone: 'UTC', handover_time: '06:00', weekday: 1, start: '2026-11-23', at: now };
  const overrides = [{ person: { id: ann.id, name: 'Ann Vole' }, from: from - 86_400_000, to: now, by: 'Ann' }];
  await db
    .transaction()
    .execute((trx) => seedRotation(trx, site.clientId, { ...plan, title: 'Nights, mill', people, overrides }));
});

const make = async (): Promise<string> => (await who.post('/api/v1/on-call/calendar/', {})).json().path;
const read = (path: string) => api.http.inject(path);

describe('the calendar of duties', () => {
  it('is 404 for an unknown, replaced or revoked address, and for a person who is deactivated', async () => {
    expect((await read('/api/v1/on-call/calendar/none/')).statusCode).toBe(404);
    const first = await make();
    const second = await make();
    expect((await read(first)).statusCode).toBe(404);
    await sql`update users set is_active = false where id = ${ann.id}`.execute(database.db);
    expect((await read(second)).statusCode).toBe(404);
    await sql`update users set is_active = true where id = ${ann.id}`.execute(database.db);
    expect((await read(second)).statusCode).toBe(200);
    expect((await who.delete('/api/v1/on-call/calendar/')).statusCode).toBe(204);
    expect((await read(second)).statusCode).toBe(404);
  });

  it('shows own turns and overrides only, and keeps the id of an override that began long ago', async () => {
    const answer = await read(await make());
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const lines = answer.body.replace(/\r\n /g, '').split('\r\n');
    expect(lines).toContain('SUMMARY:On call: Nights\\, mill');
    const starts = lines.filter((line) => line.startsWith('DTSTART:')).slice(0, 3);
    // The override until now, then every second week.
    expect(starts[1]).toBe('DTSTART:20261123T120000Z');
    expect(starts[2]).toBe('DTSTART:20261207T060000Z');
    expect(lines.filter((line) => /^UID:override-\d+-begun@tocsin$/.test(line))).toHaveLength(1);
  });

  it('answers for its head, and shows the last duty the same whenever it is fetched', async () => {
    const path = await make();
    const head = await api.http.inject({ method: 'HEAD', url: path });
    expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      '',
    ]);
    const eventsAt = async (at: number) => {
      time.now = at;
      const text = (await read(path)).body;
      time.now = now;
      return text
        .split('BEGIN:VEVENT')
        .slice(1)
        .map((event) => /DTSTART:.*|DTEND:.*/g[Symbol.match](event)?.join(' '));
    };
    const [first, later] = [await eventsAt(now), await eventsAt(now + 3_600_000)];
    expect(first.at(-1)).toContain('DTEND:');
    expect(later).toEqual(first);
  });

  it('shows nothing of a site that the person has lost', async () => {
    const path = await make();
    await sql`delete from client_member where user_id = ${ann.id}`.execute(database.db);
    await sql`delete from membership where user_id = ${ann.id}`.execute(database.db);
    const answer = await read(path);
    expect(answer.body).not.toContain('Nights');
  });

  it('is stored as a hash, returned once, and masked in the log', async () => {
    const path = await make();
    const token = path.split('/').at(-2) ?? '';
    const { rows } = await sql<{ row: string }>`select row_to_json(c)::text as row from duty_calendar c`.execute(
      database.db,
    );
    expect(token.length).toBeGreaterThan(40);
    expect(rows.map(({ row }) => row).join()).not.toContain(token);
    expect((await who.get('/api/v1/on-call/calendar/')).body).not.toContain(token);
    expect(cleanUrl(path)).toBe('/api/v1/on-call/calendar/***/');
  });
});
