// An edge node built from an independent Sparkplug implementation (Eclipse Tahu's JavaScript, the package
// sparkplug-payload) and mqtt.js, over Mosquitto as an external broker. Each line compares expected and got, read from
// the dashboard's socket and the database only.

import { Api } from '@tocsin/e2e/api';
import { makePlant } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import mqtt, { type MqttClient } from 'mqtt';
import type pg from 'pg';
import sparkplug from 'sparkplug-payload';
import type { UMetric, UPropertyValue } from 'sparkplug-payload/lib/sparkplugbpayload.js';
import { openEmbedded } from '../support/_database.ts';
import { startMosquitto } from '../support/_mosquitto.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { storedFrames } from '../support/_stored-frames.ts';
import { compare, sensorsOf, until, watchDevice } from '../support/_watch.ts';

export const hasShort = true;
const payloads = implementation();

function implementation(): NonNullable<ReturnType<typeof sparkplug.get>> {
  const codec = sparkplug.get('spBv1.0');
  if (!codec) throw new Error('sparkplug-payload does not know spBv1.0');
  return codec;
}

interface SayOptions {
  /** Instead of the next one. */
  readonly seq?: number;
  readonly qos?: 0 | 1;
  /** null: of the edge node itself. */
  readonly device?: string | null;
}
function onlineIn(bytes: Buffer): boolean {
  const { online }: { readonly online: boolean } = JSON.parse(String(bytes));
  return online;
}
function death(bdSeq: number): Buffer {
  const metrics: UMetric[] = [{ name: 'bdSeq', type: 'UInt64', value: bdSeq }];
  return Buffer.from(payloads.encodePayload({ timestamp: Date.now(), metrics }));
}

/** One edge node with one device, as in the Sparkplug B 3.0 specification. */
class Edge {
  seq = 0;
  /** What the host asked of it, as `name=value`. */
  commands: string[] = [];
  /** Whether the host says that it is online; undefined before it said anything. */
  state: boolean | undefined;
  readonly client: MqttClient;
  readonly device: string;
  readonly bdSeq: number;

  private constructor(client: MqttClient, device: string, bdSeq: number) {
    this.client = client;
    this.device = device;
    this.bdSeq = bdSeq;
  }

  static async connect(url: string, device: string, bdSeq: number): Promise<Edge> {
    const client = await mqtt.connectAsync(url, {
      reconnectPeriod: 0,
      keepalive: 5,
      will: { topic: 'spBv1.0/Proof/NDEATH/Edge', payload: death(bdSeq), qos: 1, retain: false },
    });
    const edge = new Edge(client, device, bdSeq);
    client.on('error', () => {});
    client.on('message', (topic, bytes) => {
      if (topic.endsWith('/NCMD/Edge'))
        edge.commands.push((payloads.decodePayload(bytes).metrics ?? []).map((m) => `${m.name}=${m.value}`).join());
      else edge.state = onlineIn(bytes);
    });
    await client.subscribeAsync(['spBv1.0/Proof/NCMD/Edge', 'spBv1.0/STATE/tocsin'], { qos: 1 });
    return edge;
  }

  async say(kind: string, metrics: UMetric[], { seq, qos = 0, device = null }: SayOptions = {}): Promise<void> {
    const own = seq ?? this.seq;
    if (seq === undefined) this.seq = (this.seq + 1) % 256;
    const topic = `spBv1.0/Proof/${kind}/Edge${device === null ? '' : `/${device}`}`;
    const payload = payloads.encodePayload({ timestamp: Date.now(), seq: own, metrics });
    await this.client.publishAsync(topic, Buffer.from(payload), { qos });
  }
  async births(value: number, device = this.device): Promise<void> {
    this.seq = 0;
    await this.say('NBIRTH', [
      { name: 'bdSeq', type: 'UInt64', value: this.bdSeq },
      { name: 'Node Control/Rebirth', type: 'Boolean', value: false },
    ]);
    await this.say('DBIRTH', birth(value), { device });
  }
  data(value: number, more: Partial<UMetric> = {}, options: SayOptions = {}): Promise<void> {
    const metric: UMetric = { alias: 21, type: 'Double', value, timestamp: Date.now(), ...more };
    return this.say('DDATA', [metric], { device: this.device, ...options });
  }
}

