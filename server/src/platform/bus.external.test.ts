import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type NatsConnection, nkeys } from '@nats-io/transport-node';
import { afterEach, expect, it } from 'vitest';
import { type Bus, openBus } from './bus.ts';
import { freePort } from './free-port.ts';
import { createLog } from './log.ts';
import { eventually } from './testing/eventually.ts';
import { FaultyProxy } from './testing/faulty-proxy.ts';

const secret = 'a secret of at least thirty-two characters';
const prefix = 'tocsin.signed';
const stops: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** A NATS server for the test, with additional configuration. */
async function natsWith(authorization = ''): Promise<number> {
  const port = await freePort('NATS', '127.0.0.1', 0, false);
  const file = join(mkdtempSync(join(tmpdir(), 'tocsin nats ')), 'nats.conf');
  writeFileSync(file, `listen: "127.0.0.1:${port}"\n${authorization}\n`);
  const child = spawn('/usr/sbin/nats-server', ['-c', file], { stdio: 'ignore' });
  stops.push(() => child.kill('SIGTERM'));
  await eventually(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}`).catch((error: Error) => error.cause);
    // It does not speak HTTP, but it is listening.
    if (answer instanceof Error && 'code' in answer && answer.code === 'ECONNREFUSED') throw answer;
  });
  return port;
}

async function busAt(url: string, its = secret, now?: () => number): Promise<Bus> {
  const log = createLog('silent');
  const bus = await openBus({ url, prefix, name: 'test', secret: its, log, ...(now ? { now } : {}) });
  stops.push(() => bus.close());
  return bus;
}

/** A client that reaches NATS but does not have the secret. */
async function strangerAt(port: number): Promise<NatsConnection> {
  const nats = await connect({ servers: `127.0.0.1:${port}` });
  stops.push(() => nats.close());
  return nats;
}

it('accepts messages of our processes, and neither a forged nor a repeated one', async () => {
  const port = await natsWith();
  const [a, b] = [await busAt(`nats://127.0.0.1:${port}`), await busAt(`nats://127.0.0.1:${port}`)];
  const stranger = await strangerAt(port);
  const heard: string[] = [];
  b.subscribe('news.moved', (bytes) => heard.push(bytes.toString()));
  b.subscribe('do.*', (bytes, answer) => answer(Buffer.from(`did ${bytes}`)));
  const overheard: Uint8Array[] = [];
  stranger.subscribe(`${prefix}.>`, {
    callback: (_error, { data }) => {
      overheard.push(data);
    },
  });
  await stranger.flush();
  await eventually(async () => {
    expect((await a.request('do.1', Buffer.from('this'), 5_000)).toString()).toBe('did this');
  });
  a.publish('news.moved', Buffer.from('one'));
  await eventually(() => expect(heard).toEqual(['one']));
  const repeated = overheard.at(-1);
  if (!repeated) throw new Error('no message was intercepted');
  stranger.publish(`${prefix}.news.moved`, repeated);
  stranger.publish(`${prefix}.do.2`, repeated);
  stranger.publish(`${prefix}.news.moved`, Buffer.from('\0forged'));
  stranger.publish(`${prefix}.news.moved`, new Uint8Array());
  await eventually(() => expect(b.refused).toEqual({ unsigned: 3, time: 0, replay: 1 }));
  a.publish('news.moved', Buffer.from('two'));
  await eventually(() => expect(heard).toEqual(['one', 'two']));
  await expect(stranger.request(`${prefix}.do.1`, repeated, { timeout: 300 })).rejects.toThrow();
});

it('accepts no answer of other clients, nothing of another installation, and nothing from a clock that is far off', async () => {
  const port = await natsWith();
  const url = `nats://127.0.0.1:${port}`;
  const a = await busAt(url);
  const stranger = await strangerAt(port);
  stranger.subscribe(`${prefix}.do.9`, {
    callback: (_error, message) => {
      message.respond(Buffer.from('\0done'));
    },
  });
  await stranger.flush();
  await expect(a.request('do.9', Buffer.from('x'), 5_000)).rejects.toThrow('not signed');
  const heard: string[] = [];
  a.subscribe('news.moved', (bytes) => heard.push(bytes.toString()));
  const others = await busAt(url, 'the secret of another installation');
  const late = await busAt(url, secret, () => Date.now() - 600_000);
  const good = await busAt(url);
  await eventually(() => {
    others.publish('news.moved', Buffer.from('other'));
    late.publish('news.moved', Buffer.from('late'));
    good.publish('news.moved', Buffer.from('good'));
    expect(heard).toContain('good');
    expect(a.refused.time).toBeGreaterThan(0);
    expect(a.refused.unsigned).toBeGreaterThan(1);
  });
  expect(new Set(heard)).toEqual(new Set(['good']));
});

it('carries messages of several chunks, each of them signed', async () => {
  const port = await natsWith();
  const [a, b] = [await busAt(`nats://127.0.0.1:${port}`), await busAt(`nats://127.0.0.1:${port}`)];
  b.subscribe('in.1', (bytes, answer) => answer(Buffer.from(String(bytes.length))));
  const large = Buffer.alloc(5_000_000, 7);
  await eventually(async () => {
    expect((await a.request('in.1', large, 20_000)).toString()).toBe('5000000');
  });
});

it.each(['user and password', 'token', 'nkey'])('signs in by %s, and is refused without it', async (kind) => {
  const pair = nkeys.createUser();
  const nkey = new TextDecoder().decode(pair.getSeed());
  const [authorization, credentials] = {
    'user and password': ['authorization { user: "toc sin", password: "p@ss:word" }', 'toc%20sin:p%40ss%3Aword'],
    token: ['authorization { token: "a-token" }', 'a-token'],
    nkey: [`authorization { users: [{ nkey: ${pair.getPublicKey()} }] }`, nkey],
  }[kind] ?? ['', ''];
  const port = await natsWith(authorization);
  const bus = await busAt(`nats://${credentials}@127.0.0.1:${port}`);
  expect(bus.isUp()).toBe(true);
  await expect(busAt(`nats://127.0.0.1:${port}`)).rejects.toThrow(/auth/i);
});

it('reconnects to a NATS behind a proxy that accepts and closes, with one connection', async () => {
  const proxy = new FaultyProxy({ host: '127.0.0.1', port: await natsWith() });
  await proxy.start();
  stops.push(() => proxy.stop());
  const bus = await busAt(`nats://127.0.0.1:${proxy.port}`);
  let backs = 0;
  bus.onBack(() => backs++);
  for (const mode of ['close', 'refuse', 'hang'] as const) {
    const [before, backsBefore] = [proxy.accepted, backs];
    await proxy.become(mode);
    if (mode === 'close') await eventually(() => expect(proxy.accepted).toBeGreaterThan(before + 3));
    await eventually(() => expect(bus.isUp()).toBe(false));
    await proxy.become('pass');
    await eventually(() => expect([bus.isUp(), backs > backsBefore]).toEqual([true, true]));
    await eventually(() => expect(proxy.open).toBe(1));
  }
});
