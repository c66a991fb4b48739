import type { MqttClient } from 'mqtt';
import type { UMetric } from 'sparkplug-payload/lib/sparkplugbpayload.js';
import { afterEach, expect, it } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { eventually } from '../../../platform/testing/eventually.ts';
import { catalogOf, noon, TestPipeline } from '../../testing/test-device.ts';
import { decodeSparkplug } from '../sparkplug/sparkplug-payload.ts';
import { connectTo } from '../testing/connect.ts';
import { bdSeq, bearing, byAlias, sparkplug } from '../testing/external-host-bench.ts';
import { MqttAdapter } from './mqtt-adapter.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of open.splice(0).reverse()) await stop();
});

/** The embedded broker with a host id and a reorder time of its own, and an edge node. */
async function embedded() {
  const bench = await new TestPipeline().start();
  const adapter = new MqttAdapter({
    intake: bench.pipeline,
    catalog: catalogOf(bench.devices),
    checkDevice: () => ({ kind: 'ok', deviceId: bench.device.id }),
    checkGateway: () => ({ kind: 'ok', siteId: bench.device.siteId }),
    clock: bench.clock,
    log: createLog('silent'),
    sparkplug: { hostId: 'north', reorderMs: 500 },
    host: '127.0.0.1',
    port: 0,
    tls: null,
  });
  const port = await adapter.start();
  open.push(() => adapter.stop(500));
  const edge = await connectTo(port, open, { username: 'gateway-3', password: 'gate' });
  const heard: { topic: string; payload: Buffer; qos: number; retain: boolean }[] = [];
  edge.on('message', (topic, payload, { qos, retain }) => heard.push({ topic, payload, qos, retain }));
  await edge.subscribeAsync(['spBv1.0/Plant/NCMD/GW', 'spBv1.0/STATE/north'], { qos: 1 });
  await eventually(() => expect(heard).toHaveLength(1));
  return { bench, adapter, edge, heard };
}

const say = (edge: MqttClient, topic: string, seq: number | undefined, metrics: UMetric[], timestamp = noon) =>
  edge.publishAsync(
    `spBv1.0/Plant/${topic}`,
    Buffer.from(sparkplug.encodePayload({ timestamp, metrics, ...(seq === undefined ? {} : { seq }) })),
    { qos: 1 },
  );

it('says that the host of its settings is online, retained, at QoS 1', async () => {
  const { heard } = await embedded();
  const [state] = heard;
  expect(state).toMatchObject({ topic: 'spBv1.0/STATE/north', qos: 1, retain: true });
  expect(JSON.parse(String(state?.payload))).toEqual({ online: true, timestamp: noon });
});

it('says offline with the current time before it closes the connections', async () => {
  const { heard, bench, adapter } = await embedded();
  bench.pass(5_000);
  await adapter.stop(500);
  const last = heard.at(-1);
  expect(last).toMatchObject({ topic: 'spBv1.0/STATE/north', qos: 1 });
  expect(JSON.parse(String(last?.payload))).toEqual({ online: false, timestamp: noon + 5_000 });
});

it('requests a birth with an NCMD at QoS 0 that is not retained and has a timestamp but no seq', async () => {
  const { edge, heard } = await embedded();
  await say(edge, 'DDATA/GW/LEG1', 9, [byAlias(1, noon)]);
  await eventually(() => expect(heard).toHaveLength(2));
  const command = heard[1];
  expect(command).toMatchObject({ topic: 'spBv1.0/Plant/NCMD/GW', qos: 0, retain: false });
  const bytes = command?.payload ?? Buffer.alloc(0);
  expect(decodeSparkplug(bytes)).toMatchObject({ timestamp: noon, seq: null });
  expect(sparkplug.decodePayload(bytes).metrics).toMatchObject([{ name: 'Node Control/Rebirth', value: true }]);
});

it('waits for a missing message for the reorder time of its settings, and then asks for a birth', async () => {
  const { edge, heard, bench, adapter } = await embedded();
  await say(edge, 'NBIRTH/GW', 0, [bdSeq(1)]);
  await say(edge, 'DBIRTH/GW/LEG1', 1, [bearing(40)]);
  const held = say(edge, 'DDATA/GW/LEG1', 3, [byAlias(42, noon + 3)]);
  await eventually(() => expect(adapter.metrics.pendingBytes).toBeGreaterThan(0));
  bench.pass(499);
  expect(bench.frameWriter.frames).toHaveLength(1);
  bench.pass(1);
  await held;
  await eventually(() => expect(heard.map(({ topic }) => topic)).toContain('spBv1.0/Plant/NCMD/GW'));
});

it('marks the devices of a dead edge node offline by its own clock', async () => {
  const { edge, bench } = await embedded();
  await say(edge, 'NBIRTH/GW', 0, [bdSeq(1)]);
  await say(edge, 'DBIRTH/GW/LEG1', 1, [bearing(40)]);
  bench.pass(10_000);
  await say(edge, 'NDEATH/GW', undefined, [bdSeq(1)]);
  await eventually(() => expect(bench.types()).toEqual(['device_offline']));
  expect(bench.frameWriter.events[0]?.at).toBe(noon + 10_000);
  expect(bench.pipeline.document(bench.device.id)).toMatch(/"Status":"Not scanned".*"is_online":false/);
});

it('marks a device offline at the time that its DDEATH names', async () => {
  const { edge, bench } = await embedded();
  await say(edge, 'NBIRTH/GW', 0, [bdSeq(1)]);
  await say(edge, 'DBIRTH/GW/LEG1', 1, [bearing(40)]);
  bench.pass(10_000);
  await say(edge, 'DDEATH/GW/LEG1', 2, [], noon + 8_000);
  await eventually(() => expect(bench.types()).toEqual(['device_offline']));
  expect(bench.frameWriter.events[0]?.at).toBe(noon + 8_000);
});
