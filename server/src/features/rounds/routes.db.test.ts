import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOfflineWork } from '../../access/offline.ts';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { Clock } from '../../platform/clock.ts';
import { createEncryption } from '../../platform/encryption.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  type MadeDevice,
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
} from '../../platform/testing/factories.ts';
import { openRoundTasks } from '../maintenance-tasks/index.ts';
import { addRoundRoutes } from './index.ts';

const database = testDatabase();
let db: typeof database.db;
/** 06:30 of 20 November in Denver. */
const start = Date.UTC(2026, 10, 20, 13, 30);
const minuteMs = 60_000;
const dayMs = 86_400_000;
let now = start;
const clock: Clock = { now: () => now, after: () => () => {} };
let api: TestApi;
let device: MadeDevice;
let ann: SignedIn;
let ben: SignedIn;
let viewer: SignedIn;
const announced: string[] = [];

beforeAll(async () => {
  db = database.db;
  const openTasks: Parameters<typeof addRoundRoutes>[1]['openTasks'] = (trx, found) =>
    openRoundTasks(async (_trx, { task }) => void announced.push(task.what), trx, found);
  const offline = createOfflineWork(db, clock, createEncryption('a secret of a test', 'accounts'));
  api = await testApi(db, (a) => addRoundRoutes(a, { db, clock, offline, openTasks }));
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  now = start;
  const site = await makeSite(db, { timezone: 'America/Denver' });
  device = await makeDevice(db, { site_id: site.id, title: 'Leg 1' });
  const as = async (role: 'User' | 'Engineer', name: string) =>
    await signedIn(api.http, db, await makeUser(db, { on: { [site.id]: role }, first_name: name, last_name: 'Vole' }));
  ann = await as('Engineer', 'Ann');
  ben = await as('Engineer', 'Ben');
  viewer = await as('User', 'Vic');
});
const press = (who: SignedIn, body: object = {}) => who.post(`/api/v1/devices/${device.id}/rounds/`, body);
const log = async (query = '', who = viewer) =>
  (await who.get(`/api/v1/locations/${device.siteId}/rounds/${query}`)).json();

describe('recording a round', () => {
  it('is refused to people who may not test there, and hidden from strangers', async () => {
    expect((await press(viewer)).statusCode).toBe(403);
    const other = await makeDevice(db);
    const stranger = await signedIn(api.http, db, await makeUser(db, { on: { [other.siteId]: 'Manager' } }));
    expect((await press(stranger)).statusCode).toBe(404);
    expect((await stranger.get(`/api/v1/locations/${device.siteId}/rounds/`)).statusCode).toBe(404);
    expect((await log()).results.every(({ rounds }: { rounds: unknown[] }) => rounds.length === 0)).toBe(true);
  });
  it('refuses a note that is too long', async () => {
    const answer = await press(ann, { note: 'x'.repeat(1_501) });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual(['note']);
  });
  it('opens a task of the person for each thing that was not well, once', async () => {
    const body = { note: 'Not well: Belt tracking.', tasks: ['Belt tracking: runs off', 'Bearings: grease'] };
    expect((await press(ann, { tasks: [''] })).statusCode).toBe(400);
    const entry = (await press(ann, body)).json();
    expect((await press(ann, body)).json().id).toBe(entry.id);
    const { rows } = await sql`select what, sensor_name, owner_name, due::text as due from maintenance_task
      where device_id = ${device.id} order by id`.execute(db);
    expect(rows).toEqual([
      { what: 'Belt tracking: runs off', sensor_name: null, owner_name: 'Ann Vole', due: '2026-11-27' },
      { what: 'Bearings: grease', sensor_name: null, owner_name: 'Ann Vole', due: '2026-11-27' },
    ]);
    expect(announced).toEqual(body.tasks);
  });
  it("is one round for a person's second press, and two for two people", async () => {
    const first = (await press(ann, { note: 'All quiet' })).json();
    now = start + minuteMs;
    expect((await press(ann)).json().id).toBe(first.id);
    const second = await press(ben);
    expect(second.statusCode).toBe(201);
    const [today] = (await log()).results;
    expect(today.rounds).toMatchObject([
      { by: 'Ann Vole', note: 'All quiet', day: '2026-11-20', device: 'Leg 1' },
      { by: 'Ben Vole', note: '' },
    ]);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit
      where device_id = ${device.id} and action = 'daily round'`.execute(db);
    expect(rows[0]?.count).toBe(2);
  });
  it('counts two presses of two people at the same moment as two rounds', async () => {
    const answers = await Promise.all([press(ann), press(ben), press(ann)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(2);
  });
  it('belongs to the day of the site, not of Greenwich', async () => {
    now = Date.UTC(2026, 10, 21, 5);
    expect((await press(ann)).json().day).toBe('2026-11-20');
  });
});

describe('the log', () => {
  it('shows gaps from the first round on, never today', async () => {
    now = start - 3 * dayMs;
    await press(ann);
    now = start;
    const answer = await log();
    expect(answer.gaps).toBe(2);
    expect(
      answer.results.slice(0, 4).map(({ day, missing }: { day: string; missing: unknown[] }) => [day, missing.length]),
    ).toEqual([
      ['2026-11-20', 0],
      ['2026-11-19', 1],
      ['2026-11-18', 1],
      ['2026-11-17', 0],
    ]);
    expect(answer.machines).toMatchObject([{ device: 'Leg 1', first_day: '2026-11-17', today: null }]);
    expect([answer.may_record, (await log('', ann)).may_record]).toEqual([false, true]);
  });
  it('refuses a range that ends before its start, is too long, or is no date', async () => {
    for (const [query, field] of [
      ['?from=2026-11-20&to=2026-11-19', 'to'],
      ['?from=2020-01-01&to=2026-11-19', 'from'],
      ['?from=yesterday', 'from'],
    ]) {
      const answer = await viewer.get(`/api/v1/locations/${device.siteId}/rounds/${query}`);
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json())).toEqual([field]);
    }
  });
  it('is a CSV file with its gaps', async () => {
    now = start - 2 * dayMs;
    await press(ann, { note: '=1+1' });
    now = start;
    const csv = (await viewer.get(`/api/v1/locations/${device.siteId}/rounds/export/`)).body;
    expect(csv).toContain('2026-11-19,Leg 1,missing');
    expect(csv).toContain("2026-11-18,Leg 1,done,2026-11-18T06:30:00.000-07:00,Ann Vole,'=1+1");
  });
});
