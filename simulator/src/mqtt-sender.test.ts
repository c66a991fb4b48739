import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Aedes } from 'aedes';
import { afterEach, describe, expect, it } from 'vitest';
import { MqttSender } from './mqtt-sender.ts';

/** A broker that can be killed with all its connections, and started again on the same port. */
class Broker {
  readonly got: string[] = [];
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  port = 0;

  async start(): Promise<void> {
    const aedes = await Aedes.createBroker();
    aedes.authorizePublish = (_client, packet, done) => {
      this.got.push(`${packet.topic} ${packet.payload}`);
      done(null);
    };
    const server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      aedes.handle(socket);
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    const address = server.address();
    this.port = typeof address === 'object' && address ? address.port : 0;
  }

  async kill(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

const running: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of running.splice(0)) await stop();
});

describe('store and forward', () => {
  it('delivers everything in order through a broker that dies, and logs it once acknowledged', async () => {
    const broker = new Broker();
    await broker.start();
    const ackLog = join(mkdtempSync(join(tmpdir(), 'ack-')), 'ack.log');
    const sender = new MqttSender({
      url: `mqtt://127.0.0.1:${broker.port}`,
      username: 'S-1',
      password: 'code',
      hello: () => ({ topic: 'birth', payload: '{}', note: null }),
      ackLog,
      window: 5,
    });
    running.push(
      () => sender.stop(),
      () => broker.kill(),
    );
    sender.start();
    const send = (from: number, to: number) => {
      for (let i = from; i < to; i++) sender.send({ topic: 'data', payload: String(i), note: `n${i}` });
    };
    send(0, 50);
    expect(await sender.drained(5_000)).toBe(true);
    await broker.kill();
    send(50, 100);
    expect(sender.pending).toBe(50);
    await broker.start();
    expect(await sender.drained(10_000)).toBe(true);
    await sender.stop();
    const order = broker.got.filter((line) => line.startsWith('data')).map((line) => Number(line.slice(5)));
    expect([...new Set(order)]).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect(broker.got.filter((line) => line.startsWith('birth')).length).toBe(sender.sessions);
    expect(readFileSync(ackLog, 'utf8').trim().split('\n')).toEqual(Array.from({ length: 100 }, (_, i) => `n${i}`));
  });

  it('drops the oldest messages beyond its limit and counts them', () => {
    const sender = new MqttSender({
      url: 'mqtt://127.0.0.1:1',
      username: '',
      password: '',
      hello: () => null,
      keep: 10,
    });
    for (let i = 0; i < 15; i++) sender.send({ topic: 'data', payload: String(i), note: null });
    expect([sender.pending, sender.dropped]).toEqual([10, 5]);
  });
});
