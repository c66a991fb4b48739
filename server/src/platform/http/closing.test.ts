import { EventEmitter, once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { portOf } from '@tocsin/simulator/port-of';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { whenClosed, whenReplyEnds } from './closing.ts';

const counter = () => {
  let calls = 0;
  return { release: () => void calls++, calls: () => calls };
};

describe('what is released when a stream closes', () => {
  it('is released once, also when the stream has closed already', async () => {
    const stream = Readable.from(['a']);
    const before = counter();
    whenClosed(stream, before.release);
    stream.destroy();
    await once(stream, 'close');
    const after = counter();
    whenClosed(stream, after.release);
    stream.emit('close');
    expect([before.calls(), after.calls()]).toEqual([1, 1]);
  });

  it('is released for a WebSocket that has closed already, and kept while one is closing', () => {
    const socket = Object.assign(new EventEmitter(), { readyState: 3 as 2 | 3, CLOSED: 3 as const });
    const closed = counter();
    whenClosed(socket, closed.release);
    const closing = counter();
    whenClosed(Object.assign(new EventEmitter(), { readyState: 2 as const, CLOSED: 3 as const }), closing.release);
    expect([closed.calls(), closing.calls()]).toEqual([1, 0]);
  });

  it('is not released after it was cancelled, and any number of releases share one listener', () => {
    const stream = new Readable({ read() {} });
    const all = Array.from({ length: 50 }, counter);
    const cancels = all.map(({ release }) => whenClosed(stream, release));
    expect(stream.listenerCount('close')).toBe(1);
    cancels[0]?.();
    stream.emit('close');
    stream.emit('close');
    expect(all.map(({ calls }) => calls())).toEqual([0, ...Array.from({ length: 49 }, () => 1)]);
  });
});

const open: FastifyInstance[] = [];
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  for (const http of open.splice(0)) await http.close();
});

/** A server whose route `/:name` registers a release when `ready` resolves. */
async function server(ready: (name: string, socket: Socket) => Promise<void>) {
  const http = Fastify();
  open.push(http);
  const counts = new Map<string, number>();
  http.get<{ Params: { name: string } }>('/:name', async ({ params: { name }, raw }, reply) => {
    await ready(name, raw.socket);
    whenReplyEnds(reply, () => counts.set(name, (counts.get(name) ?? 0) + 1));
    if (name === 'never') await new Promise(() => {});
    return 'done';
  });
  await http.listen({ host: '127.0.0.1', port: 0 });
  const client = connect(portOf(http.server), '127.0.0.1').on('error', () => {});
  clients.push(client);
  return { http, counts, client };
}
const get = (name: string) => `GET /${name} HTTP/1.1\r\nHost: a\r\n\r\n`;

describe('what is released when a reply ends', () => {
  it('is released once after the reply, on a connection that stays open', async () => {
    const { counts, client } = await server(async () => {});
    client.write(get('first') + get('second'));
    await expect
      .poll(() => [...counts])
      .toEqual([
        ['first', 1],
        ['second', 1],
      ]);
    client.destroy();
  });

  it('is released at once when the caller went away before', async () => {
    const { counts, client } = await server(async (_name, socket) => {
      client.destroy();
      await new Promise((resolve) => socket.once('close', resolve));
    });
    client.write(get('gone'));
    await expect.poll(() => [...counts]).toEqual([['gone', 1]]);
  });

  it('is released when the connection ends while the reply waits behind another', async () => {
    const began: string[] = [];
    const { counts, client } = await server(async (name) => void began.push(name));
    client.write(get('never') + get('behind'));
    await expect.poll(() => began).toEqual(['never', 'behind']);
    client.destroy();
    await expect
      .poll(() => [...counts].sort())
      .toEqual([
        ['behind', 1],
        ['never', 1],
      ]);
  });
});

describe('sockets', () => {
  it('that were reset release what was registered afterwards', async () => {
    const accepted = Promise.withResolvers<Socket>();
    const listening = createServer((socket) => accepted.resolve(socket.on('error', () => {}))).listen(0);
    const client = connect(portOf(listening));
    const socket = await accepted.promise;
    client.resetAndDestroy();
    await new Promise((resolve) => socket.resume().once('close', resolve));
    const { release, calls } = counter();
    whenClosed(socket, release);
    expect(calls()).toBe(1);
    listening.close();
  });
});
