import { randomInt } from 'node:crypto';
import mqtt from 'mqtt';
import { afterEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { createLog } from '../../base/log.ts';
import { catalogOf, LineBench, someBirth } from '../../line/testing/bench-device.ts';
import { ExternalMqttDoor } from './mqtt-external.ts';
import { UnknownNodes } from './unknown-nodes.ts';

/** Somebody else's Mosquitto; CI has it on its usual port. */
const url = process.env.TEST_MQTT_URL ?? 'mqtt://127.0.0.1:1883';
const patience = { timeout: 20_000, interval: 20 };
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of open.splice(0).reverse()) await stop();
});

it('speaks MQTT 5 with a real Mosquitto, and takes what was sent while it was away, once', async () => {
  const mark = randomInt(36 ** 4, 36 ** 5).toString(36);
  const now = Date.now();
  const bench = await new LineBench({ udfId: `X${mark}` }, now).start();
  const door = () =>
    new ExternalMqttDoor({
      intake: bench.line,
      catalog: catalogOf(bench.devices),
      clock: systemClock,
      log: createLog('silent'),
      unknown: new UnknownNodes(),
      url,
      clientId: `tocsin-test-${mark}`,
    });
  const first = door();
  first.start();
  await vi.waitFor(() => expect(first.figures.connected).toBe(true), patience);
  expect(first.figures.version).toBe(5);

  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0 });
  open.push(() => client.endAsync(true));
  const say = (kind: string, body: object) =>
    client.publishAsync(`tocsin/v1/X${mark}/${kind}`, JSON.stringify(body), { qos: 1 });
  await say('birth', someBirth(now));
  await vi.waitFor(() => expect(bench.keep.layouts.size).toBe(1), patience);
  // Not committed, so not acknowledged, when the server leaves.
  bench.keep.atOnce = false;
  await say('data', { ts: now, seq: 1, v: [1, 2, 0] });
  await vi.waitFor(() => expect(bench.keep.entries).toHaveLength(1), patience);
  await first.stop();
  bench.keep.giveUp();
  bench.keep.atOnce = true;
  await say('data', { ts: now + 1, seq: 2, v: [2, 2, 0] });

  const second = door();
  open.push(async () => {
    await second.stop();
    // The broker is not ours: it is to keep nothing of this.
    const clean = await mqtt.connectAsync(url, { clientId: `tocsin-test-${mark}`, clean: true, reconnectPeriod: 0 });
    await clean.endAsync();
  });
  second.start();
  await vi.waitFor(() => expect(bench.keep.frames.map((frame) => frame.seq)).toEqual([1, 2]), patience);
});
