import { shippedTypes } from '@tocsin/contract/device-type';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { afterEach, describe, expect, it } from 'vitest';
import { type Clock, drivenClock, systemClock } from '../../../platform/clock.ts';
import { anyPort } from '../../../platform/free-port.ts';
import { createLog } from '../../../platform/log.ts';
import { eventually } from '../../../platform/testing/eventually.ts';
import { testCertificate, testKey } from '../../../platform/testing/tls-pair.ts';
import { catalogOf, noon, someBirth, TestPipeline } from '../../testing/test-device.ts';
import { connectTo } from '../testing/connect.ts';
import { MqttAdapter } from './mqtt-adapter.ts';
import type { MqttBounds } from './mqtt-flow.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of open.splice(0).reverse()) await stop();
});

async function adapter(
  over: Parameters<typeof TestPipeline.prototype.birth>[0] = {},
  bounds: Partial<MqttBounds> = {},
  tlsPort: number | null = null,
  clock: Clock = systemClock,
) {
  const bench = await new TestPipeline(over).start();
  const mqttAdapter = new MqttAdapter({
    intake: bench.pipeline,
    catalog: catalogOf(bench.devices),
    checkDevice: (serialNumber, code) =>
      serialNumber === 'SN7' && code === 'secret' ? { kind: 'ok', deviceId: bench.device.id } : { kind: 'wrong' },
    checkGateway: (user, password) =>
      user === 'gateway-3' && password === 'gate' ? { kind: 'ok', siteId: bench.device.siteId } : { kind: 'wrong' },
    clock,
    log: createLog('silent'),
    sparkplug: { hostId: 'tocsin', reorderMs: 2_000 },
    host: '127.0.0.1',
    port: 0,
    tls:
      tlsPort === null
        ? null
        : { port: tlsPort, cert: Buffer.from(testCertificate), key: Buffer.from(testKey), clients: null },
    bounds,
  });
  const port = await mqttAdapter.start();
  open.push(() => mqttAdapter.stop(500));
  const connect = (options: IClientOptions = {}): Promise<MqttClient> => connectTo(port, open, options);
  const say = (client: MqttClient, kind: string, body: unknown, udfId = 'LEG1') =>
    client.publishAsync(`tocsin/v1/${udfId}/${kind}`, typeof body === 'string' ? body : JSON.stringify(body), {
      qos: 1,
    });
  return { bench, mqttAdapter, port, connect, say };
}

/** Resolves when the connection ends. */
const closed = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()));

