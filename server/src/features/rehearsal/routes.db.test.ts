import { connect, type Socket } from 'node:net';
import { shippedTypes } from '@tocsin/contract/device-type';
import type { RehearsalLine } from '@tocsin/contract/rehearsal';
import { portOf } from '@tocsin/simulator/port-of';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPerson } from '../../access/store.ts';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { RehearsalOrder, RehearsalOutcome } from '../../history/rehearse/calls.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { rehearseMails } from '../email-rules/index.ts';
import { loadDeviceSettings, rulesToTry } from '../sensors/index.ts';
import { addRehearsalRoutes } from './index.ts';

const database = testDatabase();
const now = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;
const clock = drivenClock(now);
let api: TestApi;
let device: MadeDevice;
let engineer: SignedIn;
let viewer: SignedIn;
let foreigner: SignedIn;
let ruleId: number;

/** Stands for the thread: a run ends when the test says so, or when it is cancelled. */
class FakeRehearser {
  readonly orders: RehearsalOrder[] = [];
  isBusy = false;
  holds = false;
  cancelled = 0;
  /** Awaited by each run. */
  held: Promise<unknown> = Promise.resolve();
  mostAtOnce = 0;
  #running = 0;
  /** Awaited while the rows of a request are looked up. */
  beforeBegin: () => Promise<unknown> = async () => {};
  outcome: (order: RehearsalOrder) => Partial<RehearsalOutcome> = () => ({});

  isFull(): boolean {
    return this.isBusy;
  }

  async run(
    order: RehearsalOrder,
    { progress, signal }: { readonly progress: (share: number) => void; readonly signal: AbortSignal },
  ): Promise<RehearsalOutcome | null> {
    this.orders.push(order);
    progress(0.5);
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#running);
    await this.held;
    this.#running--;
    if (this.holds) {
      if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      this.cancelled++;
      return null;
    }
    const nothing = {
      rules: [],
      checks: [],
      frames: 0,
      first: null,
      last: null,
      signal: null,
      alarms: [],
      actions: [],
    };
    return { ...nothing, ...this.outcome(order) };
  }
}
const rehearser = new FakeRehearser();

beforeAll(async () => {
  const { db } = database;
  api = await testApi(db, (a) =>
    addRehearsalRoutes(a, {
      clock,
      log: createLog('silent'),
      rehearser,
      rulesToTry: async (id, rows) => {
        await rehearser.beforeBegin();
        rehearser.beforeBegin = async () => {};
        return await rulesToTry(db, id, rows);
      },
      deviceOf: (id) => ({
        zone: 'America/Chicago',
        evaluatedDevice: {
          id,
          shownType: shippedTypes['0300'],
          warningRules: rules,
          sensorNames: {},
          scales: [],
          degrees: null,
          acknowledgedKinds: [],
          sensorResponses: {},
        },
      }),
      mailsOf: (place, before, after, until) =>
        rehearseMails(
          { db, loadPerson: (id) => loadPerson(db, id) },
          { ...place, suspended: false },
          before,
          after,
          until,
        ),
    }),
  );
  device = await makeDevice(db);
  const sensors = ['4000', '4001'].map((sensorId) => ({
    groupId: '4',
    sensorId,
    name: `Bearing ${sensorId}`,
    type: 'NUMERIC',
    unit: 'C',
    states: {},
  }));
  const groups = [{ id: '4', name: 'Temperature', meta: {} }];
  await sql`insert into device_layout (device_id, layout_id, hash, groups, sensors)
    values (${device.id}, 1, 'h', ${JSON.stringify(groups)}, ${JSON.stringify(sensors)})`.execute(db);
  await sql`insert into device_latest (device_id, layout_id, state) values (${device.id}, 1, '{}')`.execute(db);
  const { rows } = await sql<{
    id: number;
  }>`insert into warning_rule (device_id, path, sign, value, delay_seconds, position)
    values (${device.id}, '4.4000', '>', 65, 60, 0) returning id`.execute(db);
  ruleId = rows[0]?.id ?? 0;
  rules = (await loadDeviceSettings(db, [device.id])).get(device.id)?.warningRules ?? [];
  const as = async (role: 'User' | 'Engineer') =>
    await signedIn(api.http, db, await makeUser(db, { on: { [device.siteId]: role } }));
  engineer = await as('Engineer');
  viewer = await as('User');
  const other = await makeDevice(db);
  foreigner = await signedIn(api.http, db, await makeUser(db, { on: { [other.siteId]: 'Engineer' } }));
});
let rules: RehearsalOrder['device']['warningRules'] = [];
afterAll(async () => {
  await api.http.close();
});

