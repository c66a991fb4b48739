import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeviceId, SiteId } from '@tocsin/contract/ids';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedMaps } from '../features/payload-maps/shipped-maps.ts';
import { httpAdapter } from '../pipeline/1-receive/http/http-adapter.ts';
import { MqttAdapter } from '../pipeline/1-receive/mqtt/mqtt-adapter.ts';
import { connectTo } from '../pipeline/1-receive/testing/connect.ts';
import type { Catalog } from '../pipeline/catalog.ts';
import { catalogOf, TestPipeline } from '../pipeline/testing/test-device.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { type Mapped, startPayloadMaps } from './payload-maps.ts';

const folder = join(import.meta.dirname, '../../../docs/connect');
/** The ways in by register maps have tag lists, which features/devices/connect-pages.test.ts reads. */
const pages = readdirSync(folder)
  .map((file) => file.replace(/\.md$/, ''))
  .filter((page) => !readFileSync(join(folder, `${page}.md`), 'utf8').includes('```csv'));
const database = testDatabase();
const open: (() => Promise<unknown>)[] = [];
let bench: TestPipeline;
let mapped: Mapped;
let http: FastifyInstance;
let port: number;
/** Each page has a device of its own, so that equal samples are no duplicates. */
let current = DeviceId.parse(100);

/** The lines of a page's shell block. */
const linesOf = (page: string): readonly string[] =>
  /```sh\n([\s\S]*?)```/
    .exec(readFileSync(join(folder, `${page}.md`), 'utf8'))?.[1]
    ?.trim()
    .split('\n') ?? [];

const part = (line: string, before: string): string =>
  new RegExp(`${before} (?:'([^']*)'|(\\S+))`)
    .exec(line)
    ?.slice(1)
    .find((text) => text !== undefined) ?? '';

async function post(line: string): Promise<number> {
  const url = new URL(part(line, `-d '[^']*'`));
  const { statusCode } = await http.inject({
    method: 'POST',
    url: `${url.pathname}${url.search}`,
    headers: {
      authorization: `Basic ${Buffer.from(part(line, '-u')).toString('base64')}`,
      'content-type': 'application/json',
    },
    payload: part(line, '-d'),
  });
  return statusCode;
}

async function publish(line: string): Promise<number> {
  const client = await connectTo(port, open, { username: part(line, '-u'), password: part(line, '-P'), keepalive: 60 });
  await client.publishAsync(part(line, '-t'), part(line, '-m'), { qos: 1 });
  return 200;
}

beforeAll(async () => {
  bench = await new TestPipeline(
    { udfId: 'LEG4', serialNumber: 'SERIAL', senderId: 'a84041b2c1d5e3f7' },
    Date.now(),
  ).start();
  const { clock, pipeline } = bench;
  const log = createLog('silent');
  const catalog: Catalog = {
    ...catalogOf(bench.devices),
    bySender: (_site, sender) =>
      [...bench.devices.values()].find(({ senderId }) => senderId?.toLowerCase() === sender.toLowerCase()),
  };
  mapped = await startPayloadMaps(
    { db: database.db, clock, log, secret: 'x'.repeat(40), intake: pipeline, catalog, offlineAfterMs: () => 60_000 },
    { add: () => {} },
  );
  const shared = {
    intake: pipeline,
    catalog,
    mapped: mapped.intake,
    checkDevice: (serial: string, code: string) =>
      serial === 'SERIAL' && code === 'CODE'
        ? ({ kind: 'ok', deviceId: current } as const)
        : ({ kind: 'wrong' } as const),
    checkGateway: (user: string, password: string) =>
      user === 'gateway-3' && password === 'PASSWORD'
        ? ({ kind: 'ok', siteId: SiteId.parse(3), clientId: 2 } as const)
        : ({ kind: 'wrong' } as const),
  };
  http = Fastify();
  http.setValidatorCompiler(() => () => true);
  http.setSerializerCompiler(() => JSON.stringify);
  await http.register(httpAdapter({ ...shared, clock }));
  const adapter = new MqttAdapter({
    ...shared,
    clock: systemClock,
    log,
    sparkplug: { hostId: 'tocsin', reorderMs: 2_000 },
    host: '127.0.0.1',
    port: 0,
    tls: null,
  });
  port = await adapter.start();
  open.push(() => adapter.stop(500));
});
afterAll(async () => {
  for (const stop of open.splice(0).reverse()) await stop();
  mapped.maps.stop();
  await http.close();
});

describe('the pages of ways in', () => {
  it('are one for each map that comes with Tocsin', () => {
    expect(pages.sort()).toEqual(shippedMaps.map(({ code }) => code).sort());
  });

  it.each(pages)('%s has lines that are taken', async (page) => {
    const name = shippedMaps.find(({ code }) => code === page)?.map.name;
    const map = [...mapped.maps.all()].find((one) => one.name === name);
    current = DeviceId.parse(100 + pages.indexOf(page));
    bench.devices.clear();
    const own = { id: current, payloadMapId: map?.id ?? null, addedAt: bench.clock.now() };
    bench.devices.set(current, { ...bench.device, ...own });
    const lines = linesOf(page);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(await (line.startsWith('curl ') ? post(line) : publish(line))).toBe(200);
      // The portal has made the birth, so the line was read by the map.
      expect(JSON.parse(bench.pipeline.document(current) ?? '{}').groups).not.toEqual([]);
    }
    expect(bench.pipeline.refused).toEqual({});
  });
});