describe('the MQTT adapter', () => {
  it('refuses a wrong code and a missing one', async () => {
    const { connect, mqttAdapter } = await adapter();
    await expect(connect({ password: 'wrong' })).rejects.toThrow(/[Nn]ot authorized/);
    await expect(connect({ username: undefined, password: undefined })).rejects.toThrow();
    expect(mqttAdapter.metrics.refusedConnects).toBe(2);
  });

  it("disconnects a client that publishes on another device's topic, and stores nothing of it", async () => {
    const { bench, connect, say } = await adapter();
    const client = await connect();
    const gone = closed(client);
    void say(client, 'birth', someBirth(noon), 'OTHER').catch(() => {});
    await gone;
    expect(bench.frameWriter.layouts.size).toBe(0);
  });

  it('refuses every subscription, and takes what the same connection publishes', async () => {
    const { bench, connect, say } = await adapter();
    const client = await connect();
    await expect(client.subscribeAsync('#')).rejects.toThrow();
    await expect(client.subscribeAsync('tocsin/v1/LEG1/command')).rejects.toThrow();
    expect(client.connected).toBe(true);
    await say(client, 'birth', someBirth(noon));
    await say(client, 'data', { ts: noon, seq: 1, v: [1, 2, 0] });
    expect(bench.frameWriter.frames).toHaveLength(1);
  });

  it('acknowledges broken JSON and drops it, and accepts the next message', async () => {
    const { bench, connect, say } = await adapter();
    const client = await connect();
    await say(client, 'birth', someBirth(noon));
    await say(client, 'data', '{"ts": 12');
    await say(client, 'data', { ts: noon, seq: 1, v: [1, 2, 0] });
    expect(bench.frameWriter.frames).toHaveLength(1);
    expect(bench.pipeline.refused).toEqual({ structure: 1 });
  });

  it('acknowledges a packet of 2 MB and drops it', async () => {
    const { bench, connect, say, mqttAdapter } = await adapter();
    const client = await connect();
    await say(client, 'data', 'x'.repeat(2_000_000));
    expect(mqttAdapter.metrics.oversized).toBe(1);
    expect(bench.pipeline.refused).toEqual({ limit: 1 });
  });

  it('closes a connection that announces more than 8 MiB', async () => {
    const { connect, say } = await adapter();
    const client = await connect();
    const gone = closed(client);
    void say(client, 'data', 'x'.repeat(9_000_000)).catch(() => {});
    await gone;
  });

  it('disconnects a device without a PUBACK for data before a birth, at most once a minute', async () => {
    const { connect, say, bench } = await adapter();
    const client = await connect();
    const gone = closed(client);
    void say(client, 'data', { ts: noon, v: [1] }).catch(() => {});
    await gone;
    const again = await connect();
    let isClosed = false;
    again.once('close', () => {
      isClosed = true;
    });
    void say(again, 'data', { ts: noon, v: [1] }).catch(() => {});
    await say(again, 'birth', someBirth(noon));
    await say(again, 'data', { ts: noon, seq: 1, v: [1, 2, 0] });
    expect(isClosed).toBe(false);
    expect(bench.frameWriter.frames).toHaveLength(1);
  });

  it('acknowledges only after the commit', async () => {
    const { bench, connect, say } = await adapter();
    const client = await connect();
    await say(client, 'birth', someBirth(noon));
    bench.frameWriter.atOnce = false;
    let acknowledged = false;
    const sent = say(client, 'data', { ts: noon, seq: 1, v: [1, 2, 0] }).then(() => {
      acknowledged = true;
    });
    await eventually(() => expect(bench.frameWriter.entries).toHaveLength(1));
    expect(acknowledged).toBe(false);
    bench.frameWriter.commit();
    await sent;
    expect(acknowledged).toBe(true);
  });

  it('keeps the order of arrival and loses no frame when the adapter pauses and resumes reading', async () => {
    const { bench, connect, say, mqttAdapter } = await adapter({}, { clientBytes: 4_000 });
    const client = await connect();
    await say(client, 'birth', someBirth(noon));
    const count = 150;
    await Promise.all(
      Array.from({ length: count }, (_, seq) => say(client, 'data', { ts: noon + seq, seq, v: [seq, 2, 0] })),
    );
    expect(bench.frameWriter.frames.map((frame) => frame.values[0])).toEqual(
      Array.from({ length: count }, (_, i) => i),
    );
    expect(mqttAdapter.metrics.pendingBytes).toBe(0);
  });

  it('reads more slowly from a device that sends more than 100 frames a second, and drops none', async () => {
    const clock = drivenClock(noon);
    const { bench, connect, say } = await adapter({}, {}, null, clock);
    const client = await connect();
    await say(client, 'birth', someBirth(noon));
    const { frames } = bench.frameWriter;
    const [burst, count] = [199, 300];
    let isSent = false;
    const sent = Promise.all(
      Array.from({ length: count }, (_, seq) => say(client, 'data', { ts: noon + seq, seq, v: [seq, 2, 0] })),
    ).then(() => {
      isSent = true;
    });
    await eventually(() => expect(frames).toHaveLength(burst));
    while (!isSent) {
      expect(frames.length).toBeLessThanOrEqual(burst + (clock.now() - noon) / 10);
      clock.advanceTo(clock.now() + 10);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await sent;
    expect(clock.now() - noon).toBeGreaterThanOrEqual((count - burst) * 10);
    expect(frames.map((frame) => frame.seq)).toEqual(Array.from({ length: count }, (_, i) => i));
  });

  it('treats the will of a broken session as a death, but not that of a session before the newest birth', async () => {
    const { bench, connect, say, mqttAdapter } = await adapter();
    const will = {
      topic: 'tocsin/v1/LEG1/death',
      payload: Buffer.from(JSON.stringify({ ts: noon - 5_000 })),
      qos: 1 as const,
    };
    const old = await connect({ clientId: 'old', will });
    await say(old, 'birth', someBirth(noon));
    await say(old, 'data', { ts: noon, seq: 1, v: [1, 2, 0] });
    const young = await connect({ clientId: 'young', will });
    await say(young, 'birth', someBirth(noon + 1));
    old.stream.destroy();
    await eventually(() => expect(mqttAdapter.metrics.sessions).toBe(1));
    expect(bench.types()).toEqual([]);
    young.stream.destroy();
    await eventually(() => expect(bench.types()).toEqual(['device_offline']));
    expect(bench.frameWriter.events[0]?.content).toBe('Death message');
  });

  it('refuses a by-exception device without a short enough keep-alive', async () => {
    const { bench, connect, say } = await adapter();
    const client = await connect({ keepalive: 0 });
    const gone = closed(client);
    void say(client, 'birth', someBirth(noon, { rbe: true })).catch(() => {});
    await gone;
    expect(bench.pipeline.reportsByException(bench.device.id)).toBe(true);
    await expect(connect({ keepalive: 400 })).rejects.toThrow();
    await connect({ keepalive: 60 });
  });

  it('clears the retain flag, so that the broker stores nothing', async () => {
    const { connect, say, bench } = await adapter();
    const client = await connect();
    await say(client, 'birth', someBirth(noon));
    await client.publishAsync('tocsin/v1/leg1/data', JSON.stringify({ ts: noon, seq: 1, v: [1, 2, 0] }), {
      qos: 1,
      retain: true,
    });
    expect(bench.frameWriter.frames).toHaveLength(1);
  });

  it('drops what a polled F500 pushes', async () => {
    const { connect, bench } = await adapter({
      type: shippedTypes.F500,
      shownType: shippedTypes.F500,
      udfId: null,
      ipAddress: '10.0.0.5',
    });
    const client = await connect();
    await client.publishAsync('tocsin/v1/7/birth', JSON.stringify(someBirth(noon)), { qos: 1 });
    expect(bench.pipeline.refused).toEqual({ polled: 1 });
  });

  it('accepts frames over TLS on a separate port', async () => {
    const tlsPort = await anyPort();
    const { bench, say } = await adapter({}, {}, tlsPort);
    const secured = { username: 'SN7', password: 'secret', reconnectPeriod: 0, ca: testCertificate };
    const client = await mqtt.connectAsync(`mqtts://127.0.0.1:${tlsPort}`, secured);
    open.push(() => client.endAsync(true));
    await say(client, 'birth', someBirth(noon));
    await say(client, 'data', { ts: noon, seq: 1, v: [1, 2, 0] });
    expect(bench.frameWriter.frames).toHaveLength(1);
  });
});
