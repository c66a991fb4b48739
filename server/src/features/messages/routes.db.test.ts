import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadPerson } from '../../access/store.ts';
import { type TestApi, testApi } from '../../access/testing.ts';
import { linkMs, linkToken } from '../../notify/4-deliver/link.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createEncryption } from '../../platform/encryption.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { acknowledgeByLink, eventForPerson } from '../notifications/index.ts';
import { addMessageRoutes } from './routes.ts';
import { makeMessage } from './testing/messages.ts';

const database = testDatabase();
const encryption = createEncryption('a secret of at least thirty-two characters', 'messages');
const start = Date.now();
let clock = drivenClock(start);
let api: TestApi;
let message: Awaited<ReturnType<typeof makeMessage>>;
let token: string;
const confirmed: number[] = [];

beforeAll(async () => {
  const { db } = database;
  api = await testApi(db, (a) =>
    addMessageRoutes(a, {
      db,
      clock: { now: () => clock.now(), after: () => () => {} },
      encryption,
      loadPerson: (id) => loadPerson(db, id),
      eventFor: (who, about) => eventForPerson(db, who, about.eventId ?? 0),
      acknowledgeAs: async (who, { about, ...request }) => {
        await acknowledgeByLink(db, who, { ...request, eventId: about.eventId ?? 0, now: clock.now() });
      },
      confirmed: async (methodId) => {
        confirmed.push(methodId);
      },
    }),
  );
});
afterAll(() => api.http.close());
beforeEach(async () => {
  clock = drivenClock(start);
  message = await makeMessage(database.db);
  token = linkToken(encryption, message);
});

const post = (path: string, body: object) =>
  api.http.inject({ method: 'POST', url: `/api/v1/messages/link/${path}`, payload: body, remoteAddress: '192.0.2.7' });
const acknowledgedBy = async (): Promise<string | null> => {
  const { rows } = await sql<{ by: string | null }>`select acknowledged_by as by from event
    where id = ${message.eventId}`.execute(database.db);
  return rows[0]?.by ?? null;
};

it.each([
  ['no token of ours', 'x'],
  ['an unknown message', `999999999.${'A'.repeat(43)}`],
])('is unknown for %s', async (_, wrong) => {
  expect((await post('', { token: wrong })).statusCode).toBe(404);
  expect((await post('acknowledge/', { token: wrong })).statusCode).toBe(404);
});

it('is unknown with the token of another message or another secret', async () => {
  const other = await makeMessage(database.db);
  const forged = `${message.id}.${linkToken(encryption, other).split('.')[1]}`;
  const ofOthers = linkToken(createEncryption('another secret of at least thirty-two', 'messages'), message);
  for (const wrong of [forged, ofOthers]) expect((await post('acknowledge/', { token: wrong })).statusCode).toBe(404);
  expect(await acknowledgedBy()).toBeNull();
});

it('is unknown once the receiver may not open the device any more', async () => {
  await sql`delete from membership where user_id = ${message.receiver.id}`.execute(database.db);
  expect((await post('', { token })).statusCode).toBe(404);
  expect((await post('acknowledge/', { token })).statusCode).toBe(404);
  expect(await acknowledgedBy()).toBeNull();
});

// meets: owasp-asvs-5 V3.5.3
it('is never used by a GET, as mail scanners send', async () => {
  const answer = await api.http.inject({ method: 'GET', url: `/api/v1/messages/link/acknowledge/?token=${token}` });
  expect(answer.statusCode).toBe(405);
  expect(await acknowledgedBy()).toBeNull();
});

it('shows what it is about and acknowledges nothing by that', async () => {
  const answer = await post('', { token });
  expect(answer.json()).toMatchObject({
    to: 'Ann Vole',
    state: 'open',
    acknowledged: null,
    event: {
      what: 'Alarm Detected: Absolute',
      device: 'Leg 1',
      sensor: 'Head bearing',
      priority: 'high',
      is_active: true,
    },
  });
  expect(await acknowledgedBy()).toBeNull();
});

it('acknowledges once, as its receiver, and is recorded by link with the address', async () => {
  expect((await post('acknowledge/', { token, comment: 'On my way' })).json()).toMatchObject({
    state: 'used',
    acknowledged: { by: 'Ann Vole' },
  });
  expect((await post('acknowledge/', { token, comment: 'Again' })).json()).toMatchObject({ state: 'used' });
  const { rows } = await sql<{
    user_name: string;
    ip: string;
    new: object;
  }>`select user_name, address as ip, new
    from audit where action = 'acknowledge' and subject_id = ${String(message.eventId)}`.execute(database.db);
  expect(rows).toEqual([
    { user_name: 'Ann Vole', ip: '192.0.2.7', new: { acknowledged_by: 'Ann Vole', comment: 'On my way', by: 'link' } },
  ]);
});

it('is expired after 24 hours', async () => {
  clock = drivenClock(start + linkMs + 60_000);
  expect((await post('acknowledge/', { token })).json()).toMatchObject({ state: 'expired', acknowledged: null });
  expect(await acknowledgedBy()).toBeNull();
});