const text = (value: string): UPropertyValue => ({ type: 'String', value });
const birth = (value: number): UMetric[] => [
  {
    name: 'Temperature/Head bearing left',
    alias: 21,
    type: 'Double',
    value,
    timestamp: Date.now(),
    properties: { id: text('4.4000'), unit: text('C'), alarm: { type: 'Boolean', value: false } },
  },
  {
    name: 'Alignment/Belt',
    alias: 22,
    type: 'Boolean',
    value: true,
    timestamp: Date.now(),
    properties: { id: text('3.3000') },
  },
  { name: 'Setup/Profile', alias: 23, type: 'Template', value: { isDefinition: true, metrics: [], parameters: [] } },
];

interface UnknownNodes {
  readonly results: readonly Readonly<Record<'group' | 'edge' | 'device' | 'udf_id', string | null>>[];
}

export async function run({ short }: ProofOptions): Promise<boolean> {
  const mosquitto = await startMosquitto();
  const server = await TocsinServer.start({ env: { MQTT_URL: mosquitto.url, MQTT_PORT: '' } });
  const results: boolean[] = [];
  const check = (what: string, expected: unknown, got: unknown) => results.push(compare(what, expected, got));
  let client: pg.Client | null = null;
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
    const [device] = plant.devices;
    const database = () => client ?? openEmbedded(server.dataDir);
    client = await openEmbedded(server.dataDir);
    const count = async (sql: string): Promise<number> => {
      const { rows } = await (await database()).query<{ readonly n: number }>(sql, [device.id]);
      return rows[0]?.n ?? Number.NaN;
    };
    const frames = async () => {
      const client = await database();
      return (await storedFrames(async (text) => (await client.query(text)).rows, device.id)).length;
    };
    const events = async () =>
      (
        await (
          await database()
        ).query<{ readonly type: string }>('select type from event where device_id = $1 and type like $2 order by id', [
          device.id,
          'device_o%',
        ])
      ).rows.map((row) => row.type);
    const watch = await watchDevice(server, api, device);
    const shown = () => sensorsOf(watch.document).map((sensor) => sensor.Value);

    const edge = await Edge.connect(mosquitto.url, device.address, 7);
    check('STATE, retained by the host', true, await until(() => edge.state, true));
    await edge.data(1, {}, { seq: 77 });
    check(
      'data for an unknown birth is answered by a command',
      ['Node Control/Rebirth=true'],
      await until(() => edge.commands, ['Node Control/Rebirth=true']),
    );
    await edge.births(40.5);
    check('births: values on the dashboard', [40.5, 1], await until(shown, [40.5, 1]));
    check('the template is counted, not taken', 2, sensorsOf(watch.document).length);
    await edge.data(41.25);
    check('data by alias', [41.25, 1], await until(shown, [41.25, 1]));
    await edge.data(82, { properties: { alarm: { type: 'Boolean', value: true }, state: text('Absolute') } });
    const alarm = () => sensorsOf(watch.document).map((s) => [s.Alarm, s.Meta.State])[0];
    check('an alarm by its property', [true, 'Absolute'], await until(alarm, [true, 'Absolute']));
    await edge.data(42, { properties: { alarm: { type: 'Boolean', value: false }, state: text('') } });

    edge.commands = [];
    edge.seq = (edge.seq + 1) % 256;
    await edge.data(43);
    check(
      'a gap in seq: a rebirth is asked for after the reorder time',
      ['Node Control/Rebirth=true'],
      await until(() => edge.commands, ['Node Control/Rebirth=true']),
    );
    await edge.births(43.5);
    check('the rebirth is taken', [43.5, 1], await until(shown, [43.5, 1]));

    const before = await until(frames, 6);
    const framesStored = short ? 2_000 : 20_000;
    const from = Date.now();
    const history = Array.from({ length: framesStored }, (_, i): UMetric & { isHistorical: boolean } => ({
      alias: 21,
      type: 'Double',
      value: 20 + (i % 100) / 10,
      timestamp: from - 3_600_000 + i * 100,
      isHistorical: true,
    }));
    shuffle(history);
    const sent: UMetric[][] = [];
    for (let i = 0; i < framesStored; i += 500) sent.push(history.slice(i, i + 500));
    // Sends a twentieth of the batches twice, elsewhere in the order.
    for (const batch of sent.filter((_, i) => i % 20 === 0)) sent.push(batch);
    for (const batch of sent) await edge.say('DDATA', batch, { device: device.address, qos: 1 });
    const stored = await until(frames, before + framesStored, 120_000);
    const tookMs = Date.now() - from;
    check(
      `history: ${framesStored} moments in any order, ${sent.length * 500 - framesStored} of them twice`,
      before + framesStored,
      stored,
    );
    console.log(`     stored at ${Math.round((framesStored / tookMs) * 1000)} frames/s`);
    check('the live value stays', [43.5, 1], shown());

    await edge.client.publishAsync('spBv1.0/Proof/NDEATH/Edge', death(6), { qos: 1 });
    await edge.data(44);
    check('a stale death (bdSeq 6) is ignored', [44, 1], await until(shown, [44, 1]));
    check('no event of it', [], await events());
    edge.client.stream.destroy();
    check("death by the broker's will", ['device_offline'], await until(events, ['device_offline'], 30_000));

    const again = await Edge.connect(mosquitto.url, device.address, 8);
    await again.births(45);
    check(
      'reconnect with bdSeq 8',
      ['device_offline', 'device_online'],
      await until(events, ['device_offline', 'device_online']),
    );
    await again.say('DBIRTH', birth(1), { device: 'STRANGER' });
    const unknown = async () =>
      (await api.get<UnknownNodes>('oem/unknown-nodes/')).results.map((node) => [
        node.group,
        node.edge,
        node.device,
        node.udf_id,
      ]);
    check(
      'an unknown device is offered to be claimed',
      [['Proof', 'Edge', 'STRANGER', 'STRANGER']],
      await until(unknown, [['Proof', 'Edge', 'STRANGER', 'STRANGER']]),
    );

    await again.client.subscribeAsync('spBv1.0/STATE/tocsin');
    await client.end();
    await server.kill();
    check('the server was killed: its will tells it', false, await until(() => again.state, false));
    const json = (kind: string, body: object) =>
      again.client.publishAsync(`tocsin/v1/${device.address}/${kind}`, JSON.stringify(body), { qos: 1 });
    const lost = 300;
    const base = Date.now() - 60_000;
    for (let i = 0; i < lost; i++) await json('data', { ts: base + i, seq: i, values: { '4.4000': i } });
    await server.start();
    client = await openEmbedded(server.dataDir);
    const there = `ts between ${base} and ${base + lost - 1}`;
    const seqs = () =>
      count(
        `select (select count(*) from frame where device_id = $1 and ${there})::int + (select count(*) from frame_late where device_id = $1 and ${there})::int as n`,
      );
    check('what was sent meanwhile was kept by the broker and is stored', lost, await until(seqs, lost, 60_000));
    return results.every(Boolean);
  } finally {
    await client?.end().catch(() => {});
    await server.remove();
    await mosquitto.stop();
  }
}

function shuffle<T>(list: T[]): void {
  let seed = 7;
  for (let i = list.length - 1; i > 0; i--) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const j = seed % (i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
}
