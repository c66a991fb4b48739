import { createServer } from 'node:net';
import { shippedTypes } from '@tocsin/contract/device-type';
import { DeviceId } from '@tocsin/contract/ids';
import { RegisterMap } from '@tocsin/contract/modbus';
import { ModbusServer } from '@tocsin/simulator/testing/modbus-server';
import { describe, expect, it, type TestContext } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { eventually } from '../../../platform/testing/eventually.ts';
import type { CatalogDevice } from '../../catalog.ts';
import { catalogOf, someDevice, TestPipeline } from '../../testing/test-device.ts';
import { ModbusAdapter } from './modbus-adapter.ts';
import { ModbusNetworks } from './modbus-line.ts';
import { planOf } from './modbus-map.ts';

const map = (more: object = {}) =>
  planOf(
    RegisterMap.parse({
      name: 'm',
      title: 'M',
      about: '',
      interval_ms: 500,
      timeout_ms: 1_000,
      freshness: { fn: 4, at: 0, as: 'u16' },
      groups: [
        {
          id: '1',
          name: 'Near',
          sensors: [{ id: '11', name: 'A', type: 'NUMERIC', value: { fn: 4, at: 1, as: 'u16' } }],
        },
        {
          id: '2',
          name: 'Far',
          sensors: [{ id: '21', name: 'B', type: 'NUMERIC', value: { fn: 4, at: 500, as: 'u16' } }],
        },
      ],
      ...more,
    }),
  );

/** A server whose update counter changes with each read, unless it is frozen. */
async function serve({ onTestFinished }: TestContext) {
  const image = { moving: true, counter: 0, register: (_at: number) => 0, bit: () => false };
  image.register = (at) => (at === 0 ? (image.moving ? ++image.counter : image.counter) : at === 500 ? 7 : 41);
  const server = new ModbusServer(image);
  const at = await server.start(0);
  onTestFinished(() => server.stop());
  return { image, server, port: at };
}

async function poll(
  { onTestFinished }: TestContext,
  ports: readonly number[],
  plan = map(),
  networks = ['127.0.0.0/8'],
) {
  const polled = { udfId: null, type: shippedTypes.F500, shownType: shippedTypes.F500 } as const;
  // Polled frames carry the server's own time.
  const bench = await new TestPipeline({ ...polled, ipAddress: `127.0.0.1:${ports[0]}` }, Date.now()).start();
  ports.slice(1).forEach((port, i) => {
    const id = DeviceId.parse(100 + i);
    bench.devices.set(id, someDevice({ ...polled, id, serialNumber: `SN${id}`, ipAddress: `127.0.0.1:${port}` }));
  });
  const adapter = new ModbusAdapter({
    intake: bench.pipeline,
    catalog: catalogOf(bench.devices),
    clock: systemClock,
    networks: new ModbusNetworks(networks),
    planOf: () => plan,
  });
  adapter.start();
  onTestFinished(() => adapter.stop());
  const metrics = (id = bench.device.id) => adapter.polling(id)?.statistics;
  const counts = (id = bench.device.id) => adapter.polling(id)?.counts;
  return { bench, adapter, metrics, counts };
}

