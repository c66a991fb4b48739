import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { portOf } from '@tocsin/simulator/port-of';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { loadNotification, notificationsById } from '../notifications/index.ts';
import { eventFactory } from '../notifications/testing/notifications.ts';
import { addIncidentPackRoutes } from './index.ts';

const database = testDatabase();
const at = Date.parse('2026-11-20T03:12:00Z');
const event = eventFactory(database, at);
/** Pieces of 1 MB of a device's CSV. */
const pieces = 7;
let api: TestApi;
let engineer: SignedIn;
let path: string;
/** Awaited at each step of a pack. */
let step: (name: string) => Promise<void> = async () => {};

async function* csv() {
  for (let n = 0; n < pieces; n++) {
    await step(`piece ${n}`);
    yield randomBytes(1_000_000);
  }
}

beforeAll(async () => {
  const { db } = database;
  api = await testApi(
    db,
    (a) =>
      addIncidentPackRoutes(a, {
        db,
        clock: drivenClock(at + 5 * 3_600_000),
        notificationsById: async (...args) => {
          await step('notifications');
          return await notificationsById(...args);
        },
        storyOf: async () => '',
        escalationOf: async () => {
          await step('escalation');
          return { escalations: [], receipts: [] };
        },
        history: {
          moments: async ({ deviceIds }) => {
            await step('moments');
            return deviceIds.map(() => null);
          },
        },
        csvOf: async () => {
          await step('csv');
          return csv();
        },
        seriesOf: async () => {
          await step('series');
          return [];
        },
      }),
    { loaders: { notification: (one) => loadNotification(db, one) } },
  );
  const leg = await makeDevice(db);
  path = `/api/v1/notifications/${await event(leg)}/incident-pack/`;
  engineer = await signedIn(api.http, db, await makeUser(db, { on: { [leg.siteId]: 'Engineer' } }));
  await api.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.http.close());

async function begin() {
  const { server } = api.http;
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const client = connect(portOf(server), '127.0.0.1').on('error', () => {});
  client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: JWT ${engineer.token}\r\n\r\n`);
  const serverSide = await accepted;
  const reset = async () => {
    client.resetAndDestroy();
    if (!serverSide.closed) await new Promise((resolve) => serverSide.once('close', resolve));
  };
  return { client, reset };
}

const both = async () => (await Promise.all([engineer.get(path), engineer.get(path)])).map((one) => one.statusCode);
const middle = Array.from({ length: 6 }, (_, n) => `piece ${n}`);

it.each(['notifications', 'escalation', 'moments', 'csv', 'series', ...middle])(
  'a download that breaks off at the step %s leaves both places free',
  async (name) => {
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    step = async (now) => {
      if (now !== name) return;
      reached.resolve();
      await goOn.promise;
    };
    const { client, reset } = await begin();
    client.resume();
    await reached.promise;
    await reset();
    step = async () => {};
    goOn.resolve();
    await expect.poll(both).toEqual([200, 200]);
  },
);

it('downloads that break off after any number of bytes leave both places free', async () => {
  for (let bytes = 0; bytes < 6_500_000; bytes += 700_000) {
    const { client, reset } = await begin();
    let read = 0;
    for await (const piece of client) {
      read += (piece as Buffer).length;
      if (read > bytes) break;
    }
    await reset();
  }
  await expect.poll(both).toEqual([200, 200]);
});
