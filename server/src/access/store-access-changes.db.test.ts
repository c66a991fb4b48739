import { afterEach, expect, it } from 'vitest';
import { drivenClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { eventually } from '../platform/testing/eventually.ts';
import { FaultyProxy, type ProxyMode } from '../platform/testing/faulty-proxy.ts';
import { type AccessChange, createAccessChanges } from './store-access-changes.ts';

// Real sockets on a machine that others use too.
const database = testDatabase();

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** Listens behind a proxy. The clock stands still, so that every attempt is one that the test asked for. */
async function listenBehindProxy() {
  const { address } = database;
  const proxy = new FaultyProxy({ path: `${address.host}/.s.PGSQL.${address.port}` });
  await proxy.start();
  stops.push(() => proxy.stop());
  const clock = drivenClock(0);
  const heard: AccessChange[] = [];
  const behind = { ...address, host: '127.0.0.1', port: proxy.port };
  const changes = createAccessChanges(behind, clock, createLog('silent'), (change) => heard.push(change));
  await changes.start();
  stops.push(() => changes.stop());
  const is = (state: string) => eventually(() => expect(changes.state).toBe(state));
  /** Past every back-off, short of a limit that the clock keeps for an attempt. */
  const next = () => clock.advanceTo(clock.now() + 15_000);
  return { proxy, clock, heard, changes, is, next };
}

it.each(['close', 'refuse', 'slow'] as const)('makes one attempt at a time behind a proxy of kind %s', async (mode) => {
  const { proxy, clock, heard, changes, is, next } = await listenBehindProxy();
  await is('connected');
  expect(proxy.accepted).toBe(1);
  const failing: ProxyMode = mode === 'slow' ? 'close' : mode;
  await proxy.become(failing);
  for (let attempt = 1; attempt <= 5; attempt++) {
    await is('waiting');
    next();
    expect(changes.state).toBe('connecting');
  }
  await is('waiting');
  await eventually(() => expect(proxy.open).toBe(0));
  expect(proxy.accepted).toBe(mode === 'refuse' ? 1 : 6);
  await proxy.become(mode === 'slow' ? 'slow' : 'pass');
  heard.length = 0;
  next();
  await is('connected');
  // What was sent meanwhile was not heard: everything is checked.
  expect(heard).toEqual([{ kind: 'all' }]);
  expect(proxy.open).toBe(1);
  expect(proxy.accepted).toBe(mode === 'refuse' ? 2 : 7);
  await database.pool.query(`select pg_notify('access', 'user 5')`);
  await eventually(() => expect(heard).toContainEqual({ kind: 'user', userId: 5 }));
  expect(clock.now()).toBeGreaterThan(0);
});

it('notices a dead connection and opens a new one', async () => {
  const { proxy, heard, is, next } = await listenBehindProxy();
  await is('connected');
  await proxy.become('hang');
  next();
  await is('waiting');
  await proxy.become('pass');
  heard.length = 0;
  next();
  await is('connected');
  expect(heard).toEqual([{ kind: 'all' }]);
  await eventually(() => expect(proxy.open).toBe(1));
});

it('makes no further attempt once it is stopped, also during an attempt', async () => {
  const { proxy, clock, changes, is, next } = await listenBehindProxy();
  await is('connected');
  await proxy.become('close');
  await is('waiting');
  const stopped = changes.stop();
  next();
  await stopped;
  clock.advanceTo(clock.now() + 600_000);
  expect(proxy.accepted).toBe(1);
  expect(changes.state).toBe('stopped');
});
