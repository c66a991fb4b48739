import { randomInt } from 'node:crypto';
import mqtt from 'mqtt';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log.ts';
import { eventually } from '../../../platform/testing/eventually.ts';
import { catalogOf, someBirth, TestPipeline } from '../../testing/test-device.ts';
import { UnknownNodes } from '../sparkplug/unknown-nodes.ts';
import { ExternalMqttAdapter } from './external-mqtt-adapter.ts';

/** A real Mosquitto; CI runs it on its default port. */
const url = process.env.TEST_MQTT_URL ?? 'mqtt://127.0.0.1:1883';
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of open.splice(0).reverse()) await stop();
});

it('speaks MQTT 5 with a real Mosquitto, and receives messages sent while it was disconnected exactly once', async () => {
  const mark = randomInt(36 ** 4, 36 ** 5).toString(36);
  const now = Date.now();
  const bench = await new TestPipeline({ udfId: `X${mark}` }, now).start();
  const adapter = () =>
    new ExternalMqttAdapter({
      intake: bench.pipeline,
      catalog: catalogOf(bench.devices),
      clock: systemClock,
      log: createLog('silent'),
      unknown: new UnknownNodes(),
      sparkplug: { hostId: `host-${mark}`, reorderMs: 2_000 },
      url,
      clientId: `tocsin-test-${mark}`,
    });
  const first = adapter();
  first.start();
  await eventually(() => expect(first.metrics.connected).toBe(true));
  expect(first.json.connection.metrics.version).toBe(5);

  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0 });
  open.push(() => client.endAsync(true));
  const say = (kind: string, body: object) =>
    client.publishAsync(`tocsin/v1/X${mark}/${kind}`, JSON.stringify(body), { qos: 1 });
  await say('birth', someBirth(now));
  await eventually(() => expect(bench.frameWriter.layouts.size).toBe(1));
  // Not committed, and therefore not acknowledged, when the server stops.
  bench.frameWriter.atOnce = false;
  await say('data', { ts: now, seq: 1, v: [1, 2, 0] });
  await eventually(() => expect(bench.frameWriter.entries).toHaveLength(1));
  await first.stop();
  bench.frameWriter.giveUp();
  bench.frameWriter.atOnce = true;
  await say('data', { ts: now + 1, seq: 2, v: [2, 2, 0] });

  const second = adapter();
  open.push(async () => {
    await second.stop();
    // Clean up: the broker is shared and must not keep this session.
    const clean = await mqtt.connectAsync(url, { clientId: `tocsin-test-${mark}`, clean: true, reconnectPeriod: 0 });
    await clean.endAsync();
  });
  second.start();
  await eventually(() => expect(bench.frameWriter.frames.map((frame) => frame.seq)).toEqual([1, 2]));
});