const path = (id = device.id) => `/api/v1/devices/${id}/settings/warnings/rehearsal/`;
const row = { sensor_id: '4.4000', sign: '>', value: 70, delay_seconds: 60 };
const linesOf = (body: string): RehearsalLine[] =>
  body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('refuses', () => {
  it('people who may not edit the device, and hides it from others', async () => {
    expect((await viewer.post(path(), { results: [row], days: 1 })).statusCode).toBe(403);
    expect((await foreigner.post(path(), { results: [row], days: 1 })).statusCode).toBe(404);
    expect((await engineer.post(path(999_999), { results: [row], days: 1 })).statusCode).toBe(404);
  });

  it.each([
    [{ results: [row], days: 2 }, 'days'],
    [{ results: [], days: 1 }, 'results'],
    [{ results: Array.from({ length: 501 }, () => row), days: 1 }, 'results'],
    [{ results: Array.from({ length: 500 }, () => row), days: 90 }, 'days'],
    [{ results: [{ ...row, sensor_id: '9.9' }], days: 1 }, 'sensor_id'],
    [{ results: [{ ...row, id: 123_456 }], days: 1 }, 'id'],
    [{ results: [{ ...row, kind: 'difference', reference: '4.4000' }], days: 1 }, 'reference'],
  ])('%#: a bad request by its field', async (body, field) => {
    const answer = await engineer.post(path(), body);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toContain(field);
  });

  it('with 503 and Retry-After while all places are taken', async () => {
    rehearser.isBusy = true;
    const answer = await engineer.post(path(), { results: [row], days: 1 });
    rehearser.isBusy = false;
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBeDefined();
  });
});

it('takes a rule on each of 500 sensors for one day', async () => {
  const results = Array.from({ length: 500 }, () => row);
  expect((await engineer.post(path(), { results, days: 7 })).statusCode).toBe(200);
});

it('streams progress and the result, before and after', async () => {
  await sql`insert into email_rule (user_id, client_id, event_type, all_devices)
    values (${engineer.userId}, ${device.clientId}, 'warning', true)`.execute(database.db);
  rehearser.outcome = ({ inForce, edited }) => ({
    frames: 100,
    rules: [
      {
        ruleId: inForce[0]?.id ?? 0,
        spans: [
          { from: now - 60 * minute, to: now - 50 * minute, extreme: 72 },
          { from: now - 30 * minute, to: null, extreme: 69 },
        ],
        nearestMiss: null,
        unevaluatedMs: 0,
      },
      {
        ruleId: edited[0]?.id ?? 0,
        spans: [{ from: now - 58 * minute, to: now - 55 * minute, extreme: 72 }],
        nearestMiss: { kind: 'value', at: now - 20 * minute, value: 69, heldMs: 0 },
        unevaluatedMs: 0,
      },
    ],
    alarms: [{ path: '4.4000', at: now - 56 * minute }],
    actions: [
      {
        ruleId,
        from: now - 30 * minute,
        to: null,
        acknowledgedBy: 'Petra Lind',
        acknowledgedAt: now - 25 * minute,
        comment: 'Greased',
      },
    ],
  });
  const answer = await engineer.post(path(), { results: [{ ...row, id: ruleId }], days: 7 });
  expect(answer.headers['content-type']).toContain('application/x-ndjson');
  const lines = linesOf(answer.body);
  expect(lines[0]).toEqual({ kind: 'progress', share: 0.5 });
  const last = lines.at(-1);
  const rehearsal = last?.kind === 'result' ? last.rehearsal : undefined;
  expect(rehearsal?.rules[0]).toMatchObject({
    name: 'Bearing 4000',
    unit: 'C',
    before: { rule_id: ruleId, count: 2, total_ms: 40 * minute },
    after: { count: 1, total_ms: 3 * minute, nearest_miss: { kind: 'value', value: 69 } },
    alarms: [{ before_lead_ms: 4 * minute, after_lead_ms: 2 * minute }],
    acted_upon: [{ acknowledged_by: 'Petra Lind', acknowledged_after_ms: 5 * minute, is_kept: false }],
  });
  // The first warning has a beginning and an end, the second no end.
  expect(rehearsal?.messages).toEqual([{ name: expect.any(String), before: 3, after: 2 }]);
  expect(answer.body).not.toContain('@');
  rehearser.outcome = () => ({});
});

