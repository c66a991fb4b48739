import { createServer } from 'node:net';
import type { DeviceId } from '@tocsin/contract/ids';
import { RegisterMap } from '@tocsin/contract/modbus';
import { ModbusServer } from '@tocsin/simulator/modbus-server';
import { describe, expect, it, type TestContext, vi } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { catalogOf, LineBench, someDevice } from '../../line/testing/bench-device.ts';
import type { CatalogDevice } from '../catalog.ts';
import { ModbusDoor } from './modbus-door.ts';
import { ModbusNetworks } from './modbus-link.ts';
import { planOf } from './modbus-map.ts';

// Real sockets on a machine that others use too.
vi.setConfig({ testTimeout: 60_000 });
const patience = { timeout: 30_000, interval: 25 };

const map = (more: object = {}) =>
  planOf(
    RegisterMap.parse({
      ...{
        name: 'm',
        title: 'M',
        about: '',
        interval_ms: 500,
        timeout_ms: 1_000,
        freshness: { fn: 4, at: 0, as: 'u16' },
      },
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

/** A server whose counter moves on with each look, unless it stands still. */
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
  const polled = { udfId: null, type: 'F500', shownType: 'F500' } as const;
  // What is polled is stamped with the server's own time.
  const bench = await new LineBench({ ...polled, ipAddress: `127.0.0.1:${ports[0]}` }, Date.now()).start();
  ports.slice(1).forEach((port, i) => {
    const id = (100 + i) as DeviceId;
    bench.devices.set(id, someDevice({ ...polled, id, serialNumber: `SN${id}`, ipAddress: `127.0.0.1:${port}` }));
  });
  const door = new ModbusDoor({
    intake: bench.line,
    catalog: catalogOf(bench.devices),
    clock: systemClock,
    networks: new ModbusNetworks(networks),
    planOf: () => plan,
  });
  door.start();
  onTestFinished(() => door.stop());
  const figures = (id = bench.device.id) => door.polling(id)?.statistics;
  return { bench, door, figures };
}

// Side by side: what they do is mostly to wait for what does not come.
describe.concurrent('polling over Modbus TCP', () => {
  it('does not connect outside its networks', async (test) => {
    const { server, port } = await serve(test);
    const { bench, figures } = await poll(test, [port], map(), ['10.0.0.0/8']);
    await vi.waitFor(() => expect(figures()?.state).toBe('refused'), patience);
    expect(figures()?.failure).toMatch(/127\.0\.0\.1 is not in MODBUS_NETWORKS/);
    expect([server.requests, bench.keep.frames.length]).toEqual([0, 0]);
  });

  it('gives up on a silent device after three tries, backs off, and takes it up again when it answers', async (test) => {
    const { server, port } = await serve(test);
    server.faults = { silent: 1 };
    const { bench, figures } = await poll(test, [port]);
    await vi.waitFor(() => expect(figures()?.state).toBe('backing-off'), patience);
    expect(figures()).toMatchObject({ timeouts: 6, answers: 0, frames: 0 });
    server.faults = {};
    await vi.waitFor(() => expect(bench.keep.frames.length).toBeGreaterThan(1), patience);
    expect(figures()).toMatchObject({ state: 'polling', failure: '' });
  });

  it('says of an address that the device refuses that it was not scanned, and takes the rest', async (test) => {
    const { port } = await serve(test);
    const beyond = {
      id: '3',
      name: 'Beyond',
      sensors: [{ id: '31', name: 'C', type: 'NUMERIC', value: { fn: 3, at: 65_535, as: 'u16' } }],
    };
    const { groups } = map().map;
    const { server: strict, port: at } = await strictServer(test);
    const { bench, figures } = await poll(test, [at], map({ groups: [...groups, beyond] }));
    await vi.waitFor(() => expect(bench.keep.frames.length).toBeGreaterThan(0), patience);
    expect([...(bench.keep.frames[0]?.values ?? [])]).toEqual([41, 7, Number.NaN]);
    const { groups: shown } = JSON.parse(bench.line.document(bench.device.id) ?? '{}');
    expect(shown[2].sensors[0].Meta.State).toBe('Sensor Not Scanned by T500');
    expect(figures()).toMatchObject({ not_scanned: 1, retries: 0 });
    expect(figures()?.exceptions).toBeGreaterThan(0);
    expect([strict.listening, port > 0]).toEqual([true, true]);
  });

  it('takes nothing when the update counter stands still', async (test) => {
    const { image, port } = await serve(test);
    const { bench, figures } = await poll(test, [port]);
    await vi.waitFor(() => expect(bench.keep.frames.length).toBeGreaterThan(0), patience);
    image.moving = false;
    await vi.waitFor(() => expect(figures()?.stale).toBeGreaterThan(1), patience);
    const taken = bench.keep.frames.length;
    await vi.waitFor(() => expect(figures()?.stale).toBeGreaterThan(3), patience);
    expect(bench.keep.frames).toHaveLength(taken);
  });

  it('takes no answer for another request: wrong transaction ids count as none', async (test) => {
    const { server, port } = await serve(test);
    server.faults = { wrongTransaction: 1 };
    const { bench, figures } = await poll(test, [port]);
    await vi.waitFor(() => expect(figures()?.timeouts).toBeGreaterThan(2), patience);
    expect(bench.keep.frames).toHaveLength(0);
  });

  it('survives bytes that are no answer at all', async (test) => {
    const junk = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (request) => {
        // The right transaction with nonsense behind it, whole nonsense, and half an answer.
        const nonsense = Buffer.from(Array.from({ length: 20 }, () => Math.floor(Math.random() * 256)));
        nonsense.writeUInt16BE(request.readUInt16BE(0), 0);
        nonsense.writeUInt16BE(Math.floor(Math.random() * 14), 4);
        socket.write(nonsense);
      });
    });
    await new Promise<void>((done) => junk.listen(0, '127.0.0.1', done));
    test.onTestFinished(() => new Promise<void>((done) => void junk.close(() => done())));
    const address = junk.address();
    const { bench, figures } = await poll(test, [typeof address === 'object' && address ? address.port : 0]);
    await vi.waitFor(() => expect(figures()?.requests).toBeGreaterThan(8), patience);
    expect(bench.keep.frames).toHaveLength(0);
  });

  it('polls the others in time while one is dead and one is slow', async (test) => {
    const good = await serve(test);
    const dead = await serve(test);
    dead.server.faults = { silent: 1 };
    const slow = await serve(test);
    slow.server.faults = { late: 0.5, lateMs: 900 };
    const { bench, door } = await poll(test, [good.port, dead.port, slow.port]);
    await vi.waitFor(() => expect(bench.keep.frames.length).toBeGreaterThan(0), patience);
    const from = Date.now();
    const before = door.polling(bench.device.id)?.statistics.frames ?? 0;
    await new Promise((done) => setTimeout(done, 4_000));
    const polled = (door.polling(bench.device.id)?.statistics.frames ?? 0) - before;
    expect(polled / ((Date.now() - from) / 500)).toBeGreaterThan(0.8);
    expect(door.polling(100 as DeviceId)?.statistics.frames).toBe(0);
  });

  it('begins, changes and ends with the catalog', async (test) => {
    const first = await serve(test);
    const second = await serve(test);
    const { bench, door } = await poll(test, [first.port]);
    const before = bench.device;
    await vi.waitFor(() => expect(first.server.requests).toBeGreaterThan(0), patience);
    const after: CatalogDevice = { ...before, ipAddress: `127.0.0.1:${second.port}` };
    bench.devices.set(before.id, after);
    door.changed(before, after);
    await vi.waitFor(() => expect(second.server.requests).toBeGreaterThan(0), patience);
    door.changed(after, { ...after, ipAddress: null });
    expect([door.size, door.polling(before.id)]).toEqual([0, null]);
  });
});

/** Answers registers below 1000 and refuses what lies beyond, as devices do. */
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
