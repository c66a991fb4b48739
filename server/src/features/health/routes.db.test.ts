import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { type DrivenClock, drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { createAliveMail, nextAt } from './heartbeat-mail.ts';
import { addHealthRoutes } from './routes.ts';

const database = testDatabase();
const path = '/api/v1/oem/health/alive-mail/';
const begin = Date.now();
let clock: DrivenClock;
let api: TestApi;
let operator: SignedIn;
const metrics = async () => new Map([['database_up', 0]]);
const setting = { is_on: true, receivers: ['operator@example.com'], hour: 6, timezone: 'America/Chicago' };
const scheduled = async () => ({
  'read-rss': {
    every_seconds: 1_800,
    due_at: 1_790_000_000,
    late_seconds: 0,
    succeeded_at: null,
    failed_at: 1_789_998_200,
    failures: 2,
    error: 'no route',
    is_late: false,
  },
  'audit-seal': {
    every_seconds: 60,
    due_at: 1_790_000_000,
    late_seconds: 0,
    succeeded_at: 1_789_999_940,
    failed_at: null,
    failures: 0,
    error: '',
    is_late: false,
  },
});
const settingUp = {
  version: '1',
  roles: ['web'],
  hasHeartbeat: true,
  newer: () => null,
  hasMailServer: true,
  metrics: metrics,
  scheduled,
};

beforeAll(async () => {
  clock = drivenClock(begin);
  api = await testApi(database.db, (a) => addHealthRoutes(a, { db: database.db, clock, ...settingUp }), { clock });
  operator = await signedIn(api.http, database.db, await makeUser(database.db, { is_oem: true }), new Date(begin));
});
afterAll(() => api.http.close());
beforeEach(async () => {
  await sql`update heartbeat_mail set is_on = false, receivers = '{}', next_at = null, last_at = null`.execute(
    database.db,
  );
  await database.db.deleteFrom('mail').execute();
});

const anchor = { records: 3, devices: 1, value: '0a1b2c3d 4e5f6071 8293a4b5 c6d7e8f9' };
const head = { day: '2026-03-09', value: '11111111 22222222 33333333 44444444' };
const run = (anchored: typeof anchor | null = null) =>
  createAliveMail({
    db: database.db,
    clock,
    publicUrl: 'https://plant.example',
    metrics,
    anchorRecords: async () => anchored,
    auditHead: async () => (anchored === null ? null : head),
  })();
const mails = () => database.db.selectFrom('mail').select(['to_address', 'subject', 'text']).execute();
const pending = async (): Promise<number | null> => {
  const { rows } = await sql<{ next_at: Date | null }>`select next_at from heartbeat_mail where is_on`.execute(
    database.db,
  );
  return rows[0]?.next_at?.getTime() ?? null;
};

describe('the health of the server', () => {
  it('is nothing for account managers of a client', async () => {
    const client = await makeUser(database.db, { manages: true });
    const calls = await signedIn(api.http, database.db, client, new Date(clock.now()));
    expect((await calls.get('/api/v1/oem/health/')).statusCode).toBe(403);
    expect((await calls.put(path, setting)).statusCode).toBe(403);
  });

  it('says how each job of the schedule stands, those that fail first', async () => {
    expect((await operator.get('/api/v1/oem/health/')).json().scheduled).toMatchObject([
      { task: 'read-rss', standing: 'warning', failures: 2, error: 'no route', succeeded_at: null },
      { task: 'audit-seal', standing: 'ok', succeeded_at: '2026-09-21T14:12:20.000Z' },
    ]);
  });

  it('is reported part by part, with its thresholds', async () => {
    const body = (await operator.get('/api/v1/oem/health/')).json();
    expect([body.standing, body.dead_man, body.roles]).toEqual(['alarm', true, ['web']]);
    const part = body.parts.find((each: { part: string }) => each.part === 'database');
    expect(part).toMatchObject({ standing: 'alarm' });
    expect(part.figures[0]).toMatchObject({ metric: 'database_up', value: 0, alarm: 0, worse: 'below' });
  });
});

describe("the 'I am alive' mail", () => {
  it.each([
    ['on without an address', { receivers: [] }, 'receivers'],
    ['with what is no address', { receivers: ['nobody'] }, 'receivers'],
    ['at an hour that there is not', { hour: 24 }, 'hour'],
    ['in a zone that there is not', { timezone: 'Prairie/Elevator' }, 'timezone'],
    ['with eleven addresses', { receivers: Array.from({ length: 11 }, (_, n) => `a${n}@example.com`) }, 'receivers'],
  ])('is refused %s', async (_what, over, field) => {
    const answer = await operator.put(path, { ...setting, ...over });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())[0]).toContain(field);
  });

  it('is sent at its hour in its zone, once to each recipient, reports the status, and schedules the next', async () => {
    const saved = (await operator.put(path, { ...setting, receivers: ['a@example.com', 'b@example.com'] })).json();
    const due = nextAt(clock.now(), 6, 'America/Chicago');
    expect([Date.parse(saved.next_at), await pending()]).toEqual([due, due]);
    await run();
    expect(await mails()).toHaveLength(0);
    clock.advanceTo(due);
    await run();
    const sent = await mails();
    expect(sent.map((mail) => mail.to_address).sort()).toEqual(['a@example.com', 'b@example.com']);
    expect(sent[0]?.subject).toBe('I am alive, but: something is wrong');
    expect(sent[0]?.text).toContain('Database: Alarm');
    expect(await pending()).toBe(nextAt(due, 6, 'America/Chicago'));
    await run();
    expect(await mails()).toHaveLength(2);
  });

  it('carries the check value of the proof test records out of the database', async () => {
    await operator.put(path, { ...setting, receivers: ['a@example.com'] });
    clock.advanceTo(nextAt(clock.now(), 6, 'America/Chicago'));
    await run(anchor);
    const [mail] = await mails();
    expect(mail?.text).toContain(`Check value of 3 proof test records on 1 device: ${anchor.value}.`);
    expect(mail?.text).toContain(`Check value of the audit log up to ${head.day} (UTC): ${head.value}.`);
  });

  it('that is switched off is not written, even by a job that waits', async () => {
    await operator.put(path, setting);
    await operator.put(path, { ...setting, is_on: false });
    clock.advanceTo(clock.now() + 48 * 3600_000);
    await run();
    expect(await mails()).toHaveLength(0);
  });
});

describe('the next hour', () => {
  const at = (text: string) => Date.parse(text);
  it.each([
    ['later today', '2026-11-21T05:00:00Z', 6, 'UTC', '2026-11-21T06:00:00Z'],
    ['tomorrow, when it is that hour', '2026-11-21T06:00:00Z', 6, 'UTC', '2026-11-22T06:00:00Z'],
    ['over the end of summer time', '2026-10-31T12:00:00Z', 6, 'America/Chicago', '2026-11-01T12:00:00Z'],
    ['an hour that the clock jumps over', '2026-03-08T06:30:00Z', 2, 'America/Chicago', '2026-03-08T08:00:00Z'],
  ])('is %s', (_what, now, hour, zone, expected) => {
    expect(new Date(nextAt(at(now), hour, zone)).toISOString()).toBe(new Date(at(expected)).toISOString());
  });
});
