import { endpoint } from '@tocsin/contract/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { drivenClock } from '../platform/clock.ts';
import { Refusal } from '../platform/errors.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { makeSite, makeUser, type SignedIn, signedIn } from '../platform/testing/factories.ts';
import { route } from './route.ts';
import { type TestApi, testApi } from './testing.ts';

const database = testDatabase();
const clock = drivenClock(Date.UTC(2026, 10, 28));
const hour = 3600_000;
const later = (ms: number) => clock.advanceTo(clock.now() + ms);

const things = endpoint({
  method: 'POST',
  path: '/api/v1/things/',
  may: 'person',
  account: false,
  programs: 'any',
  says: 'Makes a thing',
  body: z.object({ name: z.string() }),
  reply: z.object({ name: z.string(), secret: z.string() }),
  status: 201,
});

let number = 0;
let api: TestApi;
/** What happens before and after the change. */
let before: () => Promise<void>;
let after: () => Promise<void>;
let change: (name: string) => Promise<unknown>;
const inTransaction = (name: string) =>
  database.db.transaction().execute(async (trx) => {
    await sql`insert into client (number, company) values (${++number + 50_000}, ${name})`.execute(trx);
  });
const alone = (name: string) =>
  sql`insert into client (number, company) values (${++number + 50_000}, ${name})`.execute(database.db);
beforeAll(async () => {
  api = await testApi(
    database.db,
    (added) =>
      route(added, things, async ({ body }) => {
        await before();
        await change(body.name);
        await after();
        return { name: body.name, secret: 'shown once' };
      }),
    { clock },
  );
});
afterAll(() => api.http.close());

let ann: SignedIn;
beforeEach(async () => {
  before = async () => {};
  after = async () => {};
  change = inTransaction;
  ann = await signedIn(api.http, database.db, await makeUser(database.db));
});
const freshName = () => `Thing ${++number}`;
const make = (name: string, key: string, by = ann) =>
  by.post('/api/v1/things/', { name }, { headers: { 'idempotency-key': key } });
const made = async (name: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from client where company = ${name}`.execute(
    database.db,
  );
  return rows[0]?.n;
};

describe('an Idempotency-Key is refused', () => {
  it.each([['x'.repeat(256)], ['\u00e9'], ['a\tb']])('when it is not 1 to 255 printable characters', async (key) => {
    const answer = await make('x', key);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ['Idempotency-Key']]);
  });

  it('for another body, and for the same body with another selection', async () => {
    const name = freshName();
    expect((await make(name, 'k')).statusCode).toBe(201);
    expect((await make(`${name} b`, 'k')).statusCode).toBe(409);
    const elsewhere = { 'idempotency-key': 'k', 'x-tocsin-selection': '1,,' };
    expect((await ann.post('/api/v1/things/', { name }, { headers: elsewhere })).statusCode).toBe(409);
    expect([await made(name), await made(`${name} b`)]).toEqual([1, 0]);
  });

  it('while the first call runs, with the time to wait', async () => {
    const name = freshName();
    const inside = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    before = () => {
      inside.resolve();
      return gate.promise;
    };
    const first = make(name, 'k');
    await inside.promise;
    const second = await make(name, 'k');
    expect([second.statusCode, second.headers['retry-after']]).toEqual([409, '1']);
    gate.resolve();
    expect((await first).statusCode).toBe(201);
    expect(await made(name)).toBe(1);
  });
});

describe.each([
  ['in a transaction', inTransaction],
  ['in a statement of its own', alone],
])('a change %s', (_how, how) => {
  it('is made once, and a repeated call gets the first answer', async () => {
    change = how;
    const name = freshName();
    const first = await make(name, 'k');
    const second = await make(name, 'k');
    expect([first.statusCode, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect([second.statusCode, second.headers['idempotent-replayed'], second.json()]).toEqual([
      201,
      'true',
      first.json(),
    ]);
    expect(await made(name)).toBe(1);
  });

  it('whose answer was lost is told and not made again', async () => {
    change = how;
    const name = freshName();
    after = () => Promise.reject(new Error('the process ends'));
    expect((await make(name, 'k')).statusCode).toBe(500);
    after = async () => {};
    later(hour);
    expect((await make(name, 'k')).json().detail).toMatch('its answer was lost');
    expect(await made(name)).toBe(1);
  });

  it('of a call that was overtaken is rolled back', async () => {
    change = how;
    const name = freshName();
    const inside = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    before = () => {
      inside.resolve();
      return gate.promise;
    };
    const slow = make(name, 'k');
    await inside.promise;
    before = async () => {};
    later(hour);
    expect((await make(name, 'k')).statusCode).toBe(201);
    gate.resolve();
    expect((await slow).statusCode).toBe(409);
    expect(await made(name)).toBe(1);
  });
});

it('gives a key free when the call was refused before a change', async () => {
  const name = freshName();
  before = () => Promise.reject(new Refusal('conflict', 'Not now.'));
  expect((await make(name, 'k')).json()).toEqual({ detail: 'Not now.' });
  before = async () => {};
  expect((await make(name, 'k')).statusCode).toBe(201);
});

it('keeps the keys of two people apart', async () => {
  const name = freshName();
  const { clientId } = await makeSite(database.db);
  const ben = await signedIn(api.http, database.db, await makeUser(database.db, { client: clientId }));
  await make(name, 'k');
  expect((await make(name, 'k', ben)).headers['idempotent-replayed']).toBeUndefined();
  expect(await made(name)).toBe(2);
});

it('remembers a key for 24 hours, and the answer encrypted', async () => {
  const name = freshName();
  await make(name, 'k');
  const { rows } = await sql<{ answer: Buffer }>`select answer from idempotent_call`.execute(database.db);
  expect(rows.length).toBeGreaterThan(0);
  for (const { answer } of rows) expect(answer?.toString('latin1') ?? '').not.toContain('shown once');
  later(25 * hour);
  ann = await signedIn(api.http, database.db, { id: ann.userId });
  expect((await make(name, 'k')).headers['idempotent-replayed']).toBeUndefined();
  expect(await made(name)).toBe(2);
});
