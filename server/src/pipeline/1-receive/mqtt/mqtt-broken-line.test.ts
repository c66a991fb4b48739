import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import mqttPacket from 'mqtt-packet';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log.ts';
import { eventually } from '../../../platform/testing/eventually.ts';
import { testCertificate, testKey } from '../../../platform/testing/tls-pair.ts';
import { catalogOf, noon, someBirth, TestPipeline } from '../../testing/test-device.ts';
import { MqttAdapter } from './mqtt-adapter.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of open.splice(0).reverse()) await stop();
});

async function adapter() {
  const bench = await new TestPipeline().start();
  const mqttAdapter = new MqttAdapter({
    intake: bench.pipeline,
    catalog: catalogOf(bench.devices),
    checkDevice: () => ({ kind: 'ok', deviceId: bench.device.id }),
    checkGateway: () => ({ kind: 'wrong' }),
    clock: systemClock,
    log: createLog('silent'),
    sparkplug: { hostId: 'tocsin', reorderMs: 2_000 },
    host: '127.0.0.1',
    port: 0,
    tls: null,
  });
  const plain = await mqttAdapter.start();
  open.push(() => mqttAdapter.stop(500));
  const secured = new MqttAdapter({
    intake: bench.pipeline,
    catalog: catalogOf(bench.devices),
    checkDevice: () => ({ kind: 'ok', deviceId: bench.device.id }),
    checkGateway: () => ({ kind: 'wrong' }),
    clock: systemClock,
    log: createLog('silent'),
    sparkplug: { hostId: 'tocsin', reorderMs: 2_000 },
    host: '127.0.0.1',
    port: null,
    tls: { port: 0, cert: Buffer.from(testCertificate), key: Buffer.from(testKey), clients: null },
  });
  const tls = await secured.start();
  open.push(() => secured.stop(500));
  return { bench, ports: { plain, tls }, adapters: { plain: mqttAdapter, tls: secured } };
}

type Connection = 'plain' | 'tls';

/**
 * A device on a raw socket, so that the test can break the connection in any way. Resolves once its frame is
 * acknowledged. Like a real device it connects again when the broker closes a connection whose CONNECT was late.
 */
async function device(...options: Parameters<typeof connectDevice>) {
  for (;;) {
    const connection = connectDevice(...options);
    const isClosed = await eventually(() => {
      if (connection.tcp.destroyed || connection.socket.destroyed) return true;
      expect(connection.received.filter(({ cmd }) => cmd === 'puback')).toHaveLength(2);
      return false;
    });
    if (!isClosed) return connection;
  }
}

function connectDevice(
  ports: Readonly<Record<Connection, number>>,
  pipeline: Connection,
  keepalive: number,
  udfId = 'LEG1',
) {
  const tcp = connectTcp({ host: '127.0.0.1', port: ports[pipeline] });
  const socket: Socket = pipeline === 'tls' ? connectTls({ socket: tcp, rejectUnauthorized: false }) : tcp;
  tcp.on('error', () => {});
  socket.on('error', () => {});
  open.push(async () => void tcp.destroy());
  const parser = mqttPacket.parser();
  const received: mqttPacket.Packet[] = [];
  parser.on('packet', (packet) => received.push(packet));
  socket.on('data', (bytes) => parser.parse(bytes));
  const send = (packet: mqttPacket.Packet) => socket.write(mqttPacket.generate(packet));
  const publish = (kind: string, body: unknown, messageId: number) =>
    send({
      cmd: 'publish',
      topic: `tocsin/v1/${udfId}/${kind}`,
      payload: Buffer.from(JSON.stringify(body)),
      messageId,
      qos: 1,
      dup: false,
      retain: false,
    });
  const will = {
    topic: `tocsin/v1/${udfId}/death`,
    payload: Buffer.from(JSON.stringify({ ts: noon })),
    qos: 1 as const,
    retain: false,
  };
  send({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId: 'leg',
    keepalive,
    will,
    username: 'SN7',
    password: Buffer.from('secret'),
  });
  publish('birth', someBirth(noon), 1);
  publish('data', { ts: noon, seq: 1, v: [1, 2, 0] }, 2);
  return { tcp, socket, send, received };
}

describe.each<Connection>(['plain', 'tls'])('a device whose %s line ends', (pipeline) => {
  it('closed with a DISCONNECT has no death: its will is dropped', async () => {
    const { bench, ports, adapters } = await adapter();
    const { send } = await device(ports, pipeline, 60);
    send({ cmd: 'disconnect' });
    await eventually(() => expect(adapters[pipeline].metrics.sessions).toBe(0));
    expect(bench.types()).toEqual([]);
  });

  it('closed with a FIN makes the device offline immediately through its will', async () => {
    const { bench, ports } = await adapter();
    const { tcp } = await device(ports, pipeline, 60);
    tcp.end();
    await eventually(() => expect(bench.types()).toEqual(['device_offline']));
    expect(bench.frameWriter.events[0]?.content).toBe('Death message');
  });

  it('closed with a reset makes the device offline immediately through its will', async () => {
    const { bench, ports, adapters } = await adapter();
    const { tcp } = await device(ports, pipeline, 60);
    tcp.resetAndDestroy();
    await eventually(() => expect(bench.types()).toEqual(['device_offline']));
    expect(bench.frameWriter.events[0]?.content).toBe('Death message');
    await eventually(() => expect(adapters[pipeline].metrics.sessions).toBe(0));
  });

  it('that goes silent makes the device offline when its keep-alive expires, though it never closes', async () => {
    const { bench, ports, adapters } = await adapter();
    const { tcp } = await device(ports, pipeline, 1);
    // From here on nothing is read or written: the connection stays half open.
    tcp.pause();
    await eventually(() => expect(bench.types()).toEqual(['device_offline']));
    expect(bench.frameWriter.events[0]?.content).toBe('Death message');
    expect(adapters[pipeline].metrics.sessions).toBe(0);
  });
});
