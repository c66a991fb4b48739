// Seconds until a device is offline for each way in which it can disconnect: plain and TLS, on the embedded broker and
// on an external one (Mosquitto). `--short` uses the embedded broker only and pulls no cable, which needs root on Linux.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { Api } from '@tocsin/e2e/api';
import { makePlant, type PlantDevice } from '@tocsin/e2e/plant';
import { freePort } from '@tocsin/e2e/ports';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import mqttPacket from 'mqtt-packet';
import { testCertificate, testKey } from '../../../server/src/platform/testing/tls-pair.ts';
import { startMosquitto } from '../support/_mosquitto.ts';
import { pause } from '../support/_pause.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { type Cable, layCable } from './_cable.ts';

export const hasShort = true;
const keepAliveS = 4;

interface DeviceLine {
  readonly tcp: Socket;
  readonly send: (packet: mqttPacket.Packet) => void;
  readonly publish: (kind: 'birth' | 'data' | 'death', body: object) => void;
}
interface Way {
  readonly name: string;
  readonly most: number;
  /** Gets the cable if the device is behind it. */
  readonly go: (line: DeviceLine, cable: Cable | null) => void;
  readonly isBehindCable?: boolean;
}
/** Where a device connects, and as whom. */
interface Target {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  readonly user?: string;
  readonly password?: string;
}

/** Each way, what it does to the connection, and the maximum seconds until the device must be shown as offline. */
const ways: readonly Way[] = [
  {
    name: 'death message, then DISCONNECT',
    most: 3,
    go({ publish, send }) {
      publish('death', { ts: Date.now() });
      send({ cmd: 'disconnect' });
    },
  },
  { name: 'FIN without DISCONNECT', most: 3, go: ({ tcp }) => void tcp.end() },
  { name: 'RST', most: 3, go: ({ tcp }) => void tcp.resetAndDestroy() },
  { name: `silence, keep-alive ${keepAliveS} s`, most: 1.5 * keepAliveS + 10, go: ({ tcp }) => void tcp.pause() },
  {
    name: `cable pulled, keep-alive ${keepAliveS} s`,
    most: 1.5 * keepAliveS + 10,
    go: (_line, cable) => cable?.pull(),
    isBehindCable: true,
  },
];

type DeviceTarget = Target & { readonly topic: string };

/** A device as bare bytes, with its death as the will, that has sent its birth and a frame. */
function connectDevice({ host, port, isTls, user, password = '', topic }: DeviceTarget, seen: string[]) {
  const tcp = connectTcp({ host, port });
  const socket = isTls ? connectTls({ socket: tcp, rejectUnauthorized: false }) : tcp;
  const answered = { acknowledged: 0, isClosed: false };
  for (const one of [tcp, socket]) one.on('error', (error) => seen.push(error.message));
  socket.on('close', () => {
    seen.push('closed');
    answered.isClosed = true;
  });
  const parser = mqttPacket.parser();
  parser.on('packet', (packet) => {
    answered.acknowledged += packet.cmd === 'puback' ? 1 : 0;
    seen.push(packet.cmd === 'connack' ? `connack ${packet.returnCode}` : (packet.cmd ?? ''));
  });
  socket.on('data', (bytes: Buffer) => parser.parse(bytes));
  const send = (packet: mqttPacket.Packet): void => void socket.write(mqttPacket.generate(packet));
  let messageId = 1;
  const publish = (kind: string, body: object): void =>
    send({
      cmd: 'publish',
      topic: `${topic}/${kind}`,
      payload: JSON.stringify(body),
      messageId: messageId++,
      qos: 1,
      dup: false,
      retain: false,
    });
  const will = {
    topic: `${topic}/death`,
    payload: Buffer.from(JSON.stringify({ ts: Date.now() })),
    qos: 1 as const,
    retain: false,
  };
  const login = user ? { username: user, password: Buffer.from(password) } : {};
  send({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId: `proof-${topic}`,
    keepalive: keepAliveS,
    will,
    ...login,
  });
  const sensors = [{ id: '401', name: 'Head', type: 'NUMERIC', unit: 'C' }];
  publish('birth', { ts: Date.now(), groups: [{ id: '4', name: 'Temperature', sensors }] });
  publish('data', { ts: Date.now(), v: [40] });
  return { line: { tcp, send, publish } satisfies DeviceLine, answered };
}

