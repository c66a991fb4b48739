import mqtt, { type MqttClient } from 'mqtt';
import type { SimDevice } from './device.ts';
import type { Delivery } from './link.ts';
import type { SimFrame } from './shape.ts';
import { SparkplugMetrics } from './sparkplug-metrics.ts';
import { commandsIn, encodePayload, type Metric } from './sparkplug-payload.ts';

export interface SparkplugEdgeOptions {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly group: string;
  /** Edge node id; with a single device and no `device` ids it is that device's udf_id. */
  readonly edge: string;
  readonly devices: readonly { readonly key: string; readonly sim: SimDevice; readonly id: string | null }[];
  /** The specification says 0; with 1 the broker's acknowledgement comes after the portal's commit. */
  readonly qos?: 0 | 1;
  readonly keepaliveS?: number;
}

const rebirth = 'Node Control/Rebirth';
const devicesAliasSpan = 10_000;

/** A Sparkplug B edge node: bdSeq, rolling seq, births with aliases, data by exception, rebirth on command. */
export class SparkplugEdge {
  readonly #options: SparkplugEdgeOptions;
  readonly #metrics: ReadonlyMap<string, SparkplugMetrics>;
  readonly #newest = new Map<string, SimFrame>();
  readonly #kept: Delivery[] = [];
  #client: MqttClient | null = null;
  #ready = false;
  #bdSeq = 0;
  #seq = 0;
  /** Leaves out the next seq, as a lost message does. */
  skipNext = false;
  rebirths = 0;

  constructor(options: SparkplugEdgeOptions) {
    this.#options = options;
    this.#metrics = new Map(
      options.devices.map((d, i) => [d.key, new SparkplugMetrics(d.sim.model.groups, 1 + i * devicesAliasSpan)]),
    );
  }

  get connected(): boolean {
    return this.#ready;
  }

  async start(): Promise<void> {
    const { url, username, password, group, edge, keepaliveS } = this.#options;
    const death = encodePayload({ timestamp: Date.now(), metrics: [this.#bdSeqMetric(Date.now())] });
    const client = await mqtt.connectAsync(url, {
      username,
      password,
      clientId: `edge-${edge}-${Math.random().toString(16).slice(2, 8)}`,
      clean: true,
      keepalive: keepaliveS ?? 30,
      reconnectPeriod: 0,
      will: { topic: this.#topic('NDEATH'), payload: death, qos: 1, retain: false },
    });
    client.on('error', () => undefined);
    client.on('close', () => {
      if (this.#client === client) this.#ready = false;
    });
    client.on('message', (_topic, bytes) => {
      if (!commandsIn(bytes).includes(rebirth)) return;
      this.rebirths++;
      this.#bear();
    });
    await client.subscribeAsync(`spBv1.0/${group}/NCMD/${edge}`, { qos: 1 });
    this.#client = client;
    this.#ready = true;
    if (this.#newest.size > 0) this.#bear();
  }

  /** Cuts the line without a goodbye: the broker sends the NDEATH. */
  cut(): void {
    this.#ready = false;
    this.#client?.stream.destroy();
    this.#client = null;
    this.#bdSeq = (this.#bdSeq + 1) % 256;
  }

  async stop(): Promise<void> {
    const client = this.#client;
    if (client && this.#ready) {
      // An orderly end is told too: a DISCONNECT would swallow the will.
      const payload = encodePayload({ timestamp: Date.now(), metrics: [this.#bdSeqMetric(Date.now())] });
      await client.publishAsync(this.#topic('NDEATH'), payload, { qos: 1 });
      await client.endAsync();
    }
    this.#client = null;
    this.#ready = false;
  }

  deliver(delivery: Delivery): void {
    if (!this.#ready) {
      if (delivery.kind === 'live') this.#kept.push(delivery);
      return;
    }
    if (delivery.kind === 'birth') {
      this.#newest.delete(delivery.device);
      return;
    }
    const metrics = this.#metrics.get(delivery.device);
    if (!metrics) return;
    if (delivery.kind === 'kept') {
      this.#data(
        delivery.device,
        delivery.at,
        delivery.frames.flatMap((f) => metrics.historical(f)),
      );
      return;
    }
    const born = this.#newest.has(delivery.device);
    this.#newest.set(delivery.device, delivery.frame);
    if (!born) this.#bear();
    else this.#data(delivery.device, delivery.frame.ts, metrics.changes(delivery.frame));
  }

  #topic(kind: string, device: string | null = null): string {
    const { group, edge } = this.#options;
    return `spBv1.0/${group}/${kind}/${edge}${device === null ? '' : `/${device}`}`;
  }

  #bdSeqMetric(timestamp: number): Metric {
    return { name: 'bdSeq', timestamp, type: 'UInt64', value: this.#bdSeq };
  }

  /** NBIRTH, then the DBIRTH of every device that has something to tell, then what was kept meanwhile. */
  #bear(): void {
    const timestamp = Math.max(0, ...[...this.#newest.values()].map((f) => f.ts));
    const own: Metric[] = [this.#bdSeqMetric(timestamp), { name: rebirth, timestamp, type: 'Boolean', value: false }];
    const [self] = this.#options.devices.filter((d) => d.id === null);
    const frame = self ? this.#newest.get(self.key) : undefined;
    if (self && frame) own.push(...(this.#metrics.get(self.key)?.birth(frame) ?? []));
    this.#seq = 0;
    this.#publish('NBIRTH', null, timestamp, own);
    for (const { id, key } of this.#options.devices) {
      const newest = this.#newest.get(key);
      if (id !== null && newest) this.#publish('DBIRTH', id, newest.ts, this.#metrics.get(key)?.birth(newest) ?? []);
    }
    for (const kept of this.#kept.splice(0))
      if (kept.kind === 'live') this.deliver({ ...kept, kind: 'kept', frames: [kept.frame] });
  }

  #data(key: string, timestamp: number, metrics: readonly Metric[]): void {
    if (metrics.length === 0) return;
    const id = this.#options.devices.find((d) => d.key === key)?.id ?? null;
    this.#publish(id === null ? 'NDATA' : 'DDATA', id, timestamp, metrics);
  }

  #publish(kind: string, device: string | null, timestamp: number, metrics: readonly Metric[]): void {
    if (this.skipNext) {
      this.skipNext = false;
      this.#seq = (this.#seq + 1) % 256;
    }
    const payload = encodePayload({ timestamp, seq: this.#seq, metrics });
    this.#seq = (this.#seq + 1) % 256;
    this.#client?.publish(this.#topic(kind, device), payload, { qos: this.#options.qos ?? 0, retain: false });
  }
}