// Run concurrently: the tests mostly wait for responses that never come.
describe.concurrent('polling over Modbus TCP', () => {
  it('does not connect outside its configured networks', async (test) => {
    const { server, port } = await serve(test);
    const { bench, metrics } = await poll(test, [port], map(), ['10.0.0.0/8']);
    await eventually(() => expect(metrics()?.state).toBe('refused'));
    expect(metrics()?.failure).toMatch(/127\.0\.0\.1 is not in MODBUS_NETWORKS/);
    expect(metrics()).toMatchObject({ polls: 0, requests: 0, retries: 0, last_poll: null });
    expect([server.requests, bench.frameWriter.frames.length]).toEqual([0, 0]);
  });

  it('reports the same for every address that has not answered as Modbus', async (test) => {
    const { server, port: silent } = await serve(test);
    server.faults = { silent: 1 };
    const other = await answerWith(test, () => Buffer.from('SSH-2.0-OpenSSH\r\n'));
    const closedPort = await unusedPort();
    const { metrics, counts } = await poll(test, [silent, other, closedPort]);
    const ids = [undefined, DeviceId.parse(100), DeviceId.parse(101)];
    await eventually(() => {
      for (const id of ids) expect(counts(id)?.state).toBe('backing-off');
    });
    const [first, ...others] = ids.map((id) => metrics(id));
    expect(first).toMatchObject({ state: 'backing-off', connects: 0, requests: 0, poll_ms: null, last_poll: null });
    expect(first?.failure).toMatch(/No Modbus answer/);
    for (const one of others) expect(one).toEqual(first);
  });

  it('accepts nothing from a server that answers with another protocol id', async (test) => {
    const port = await answerWith(test, (request) => {
      const answer = Buffer.from([0, 0, 0, 7, 0, 5, 1, 4, 2, 0, 41]);
      request.copy(answer, 0, 0, 2);
      return answer;
    });
    const { bench, counts } = await poll(test, [port]);
    await eventually(() => expect(counts()?.state).toBe('backing-off'));
    expect(counts()).toMatchObject({ answers: 0 });
    expect(bench.frameWriter.frames).toEqual([]);
  });

  it('gives up on a silent device after three tries, backs off, and resumes when it answers', async (test) => {
    const { server, port } = await serve(test);
    server.faults = { silent: 1 };
    const { bench, metrics, counts } = await poll(test, [port]);
    await eventually(() => expect(counts()?.state).toBe('backing-off'));
    expect(counts()).toMatchObject({ timeouts: 6, answers: 0, frames: 0 });
    server.faults = {};
    await eventually(() => expect(bench.frameWriter.frames.length).toBeGreaterThan(1));
    expect(metrics()).toMatchObject({ state: 'polling', failure: '' });
  });

  it('marks an address that the device refuses as not scanned, and accepts the rest', async (test) => {
    const { port } = await serve(test);
    const beyond = {
      id: '3',
      name: 'Beyond',
      sensors: [{ id: '31', name: 'C', type: 'NUMERIC', value: { fn: 3, at: 65_535, as: 'u16' } }],
    };
    const { groups } = map().map;
    const { server: strict, port: at } = await strictServer(test);
    const { bench, metrics } = await poll(test, [at], map({ groups: [...groups, beyond] }));
    await eventually(() => expect(bench.frameWriter.frames.length).toBeGreaterThan(0));
    expect([...(bench.frameWriter.frames[0]?.values ?? [])]).toEqual([41, 7, Number.NaN]);
    const { groups: shown } = JSON.parse(bench.pipeline.document(bench.device.id) ?? '{}');
    expect(shown[2].sensors[0].Meta.State).toBe('Not read');
    expect(metrics()).toMatchObject({ not_scanned: 1, retries: 0 });
    expect(metrics()?.exceptions).toBeGreaterThan(0);
    expect([strict.listening, port > 0]).toEqual([true, true]);
  });

  it('stores nothing while the update counter does not change', async (test) => {
    const { image, port } = await serve(test);
    const { bench, metrics } = await poll(test, [port]);
    await eventually(() => expect(bench.frameWriter.frames.length).toBeGreaterThan(0));
    image.moving = false;
    await eventually(() => expect(metrics()?.stale).toBeGreaterThan(1));
    const taken = bench.frameWriter.frames.length;
    await eventually(() => expect(metrics()?.stale).toBeGreaterThan(3));
    expect(bench.frameWriter.frames).toHaveLength(taken);
  });

  it('takes nothing from responses with a wrong transaction id, and names them', async (test) => {
    const { server, port } = await serve(test);
    server.faults = { wrongTransaction: 1 };
    const { bench, metrics } = await poll(test, [port]);
    await eventually(() => expect(metrics()?.failure).toMatch(/has transaction id \d+, asked was \d+/));
    expect(bench.frameWriter.frames).toHaveLength(0);
  });

  it('survives bytes that are not a response', async (test) => {
    const junk = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (request) => {
        // The right transaction with an invalid body, invalid bytes throughout, and half a response.
        const nonsense = Buffer.from(Array.from({ length: 20 }, () => Math.floor(Math.random() * 256)));
        nonsense.writeUInt16BE(request.readUInt16BE(0), 0);
        nonsense.writeUInt16BE(Math.floor(Math.random() * 14), 4);
        socket.write(nonsense);
      });
    });
    await new Promise<void>((done) => junk.listen(0, '127.0.0.1', done));
    test.onTestFinished(() => new Promise<void>((done) => void junk.close(() => done())));
    const address = junk.address();
    const { bench, counts } = await poll(test, [typeof address === 'object' && address ? address.port : 0]);
    await eventually(() => expect(counts()?.requests).toBeGreaterThan(2));
    expect(bench.frameWriter.frames).toHaveLength(0);
  });

  it('polls the other devices on time while one is dead and one is slow', async (test) => {
    const good = await serve(test);
    const dead = await serve(test);
    dead.server.faults = { silent: 1 };
    const slow = await serve(test);
    slow.server.faults = { late: 0.5, lateMs: 900 };
    const { bench, adapter } = await poll(test, [good.port, dead.port, slow.port]);
    const metricsOf = (id: number) => {
      const polling = adapter.polling(DeviceId.parse(id));
      return polling && { ...polling.statistics, ...polling.counts };
    };
    // Two polls of the others complete while one request to the dead device is open.
    let open: { readonly timeouts: number; readonly frames: number } | null = null;
    await eventually(() => {
      const { timeouts = 0, state } = metricsOf(100) ?? {};
      const { frames = 0 } = metricsOf(bench.device.id) ?? {};
      if (state === 'backing-off') open = null;
      else if (open?.timeouts !== timeouts) open = { timeouts, frames };
      expect(frames - (open?.frames ?? frames)).toBeGreaterThan(1);
    });
    // The slow device is read as often as it answers in time.
    await eventually(() => expect(metricsOf(101)?.frames).toBeGreaterThan(1));
    expect(metricsOf(100)?.frames).toBe(0);
    expect(bench.frameWriter.frames.length).toBeGreaterThan(0);
  });

  it('starts, changes and stops polling with the catalog', async (test) => {
    const first = await serve(test);
    const second = await serve(test);
    const { bench, adapter, metrics } = await poll(test, [first.port]);
    const before = bench.device;
    await eventually(() => expect(metrics()?.frames).toBeGreaterThan(0));
    const changedAt = new Date().toISOString();
    expect(metrics()?.since).toMatch(/Z$/);
    expect((metrics()?.since ?? '') <= changedAt).toBe(true);
    const after: CatalogDevice = { ...before, ipAddress: `127.0.0.1:${second.port}` };
    bench.devices.set(before.id, after);
    adapter.changed(before, after);
    await eventually(() => expect(second.server.requests).toBeGreaterThan(0));
    await eventually(() => expect((metrics()?.since ?? '') >= changedAt).toBe(true));
    adapter.changed(after, { ...after, ipAddress: null });
    expect([adapter.size, adapter.polling(before.id)]).toEqual([0, null]);
  });
});

/** Answers registers below 1000 and refuses the others. */
async function strictServer({ onTestFinished }: TestContext) {
  let counter = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (request) => {
      const at = request.readUInt16BE(8);
      const count = request.readUInt16BE(10);
      const fn = request[7] ?? 0;
      const words = Buffer.alloc(2 * count);
      for (let i = 0; i < count; i++) words.writeUInt16BE(at + i === 0 ? ++counter : at + i === 500 ? 7 : 41, 2 * i);
      const body = at >= 1_000 ? Buffer.from([fn | 0x80, 2]) : Buffer.concat([Buffer.from([fn, words.length]), words]);
      const answer = Buffer.concat([request.subarray(0, 7), body]);
      answer.writeUInt16BE(body.length + 1, 4);
      socket.write(answer);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => new Promise<void>((done) => void server.close(() => done())));
  const address = server.address();
  return { server, port: typeof address === 'object' && address ? address.port : 0 };
}

/** A server that answers each request with the given bytes. */
async function answerWith({ onTestFinished }: TestContext, answer: (request: Buffer) => Buffer): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (request) => socket.write(answer(request)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return address !== null && typeof address === 'object' ? address.port : 0;
}