it('evaluates a row with the conditions that it omits as the rule in force has them', async () => {
  await sql`update warning_rule set deadband = 2 where id = ${ruleId}`.execute(database.db);
  await engineer.post(path(), { results: [{ ...row, id: ruleId }], days: 1 });
  expect(rehearser.orders.at(-1)?.edited[0]).toMatchObject({ value: 70, conditions: { deadband: 2 } });
  await sql`update warning_rule set deadband = 0 where id = ${ruleId}`.execute(database.db);
});

it('runs what a person asks for at the same time one after the other', async () => {
  const runs = rehearser.orders.length;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  rehearser.held = held;
  const older = engineer.post(path(), { results: [row], days: 1 });
  await expect.poll(() => rehearser.orders.length).toBe(runs + 1);
  const newer = [7, 30].map((days) => engineer.post(path(), { results: [row], days }));
  release();
  for (const answer of await Promise.all([older, ...newer]))
    expect(linesOf(answer.body).at(-1)).toMatchObject({ kind: 'result' });
  const days = rehearser.orders.slice(runs).map(({ from, to }) => (to - from) / (1_440 * minute));
  expect(days.toSorted((a, b) => a - b)).toEqual([1, 7, 30]);
  expect(rehearser.mostAtOnce).toBe(1);
});

it('refuses a ninth run of a person who has eight', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  rehearser.held = held;
  const runs = Array.from({ length: 9 }, () => engineer.post(path(), { results: [row], days: 1 }));
  await Promise.race(runs);
  release();
  const codes = (await Promise.all(runs)).map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 503)).toHaveLength(1);
});

it('is cancelled when the page goes away', async () => {
  await api.http.listen({ port: 0, host: '127.0.0.1' });
  const address = api.http.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  rehearser.holds = true;
  const page = new AbortController();
  const cancelled = rehearser.cancelled;
  const answer = await fetch(`http://127.0.0.1:${port}${path()}`, {
    method: 'POST',
    headers: { authorization: `JWT ${engineer.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ results: [row], days: 1 }),
    signal: page.signal,
  });
  expect(answer.status).toBe(200);
  page.abort();
  await expect.poll(() => rehearser.cancelled).toBe(cancelled + 1);
  rehearser.holds = false;
});

it('is cancelled when the page went away before it began', async () => {
  const { server } = api.http;
  if (!server.listening) await api.http.listen({ port: 0, host: '127.0.0.1' });
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const page = connect(portOf(server), '127.0.0.1').on('error', () => {});
  const serverSide = await accepted;
  const cancelled = rehearser.cancelled;
  rehearser.holds = true;
  rehearser.beforeBegin = () => {
    page.resetAndDestroy();
    return new Promise((resolve) => (serverSide.closed ? resolve(null) : serverSide.once('close', resolve)));
  };
  const body = JSON.stringify({ results: [row], days: 1 });
  page.write(
    `POST ${path()} HTTP/1.1\r\nHost: a\r\nAuthorization: JWT ${engineer.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await expect.poll(() => rehearser.cancelled).toBe(cancelled + 1);
  rehearser.holds = false;
});