/** A connected device whose birth and frame are acknowledged; one that the server sends away comes again, as devices do. */
async function openDevice(target: DeviceTarget): Promise<DeviceLine> {
  /** What came and what failed, for the error below. */
  const seen: string[] = [];
  const until = Date.now() + 30_000;
  let { line, answered } = connectDevice(target, seen);
  while (answered.acknowledged < 2) {
    if (Date.now() > until)
      throw new Error(
        `${target.topic}: birth and data are not acknowledged within 30 s, seen: ${seen.slice(-20).join(', ')}`,
      );
    await pause(20);
    if (!answered.isClosed || answered.acknowledged >= 2) continue;
    await pause(1_000);
    ({ line, answered } = connectDevice(target, seen));
  }
  return line;
}

interface Measured {
  readonly way: string;
  readonly seconds: number;
  readonly most: number;
}
type TargetOf = (server: TocsinServer, device: PlantDevice) => Omit<Target, 'host' | 'isTls'>;

async function measure(
  api: Api,
  device: PlantDevice,
  target: Target,
  cable: Cable | null,
): Promise<readonly Measured[]> {
  const rows: Measured[] = [];
  const isOnline = async () => (await api.get<{ readonly is_online: boolean }>(`devices/${device.id}/`)).is_online;
  for (const way of ways) {
    if (way.isBehindCable && cable === null) continue;
    const reached = way.isBehindCable ? { ...target, ...(await cable?.to(target.port)) } : target;
    const line = await openDevice({ ...reached, topic: `tocsin/v1/${device.address}` });
    while (!(await isOnline())) await pause(50);
    const from = Date.now();
    way.go(line, cable);
    while ((await isOnline()) && Date.now() - from < 120_000) await pause(50);
    const seconds = (Date.now() - from) / 1_000;
    line.tcp.destroy();
    if (way.isBehindCable) cable?.plugIn();
    console.log(`${device.address} ${way.name}: ${seconds.toFixed(1)} s`);
    rows.push({ way: way.name, seconds, most: way.most });
  }
  return rows;
}

async function onBroker(
  name: string,
  env: Readonly<Record<string, string>>,
  targetOf: TargetOf,
  isTls: boolean,
  cable: Cable | null,
): Promise<readonly (Measured & { readonly broker: string; readonly line: string })[]> {
  // The far end of the cable has an address of its own.
  const server = await TocsinServer.start({ env: { ...env, HOST: '0.0.0.0' } });
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const { devices } = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
    const [device] = devices;
    const rows = await measure(api, device, { host: '127.0.0.1', isTls, ...targetOf(server, device) }, cable);
    return rows.map((row) => ({ broker: name, line: isTls ? 'TLS' : 'plain', ...row }));
  } catch (error) {
    console.log(server.log().split('\n').slice(-20).join('\n'));
    throw error;
  } finally {
    await server.remove();
  }
}

export async function run({ short }: ProofOptions): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-offline-'));
  const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
  writeFileSync(files.TLS_CERT, testCertificate);
  writeFileSync(files.TLS_KEY, testKey);
  const [tlsPort, theirTlsPort] = [await freePort(), await freePort()];
  const cable = short ? null : layCable();
  if (cable === null && !short) console.log('the cable is not pulled: that needs root on Linux');
  const own =
    (port: number | null): TargetOf =>
    (server, device) => ({
      port: port ?? server.mqttPort,
      user: device.serial,
      password: device.code,
    });
  const table: Awaited<ReturnType<typeof onBroker>>[number][] = [];
  try {
    const env = { ...files, MQTT_TLS_PORT: String(tlsPort) };
    table.push(...(await onBroker('embedded', env, own(null), false, cable)));
    table.push(...(await onBroker('embedded', env, own(tlsPort), true, cable)));
    if (!short) {
      // Started by root, Mosquitto would become a user who cannot read the key.
      const secured = [
        'user root',
        `listener ${theirTlsPort} 0.0.0.0`,
        `certfile ${files.TLS_CERT}`,
        `keyfile ${files.TLS_KEY}`,
      ];
      const mosquitto = await startMosquitto(secured, '0.0.0.0');
      try {
        const theirs = { MQTT_URL: mosquitto.url, MQTT_PORT: '' };
        const port = Number(new URL(mosquitto.url).port);
        table.push(...(await onBroker('Mosquitto', theirs, () => ({ port }), false, cable)));
        table.push(...(await onBroker('Mosquitto', theirs, () => ({ port: theirTlsPort }), true, cable)));
      } finally {
        await mosquitto.stop();
      }
    }
  } finally {
    cable?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log('| broker | line | way | seconds until offline | expected below |\n|---|---|---|---|---|');
  for (const { broker, line, way, seconds, most } of table)
    console.log(`| ${broker} | ${line} | ${way} | ${seconds.toFixed(1)} | ${most} |`);
  return table.every(({ seconds, most }) => seconds < most);
}
