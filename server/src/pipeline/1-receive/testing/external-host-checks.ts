import { gzipSync } from 'node:zlib';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { IPublishPacket, Packet } from 'mqtt-packet';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../platform/testing/eventually.ts';
import { noon } from '../../testing/test-device.ts';
import { decodeSparkplug } from '../sparkplug/sparkplug-payload.ts';
import { type Broker, bdSeq, bearing, byAlias, externalHost, reorderMs, sparkplug } from './external-host-bench.ts';
import type { RecordedConnection } from './recording-proxy.ts';

const json = (payload: string | Buffer | undefined): unknown => JSON.parse(String(payload));
const isPublish = (packet: Packet): packet is IPublishPacket => packet.cmd === 'publish';
const published = (connection: RecordedConnection | undefined): IPublishPacket[] =>
  (connection?.packets ?? []).flatMap(({ from, packet }) => (from === 'client' && isPublish(packet) ? [packet] : []));

/**
 * The assertions of Sparkplug 3.0 about host applications, read from the packets between this server and a broker.
 * docs/sparkplug.md names these tests.
 */
export function externalHostChecks(name: string, findBroker: () => Promise<Broker>, version: 4 | 5): void {
  const open: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const stop of open.splice(0).reverse()) await stop();
  });
  const start = async () => externalHost(await findBroker(), open);

  describe(`a Sparkplug host application on ${name}`, () => {
    it('connects with a clean session and a will that says offline', async () => {
      const { online, host, stateTopic, proxy, clientId } = await start();
      await online();
      const connect = host()?.packets[0]?.packet;
      expect(connect).toMatchObject({ cmd: 'connect', protocolVersion: version, clean: true });
      if (connect?.cmd !== 'connect') return;
      if (version === 5) expect(connect.properties).toMatchObject({ sessionExpiryInterval: 0 });
      expect(connect.will).toMatchObject({ topic: stateTopic, qos: 1, retain: true });
      expect(json(connect.will?.payload)).toEqual({ online: false, timestamp: noon });
      // The devices that speak JSON have the persistent session.
      expect(proxy.of(clientId).at(-1)?.packets[0]?.packet).toMatchObject({ clean: false });
    });

    it('subscribes first, and says online once the SUBACK has arrived, as its first message', async () => {
      const { online, host, stateTopic } = await start();
      await online();
      const { packets = [] } = host() ?? {};
      const order = packets.map(({ from, packet }) => `${from} ${packet.cmd}`);
      expect(order.slice(0, 4)).toEqual(['client connect', 'broker connack', 'client subscribe', 'broker suback']);
      const subscribe = packets[2]?.packet;
      const topics = subscribe?.cmd === 'subscribe' ? subscribe.subscriptions.map(({ topic }) => topic) : [];
      expect(topics).toEqual([stateTopic, 'spBv1.0/+/+/+', 'spBv1.0/+/+/+/+']);
      const [first] = published(host());
      expect(first).toMatchObject({ topic: stateTopic, qos: 1, retain: true });
      expect(json(first?.payload)).toEqual({ online: true, timestamp: noon });
      expect(packets.findIndex(({ packet }) => packet === first)).toBeGreaterThan(3);
    });

    it('says online again, with the timestamp of its will, when its topic says offline', async () => {
      const { online, host, stateTopic, client } = await start();
      await online();
      const other = await client();
      await other.publishAsync(stateTopic, '{"online":false,"timestamp":1}', { qos: 1, retain: true });
      await eventually(() => expect(published(host())).toHaveLength(2));
      const again = published(host())[1];
      expect(again).toMatchObject({ topic: stateTopic, qos: 1, retain: true });
      expect(json(again?.payload)).toEqual({ online: true, timestamp: noon });
    });

    it('says offline with the current time and then sends a DISCONNECT, so that the broker keeps its will', async () => {
      const { online, host, stateTopic, client, bench, stop } = await start();
      await online();
      const other = await client();
      const heard: unknown[] = [];
      other.on('message', (_topic, payload) => heard.push(json(payload)));
      await other.subscribeAsync(stateTopic, { qos: 1 });
      await eventually(() => expect(heard).toHaveLength(1));
      bench.pass(5_000);
      await stop();
      const sent = (host()?.packets ?? []).filter(({ from }) => from === 'client').map(({ packet }) => packet);
      expect(sent.at(-1)?.cmd).toBe('disconnect');
      const last = published(host()).at(-1);
      expect(last).toMatchObject({ topic: stateTopic, qos: 1, retain: true });
      await eventually(() => expect(host()?.isClosed).toBe(true));
      await other.publishAsync(stateTopic, '"end"', { qos: 1 });
      await eventually(() => expect(heard.at(-1)).toBe('end'));
      expect(heard).toEqual([{ online: true, timestamp: noon }, { online: false, timestamp: noon + 5_000 }, 'end']);
    });

    it('leaves its will when the connection breaks, and says online with a new timestamp at the next one', async () => {
      const { online, host, stateTopic, client, bench } = await start();
      await online();
      const other = await client();
      const heard: unknown[] = [];
      other.on('message', (_topic, payload) => heard.push(json(payload)));
      await other.subscribeAsync(stateTopic, { qos: 1 });
      await eventually(() => expect(heard).toHaveLength(1));
      bench.pass(7_000);
      host()?.break();
      await eventually(() =>
        expect(heard).toEqual([
          { online: true, timestamp: noon },
          { online: false, timestamp: noon },
          { online: true, timestamp: noon + 7_000 },
        ]),
      );
    });

    it('requests a birth with an NCMD at QoS 0 that is not retained and has a timestamp but no seq', async () => {
      const { online, host, say, group, device } = await start();
      await online();
      await say(`DDATA/GW/${device}`, { timestamp: noon, seq: 9, metrics: [byAlias(1, noon)] });
      const command = await eventually(() => {
        const found = published(host()).find(({ topic }) => topic === `spBv1.0/${group}/NCMD/GW`);
        if (!found) throw new Error('no command yet');
        return found;
      });
      expect(command).toMatchObject({ qos: 0, retain: false });
      const bytes = Buffer.from(command.payload);
      expect(decodeSparkplug(bytes)).toMatchObject({ timestamp: noon, seq: null });
      const [metric, ...more] = sparkplug.decodePayload(bytes).metrics ?? [];
      expect(metric).toMatchObject({ name: 'Node Control/Rebirth', type: 'Boolean', value: true });
      expect(metric?.alias ?? null).toBeNull();
      expect(more).toEqual([]);
    });

    it('waits for a missing message, delivers in order when it comes, and asks for a birth when it does not', async () => {
      const { online, host, say, bench, device } = await start();
      await online();
      const commands = () => published(host()).filter(({ topic }) => topic.includes('/NCMD/')).length;
      const values = () => bench.frameWriter.frames.map((frame) => frame.values[0]);
      const data = (value: number, seq: number) =>
        say(`DDATA/GW/${device}`, { timestamp: noon, seq, metrics: [byAlias(value, noon + seq)] });
      await say('NBIRTH/GW', { timestamp: noon, seq: 0, metrics: [bdSeq(1)] });
      await say(`DBIRTH/GW/${device}`, { timestamp: noon, seq: 1, metrics: [bearing(40)] });
      await data(42, 3);
      await data(41, 2);
      await eventually(() => expect(values()).toEqual([40, 41, 42]));
      await data(45, 5);
      await data(44, 4);
      await eventually(() => expect(values()).toEqual([40, 41, 42, 44, 45]));
      bench.pass(reorderMs);
      // The timer ended with the missing message.
      await data(47, 7);
      await eventually(() => expect(bench.frameWriter.frames).toHaveLength(5));
      expect(commands()).toBe(0);
      await eventually(() => {
        bench.pass(reorderMs);
        expect(values()).toEqual([40, 41, 42, 44, 45, 47]);
      });
      await eventually(() => expect(commands()).toBe(1));
    });

    it('marks the devices of a dead edge node offline by its own clock, and ignores a death of another bdSeq', async () => {
      const { online, say, bench, device, adapter } = await start();
      await online();
      await say('NBIRTH/GW', { timestamp: noon, seq: 0, metrics: [bdSeq(4)] });
      await say(`DBIRTH/GW/${device}`, { timestamp: noon, seq: 1, metrics: [bearing(40)] });
      await eventually(() => expect(bench.frameWriter.frames).toHaveLength(1));
      bench.pass(10_000);
      await say('NDEATH/GW', { timestamp: noon, metrics: [bdSeq(3)] });
      await eventually(() => expect(adapter.sparkplug.metrics.staleDeaths).toBe(1));
      expect(bench.types()).toEqual([]);
      await say('NDEATH/GW', { timestamp: noon, metrics: [bdSeq(4)] });
      await eventually(() => expect(bench.types()).toEqual(['device_offline']));
      expect(bench.frameWriter.events[0]?.at).toBe(noon + 10_000);
      expect(bench.pipeline.document(bench.device.id)).toMatch(/"Status":"Not scanned".*"is_online":false/);
    });

    it('marks a device offline at the time that its DDEATH names', async () => {
      const { online, say, bench, device } = await start();
      await online();
      await say('NBIRTH/GW', { timestamp: noon, seq: 0, metrics: [bdSeq(4)] });
      await say(`DBIRTH/GW/${device}`, { timestamp: noon, seq: 1, metrics: [bearing(40)] });
      await eventually(() => expect(bench.frameWriter.frames).toHaveLength(1));
      bench.pass(10_000);
      await say(`DDEATH/GW/${device}`, { timestamp: noon + 8_000, seq: 2, metrics: [] });
      await eventually(() => expect(bench.types()).toEqual(['device_offline']));
      expect(bench.frameWriter.events[0]?.at).toBe(noon + 8_000);
    });

    it('treats its devices as silent when the connection is lost, and asks edge nodes for a birth at the next', async () => {
      const { online, say, bench, device, host, group } = await start();
      await online();
      await say('NBIRTH/GW', { timestamp: noon, seq: 0, metrics: [bdSeq(4)] });
      await say(`DBIRTH/GW/${device}`, { timestamp: noon, seq: 1, metrics: [bearing(40)] });
      await eventually(() => expect(bench.frameWriter.frames).toHaveLength(1));
      const first = host();
      first?.break();
      await eventually(() => expect(host()).not.toBe(first));
      await eventually(() => expect(published(host()).map(({ topic }) => topic)).toContain(`spBv1.0/${group}/NCMD/GW`));
      bench.pass(bench.pipeline.offlineAfter(bench.device.id) + 1_000);
      await eventually(() => expect(bench.types()).toEqual(['device_offline']));
      await say('NBIRTH/GW', { timestamp: noon + 1, seq: 0, metrics: [bdSeq(4)] });
      await say(`DBIRTH/GW/${device}`, { timestamp: noon + 1, seq: 1, metrics: [bearing(41)] });
      await eventually(() => expect(bench.types()).toEqual(['device_offline', 'device_online']));
    });

    it('reads a compressed payload, and counts one that it cannot read', async () => {
      const { online, say, bench, device, adapter, client, group } = await start();
      await online();
      await say('NBIRTH/GW', { timestamp: noon, seq: 0, metrics: [bdSeq(4)] });
      const edge = await client();
      const topic = `spBv1.0/${group}/DBIRTH/GW/${device}`;
      const birth = sparkplug.encodePayload({ timestamp: noon, seq: 1, metrics: [bearing(40)] });
      const envelope = new BinaryWriter();
      envelope.tag(4, WireType.LengthDelimited).string('SPBV1.0_COMPRESSED');
      envelope.tag(5, WireType.LengthDelimited).bytes(gzipSync(birth));
      await edge.publishAsync(topic, Buffer.from(envelope.finish()), { qos: 1 });
      await eventually(() => expect(bench.frameWriter.frames.map((frame) => frame.values[0])).toEqual([40]));
      await edge.publishAsync(topic, Buffer.from([0x12, 0xff, 0x01]), { qos: 1 });
      await eventually(() => expect(adapter.sparkplug.metrics.unreadable).toBe(1));
      expect(bench.pipeline.refused).toEqual({ structure: 1 });
    });
  });
}
