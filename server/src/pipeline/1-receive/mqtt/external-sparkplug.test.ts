import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import mqtt from 'mqtt';
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../../../platform/testing/eventually.ts';
import { noon, someBirth } from '../../testing/test-device.ts';
import { bdSeq, bearing, externalHost } from '../testing/external-host-bench.ts';
import { externalHostChecks } from '../testing/external-host-checks.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of open.splice(0).reverse()) await stop();
});

/** An external broker that speaks only MQTT 3.1.1 and keeps sessions. */
async function findBroker(into = open) {
  const aedes = new Aedes();
  await aedes.listen();
  const server = createServer(aedes.handle);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  into.push(() => new Promise<void>((done) => aedes.close(() => server.close(() => done()))));
  const address = server.address();
  return { aedes, host: '127.0.0.1', port: typeof address === 'object' && address ? address.port : 0 };
}

externalHostChecks('a broker of MQTT 3.1.1', () => findBroker(), 4);

it('stays offline while the broker refuses a subscription, says so, and comes online once it may subscribe', async () => {
  const broker = await findBroker();
  let mayRead = false;
  broker.aedes.authorizeSubscribe = (_client, subscription, done) =>
    done(null, mayRead || !subscription.topic.startsWith('spBv1.0/+') ? subscription : null);
  const { adapter, proxy, clientId, online, host } = await externalHost(broker, open);
  await eventually(() => expect(adapter.state).toBe('topic refused'));
  await eventually(() => expect(proxy.of(`${clientId}-host`).length).toBeGreaterThan(3));
  const sent = proxy.of(`${clientId}-host`).flatMap(({ packets }) => packets.filter(({ from }) => from === 'client'));
  expect(sent.filter(({ packet }) => packet.cmd === 'publish')).toEqual([]);
  expect(adapter.metrics.isHostOnline).toBe(false);
  mayRead = true;
  await online();
  expect(host()?.packets.some(({ packet }) => packet.cmd === 'publish')).toBe(true);
});

it('takes Sparkplug out of the persistent session that an earlier version left at the broker', async () => {
  const broker = await findBroker();
  const { adapter, bench, clientId, online, say, device, stop, proxy } = await externalHost(broker, open);
  await online();
  await adapter.json.connection.stop();
  const former = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, { clientId, clean: false });
  await former.subscribeAsync(['spBv1.0/+/+/+', 'spBv1.0/+/+/+/+'], { qos: 1 });
  await former.endAsync();
  await stop();
  const after = await externalHost({ host: '127.0.0.1', port: broker.port }, open, { clientId, bench });
  await after.online();
  const packets = proxy.of(clientId).concat(after.proxy.of(clientId)).at(-1)?.packets ?? [];
  expect(packets.map(({ packet }) => packet.cmd)).toContain('unsubscribe');
  await say('NBIRTH/GW', { timestamp: noon, seq: 0, metrics: [bdSeq(4)] });
  await say(`DBIRTH/GW/${device}`, { timestamp: noon, seq: 1, metrics: [bearing(40)] });
  await eventually(() => expect(bench.frameWriter.frames).toHaveLength(1));
  expect(after.adapter.json.metrics.strange).toBe(0);
});

it('gives up its Sparkplug connection when data cannot be stored, so that edge nodes keep it', async () => {
  const broker = await findBroker();
  const { bench, client, online, say, device, stateTopic, adapter } = await externalHost(broker, open);
  await online();
  const states: boolean[] = [];
  const other = await client();
  other.on('message', (_topic, payload) => states.push(JSON.parse(String(payload)).online));
  await other.subscribeAsync(stateTopic, { qos: 1 });
  await other.publishAsync(`tocsin/v1/${device}/birth`, JSON.stringify(someBirth(noon)), { qos: 1 });
  await eventually(() => expect(bench.frameWriter.layouts.size).toBe(1));
  bench.frameWriter.atOnce = false;
  await say('NBIRTH/GW', { timestamp: noon, seq: 0, metrics: [bdSeq(4)] });
  await say(`DBIRTH/GW/${device}`, { timestamp: noon, seq: 1, metrics: [bearing(40)] });
  await eventually(() => expect(bench.frameWriter.entries).toHaveLength(1));
  bench.frameWriter.giveUp();
  bench.frameWriter.atOnce = true;
  await eventually(() => expect(states).toEqual([true, false, true]));
  expect(adapter.json.connection.metrics.connects).toBe(1);
});
