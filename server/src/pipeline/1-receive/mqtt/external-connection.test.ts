import { createServer, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import mqttPacket from 'mqtt-packet';
import { afterEach, expect, it } from 'vitest';
import { type Clock, drivenClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log.ts';
import { eventually } from '../../../platform/testing/eventually.ts';
import { FaultyProxy } from '../../../platform/testing/faulty-proxy.ts';
import { noon } from '../../testing/test-device.ts';
import { ExternalConnection, type ExternalUse } from './external-connection.ts';

const open: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const stop of open.splice(0).reverse()) await stop();
});

const use: ExternalUse = {
  begin: (line) => line.subscribe(['some/topic']),
  take: (_topic, _bytes, _retained, answer) => answer(true),
};
const intake = { full: () => false, whenRoom: (fn: () => void) => fn() };

const connectionTo = (port: number, clock: Clock) =>
  new ExternalConnection(
    {
      intake,
      clock,
      log: createLog('silent'),
      url: `mqtt://127.0.0.1:${port}`,
      clientId: 'tocsin-test',
      isPersistent: true,
      dropAfterMs: 5_000,
    },
    use,
  );

/** A broker behind a proxy. The clock does not advance by itself, so the test triggers each connection attempt. */
async function behindProxy() {
  const aedes = new Aedes();
  await aedes.listen();
  const server = createServer(aedes.handle);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push(() => new Promise<void>((done) => aedes.close(() => server.close(() => done()))));
  const address = server.address();
  const proxy = new FaultyProxy({ host: '127.0.0.1', port: typeof address === 'object' && address ? address.port : 0 });
  await proxy.start();
  open.push(() => proxy.stop());
  const clock = drivenClock(noon);
  const connection = connectionTo(proxy.port, clock);
  connection.start();
  open.push(() => connection.stop());
  const is = (state: string) => eventually(() => expect(connection.state).toBe(state));
  /** Beyond every back-off, but shorter than the timeout of an attempt. */
  const next = () => clock.advanceTo(clock.now() + 30_000);
  await connected();
  return { proxy, connection, clock, is, next, connected };

  /** The broker speaks only MQTT 3.1.1, so it refuses every second attempt. */
  async function connected(): Promise<void> {
    for (;;) {
      await eventually(() => expect(['connected', 'waiting']).toContain(connection.state));
      if (connection.state === 'connected') return;
      clock.advanceTo(clock.now() + 30_000);
    }
  }
}

it.each(['close', 'refuse'] as const)('makes one attempt at a time behind a proxy of kind %s', async (mode) => {
  const { proxy, connection, is, next, connected } = await behindProxy();
  const before = proxy.accepted;
  await proxy.become(mode);
  for (let attempt = 1; attempt <= 5; attempt++) {
    await is('waiting');
    next();
    expect(connection.state).toBe('connecting');
  }
  await is('waiting');
  expect(proxy.accepted).toBe(before + (mode === 'refuse' ? 0 : 5));
  expect(connection.isUsable).toBe(false);
  await proxy.become('pass');
  next();
  await connected();
  expect([connection.isUsable, connection.metrics.connects]).toEqual([true, 2]);
  await eventually(() => expect(proxy.open).toBe(1));
});

it('abandons an attempt when the broker accepts the connection but never responds', async () => {
  const { proxy, connection, clock, is, next, connected } = await behindProxy();
  await proxy.become('close');
  await is('waiting');
  await proxy.become('hang');
  next();
  expect(connection.state).toBe('connecting');
  clock.advanceTo(clock.now() + 60_000);
  await is('waiting');
  await proxy.become('pass');
  next();
  await connected();
  await eventually(() => expect(proxy.open).toBe(1));
});

it('tries MQTT 5 again after each lost connection, also when it was refused once', async () => {
  const protocolVersions: number[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    const parser = mqttPacket.parser();
    parser.on('packet', (packet) => {
      const { protocolVersion: version = 4 } = { protocolVersion: protocolVersions.at(-1) };
      if (packet.cmd === 'subscribe')
        socket.write(
          mqttPacket.generate(
            { cmd: 'suback', messageId: packet.messageId ?? 0, granted: [1] },
            { protocolVersion: version },
          ),
        );
      if (packet.cmd !== 'connect') return;
      protocolVersions.push(packet.protocolVersion ?? 0);
      if (protocolVersions.length === 1) socket.destroy();
      else {
        const { protocolVersion } = packet;
        const welcome = { cmd: 'connack', returnCode: 0, reasonCode: 0, sessionPresent: false } as const;
        socket.write(mqttPacket.generate(welcome, { protocolVersion }));
      }
    });
    socket.on('data', (bytes) => void parser.parse(bytes));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push(() => new Promise<void>((done) => server.close(() => done())));
  open.push(() => sockets.forEach((socket) => void socket.destroy()));
  const address = server.address();
  const clock = drivenClock(noon);
  const connection = connectionTo(typeof address === 'object' && address ? address.port : 0, clock);
  connection.start();
  open.push(() => connection.stop());
  const is = (state: string) => eventually(() => expect(connection.state).toBe(state));
  await is('waiting');
  clock.advanceTo(clock.now() + 30_000);
  await is('connected');
  expect(protocolVersions).toEqual([5, 4]);
  sockets.at(-1)?.destroy();
  await is('waiting');
  clock.advanceTo(clock.now() + 30_000);
  await is('connected');
  expect(protocolVersions).toEqual([5, 4, 5]);
  expect(connection.metrics.version).toBe(5);
});
