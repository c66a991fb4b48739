import { createServer, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import mqttPacket from 'mqtt-packet';
import { afterEach, expect, it } from 'vitest';
import { drivenClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log.ts';
import { eventually } from '../../../platform/testing/eventually.ts';
import { FaultyProxy } from '../../../platform/testing/faulty-proxy.ts';
import { catalogOf, TestPipeline } from '../../testing/test-device.ts';
import { UnknownNodes } from '../sparkplug/unknown-nodes.ts';
import { ExternalMqttAdapter } from './external-mqtt-adapter.ts';

const open: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const stop of open.splice(0).reverse()) await stop();
});

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
  const bench = await new TestPipeline().start();
  const clock = drivenClock(bench.clock.now());
  const adapter = new ExternalMqttAdapter({
    intake: bench.pipeline,
    catalog: catalogOf(bench.devices),
    clock,
    log: createLog('silent'),
    unknown: new UnknownNodes(),
    url: `mqtt://127.0.0.1:${proxy.port}`,
    clientId: 'tocsin-test',
  });
  adapter.start();
  open.push(() => adapter.stop());
  const is = (state: string) => eventually(() => expect(adapter.state).toBe(state));
  /** Beyond every back-off, but shorter than the timeout of an attempt. */
  const next = () => clock.advanceTo(clock.now() + 30_000);
  await connected();
  return { proxy, adapter, clock, is, next, connected };

  /** The broker speaks only MQTT 3.1.1, so it refuses every second attempt. */
  async function connected(): Promise<void> {
    for (;;) {
      await eventually(() => expect(['connected', 'waiting']).toContain(adapter.state));
      if (adapter.state === 'connected') return;
      clock.advanceTo(clock.now() + 30_000);
    }
  }
}

it.each(['close', 'refuse'] as const)('makes one attempt at a time behind a proxy of kind %s', async (mode) => {
  const { proxy, adapter, is, next, connected } = await behindProxy();
  const before = proxy.accepted;
  await proxy.become(mode);
  for (let attempt = 1; attempt <= 5; attempt++) {
    await is('waiting');
    next();
    expect(adapter.state).toBe('connecting');
  }
  await is('waiting');
  expect(proxy.accepted).toBe(before + (mode === 'refuse' ? 0 : 5));
  expect(adapter.metrics.connected).toBe(false);
  await proxy.become('pass');
  next();
  await connected();
  expect(adapter.metrics).toMatchObject({ connected: true, connects: 2 });
  await eventually(() => expect(proxy.open).toBe(1));
});

it('abandons an attempt when the broker accepts the connection but never responds', async () => {
  const { proxy, adapter, clock, is, next, connected } = await behindProxy();
  await proxy.become('close');
  await is('waiting');
  await proxy.become('hang');
  next();
  expect(adapter.state).toBe('connecting');
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
  const bench = await new TestPipeline().start();
  const clock = drivenClock(bench.clock.now());
  const adapter = new ExternalMqttAdapter({
    intake: bench.pipeline,
    catalog: catalogOf(bench.devices),
    clock,
    log: createLog('silent'),
    unknown: new UnknownNodes(),
    clientId: 'tocsin-test',
    url: `mqtt://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
  });
  adapter.start();
  open.push(() => adapter.stop());
  const is = (state: string) => eventually(() => expect(adapter.state).toBe(state));
  await is('waiting');
  clock.advanceTo(clock.now() + 30_000);
  await is('connected');
  expect(protocolVersions).toEqual([5, 4]);
  sockets.at(-1)?.destroy();
  await is('waiting');
  clock.advanceTo(clock.now() + 30_000);
  await is('connected');
  expect(protocolVersions).toEqual([5, 4, 5]);
  expect(adapter.metrics.version).toBe(5);
});
