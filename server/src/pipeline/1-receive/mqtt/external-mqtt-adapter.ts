import { limits } from '@tocsin/contract/limits';
import mqtt, { type IClientOptions, type MqttClient, type Packet } from 'mqtt';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { type Attempt, type LinkState, Reconnector } from '../../../platform/reconnector.ts';
import type { Catalog } from '../../catalog.ts';
import { deviceAt, isPolled } from '../device-address.ts';
import type { Intake, Message } from '../intake.ts';
import { isJsonKind, jsonMessage } from '../json/json-messages.ts';
import { SparkplugHost } from '../sparkplug/sparkplug-host.ts';
import type { Publisher } from '../sparkplug/sparkplug-nodes.ts';
import { parseSparkplugTopic, stateText, stateTopic } from '../sparkplug/sparkplug-topic.ts';
import type { UnknownNodes } from '../sparkplug/unknown-nodes.ts';
import { ExternalSessions } from './external-sessions.ts';

export interface ExternalMqttOptions {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly log: Log;
  readonly unknown: UnknownNodes;
  /** mqtt:// or mqtts://, with user name and password if the broker requires them. */
  readonly url: string;
  /** Stable across restarts, so that the broker queues messages while the server is down. */
  readonly clientId: string;
  readonly bounds?: { readonly open?: number; readonly firstRetryMs?: number };
}

const filters = ['spBv1.0/+/+/+', 'spBv1.0/+/+/+/+', stateTopic, 'tocsin/v1/+/+'];
/** Maximum number of unacknowledged messages; beyond it the socket is not read. */
const mostOpen = 2_000;
const keptByBrokerS = 7 * 86_400;
const longestRetryMs = 30_000;
const connectWithinMs = 10_000;
/** Messages that could not be stored are redelivered after the next connect. */
const againAfterMs = 5_000;
/** A will's ts is set at connect, shortly before the birth; the will of an earlier session is much older. */
const willSlackMs = 30_000;

/**
 * mqtt.js acknowledges messages itself, one at a time; this class delays its PUBACKs instead (mqtt is pinned for this).
 */
interface Inside {
  _sendPacket(packet: Packet, done?: (error?: Error) => void, ...rest: unknown[]): void;
}
const inside = (client: MqttClient): Inside => client as unknown as Inside;

const publisher: Publisher = {
  key: 'broker',
  identity: 'broker',
  mostNodes: 20_000,
  mostChildren: 20_000,
  session: null,
  siteId: null,
  mayPublishFor: () => true,
};

/**
 * Adapter for an external broker. The topic identifies the device; access control is the broker's. Uses a persistent
 * session and QoS 1, and acknowledges each message only after its commit. Speaks MQTT 5 if the broker does, else 3.1.1.
 */
export class ExternalMqttAdapter {
  readonly #options: ExternalMqttOptions;
  readonly #sessions: ExternalSessions;
  readonly sparkplug: SparkplugHost;
  readonly #mostOpen: number;
  #client: MqttClient | null = null;
  #version: 4 | 5 = 5;
  readonly #link: Reconnector;
  #open = 0;
  #blocked: (() => void) | null = null;
  #stopped = false;
  /** Timestamp of this connection's STATE message; its will repeats it. */
  #stateAt = 0;
  readonly metrics = {
    connected: false,
    version: 5,
    connects: 0,
    messages: 0,
    mostOpen: 0,
    paused: 0,
    oversized: 0,
    strange: 0,
  };

  constructor(options: ExternalMqttOptions) {
    this.#options = options;
    this.#mostOpen = options.bounds?.open ?? mostOpen;
    const { intake, catalog, clock, log, unknown } = options;
    this.#link = new Reconnector({
      clock,
      connect: (attempt) => this.#connect(attempt),
      onLost: (error, delayMs) => log.warn('No connection to the MQTT broker; it is tried again', { error, delayMs }),
      backOff: { firstMs: options.bounds?.firstRetryMs ?? 1_000, longestMs: longestRetryMs },
      // mqtt.js' own timeout fires first.
      connectWithinMs: 6 * connectWithinMs,
    });
    this.#sessions = new ExternalSessions(intake, clock);
    this.sparkplug = new SparkplugHost({
      intake,
      catalog,
      clock,
      unknown,
      nextSession: () => this.#sessions.next(),
      send: (topic, payload) => void this.#client?.publish(topic, payload, { qos: 0 }),
    });
  }

  /** Of the connection to the broker. */
  get state(): LinkState {
    return this.#link.state;
  }

  /** Does not wait for the broker: the connection is retried in the background. */
  start(): void {
    this.#sessions.start([...this.#options.catalog.all()].map((device) => device.id));
    void this.#link.start();
  }

  /**
   * Publishes that the host is offline, then disconnects; unacknowledged messages are redelivered at the next start.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.sparkplug.stop();
    this.#sessions.stop();
    const client = this.#client;
    this.#client = null;
    if (!client) {
      this.#link.stop();
      return;
    }
    if (client.connected) {
      const offline = stateText(false, this.#options.clock.now());
      const published = client.publishAsync(stateTopic, offline, { qos: 1, retain: true });
      await Promise.race([published.catch(() => {}), new Promise((done) => setTimeout(done, 1_000))]);
      // A clean disconnect, so that the broker discards the will; does not wait for messages in flight.
      inside(client)._sendPacket({ cmd: 'disconnect' });
    }
    this.#link.stop();
    await client.endAsync(true).catch(() => {});
  }

  /** Resolves when the broker has accepted the connection. */
  #connect({ signal, lost }: Attempt): Promise<void> {
    const { url, clientId, clock } = this.#options;
    this.#stateAt = clock.now();
    const version = this.#version;
    const options: IClientOptions = {
      clientId,
      clean: false,
      protocolVersion: version,
      reconnectPeriod: 0,
      resubscribe: false,
      connectTimeout: connectWithinMs,
      keepalive: 30,
      will: { topic: stateTopic, payload: Buffer.from(stateText(false, this.#stateAt)), qos: 1, retain: true },
      ...(version === 5
        ? { properties: { sessionExpiryInterval: keptByBrokerS, receiveMaximum: Math.min(this.#mostOpen, 65_535) } }
        : {}),
    };
    const client = mqtt.connect(url, options);
    this.#client = client;
    this.#open = 0;
    this.#blocked = null;
    this.#holdAcks(client);
    let failure: Error | null = null;
    let welcomed = false;
    client.on('error', (error) => {
      failure = error;
    });
    client.on('message', (topic, bytes, packet) =>
      this.#message(client, topic, bytes, packet.qos > 0 ? packet.messageId : undefined, packet.retain),
    );
    client.on('close', () => lost(failure ?? new Error('the broker closed the connection')));
    signal.addEventListener('abort', () => {
      if (this.#client !== client) return;
      this.metrics.connected = false;
      // Brokers without MQTT 5 end the connection in different ways; 3.1.1 is for the next attempt alone.
      this.#version = version === 5 && !welcomed ? 4 : 5;
      client.end(true);
      this.#client = null;
    });
    return new Promise((resolve) => {
      client.on('connect', () => {
        welcomed = true;
        if (this.#client === client) this.#begin(client);
        resolve();
      });
    });
  }

  #begin(client: MqttClient): void {
    this.metrics.connected = true;
    this.metrics.version = this.#version;
    this.metrics.connects++;
    this.#options.log.info('connected to the MQTT broker', { version: this.#version });
    const refused = (error: Error | null | undefined) => {
      if (error && this.#client === client)
        this.#options.log.error('The MQTT broker refused a subscription or the state', { error });
    };
    client.subscribe(filters, { qos: 1 }, refused);
    client.publish(stateTopic, stateText(true, this.#stateAt), { qos: 1, retain: true }, refused);
  }

  /** mqtt.js delivers one message at a time. Not calling back stops it, its parser, and the socket. */
  #holdAcks(client: MqttClient): void {
    const send = inside(client)._sendPacket.bind(client);
    inside(client)._sendPacket = (packet, done, ...rest) => {
      if (packet.cmd === 'puback') done?.();
      else send(packet, done, ...rest);
    };
    this.#acknowledge = (messageId) => {
      if (client.connected) send({ cmd: 'puback', messageId, reasonCode: 0 });
    };
    client.handleMessage = (_packet, done) => {
      if (this.#client !== client) return;
      if (this.#open < this.#mostOpen && !this.#options.intake.full()) {
        done();
        return;
      }
      this.metrics.paused++;
      this.#blocked = done;
      if (this.#options.intake.full()) this.#options.intake.whenRoom(() => this.#goOn());
    };
  }

  #acknowledge: (messageId: number) => void = () => {};

  #goOn(): void {
    if (!this.#blocked || this.#open >= this.#mostOpen || this.#options.intake.full()) return;
    const go = this.#blocked;
    this.#blocked = null;
    go();
  }

  #message(client: MqttClient, topic: string, bytes: Buffer, messageId: number | undefined, retained: boolean): void {
    this.metrics.messages++;
    this.#open++;
    this.metrics.mostOpen = Math.max(this.metrics.mostOpen, this.#open);
    const acknowledge = this.#acknowledge;
    this.#take(topic, bytes, retained, (stored) => {
      // From a former connection, whose packet ids are no longer valid.
      if (this.#client !== client) return;
      this.#open--;
      if (!stored) this.#comeAgain(client);
      else if (messageId !== undefined) acknowledge(messageId);
      this.#goOn();
    });
  }

  #take(topic: string, bytes: Buffer, retained: boolean, answer: (stored: boolean) => void): void {
    if (topic === stateTopic) {
      this.#hearState(bytes);
      answer(true);
      return;
    }
    const sparkplug = parseSparkplugTopic(topic);
    const json = sparkplug ? null : jsonTopic(topic);
    if (bytes.length > limits.mqttPacketBytes) {
      this.metrics.oversized++;
      const device = sparkplug
        ? this.sparkplug.deviceOf(publisher, sparkplug)
        : json && deviceAt(this.#options.catalog, json.address);
      if (device) this.#options.intake.countRefused(device.id, 'limit');
      answer(true);
    } else if (sparkplug) this.#takeSparkplug(sparkplug, bytes, retained, answer);
    else if (json) this.#takeJson(json.address, json.kind, bytes, answer);
    else {
      this.metrics.strange++;
      answer(true);
    }
  }

  #takeSparkplug(
    topic: NonNullable<ReturnType<typeof parseSparkplugTopic>>,
    bytes: Buffer,
    retained: boolean,
    answer: (stored: boolean) => void,
  ): void {
    // The convention forbids retained messages; they are old and outside the sequence.
    if (retained) {
      answer(true);
      return;
    }
    const device = this.sparkplug.deviceOf(publisher, topic);
    if (device && topic.kind.endsWith('DEATH')) this.#sessions.died(device.id);
    else if (device) this.#sessions.heard(device.id);
    // Acknowledge messages beyond the limits here: left unacknowledged, they would block every device of the broker.
    this.sparkplug.take(publisher, topic, bytes, (verdict) => answer(verdict !== 'again'));
  }

  #takeJson(address: string, kind: Message['kind'], bytes: Buffer, answer: (stored: boolean) => void): void {
    const { catalog, intake, unknown, clock } = this.#options;
    const device = deviceAt(catalog, address);
    if (!device) {
      const seen = {
        convention: 'json',
        group: 'tocsin/v1',
        edge: address,
        device: null,
        siteId: null,
        why: 'unknown',
      } as const;
      unknown.note(seen, clock.now());
      answer(true);
      return;
    }
    if (isPolled(device)) {
      intake.countRefused(device.id, 'polled');
      answer(true);
      return;
    }
    const { id } = device;
    const session = kind === 'birth' ? this.#sessions.born(id) : this.#sessions.heard(id);
    const message = jsonMessage(kind, id, bytes, session);
    const delayed: Message = message.kind === 'death' ? { ...message, ts: () => message.ts() + willSlackMs } : message;
    intake.take(delayed, (receipt) => {
      if (kind === 'death' && receipt.kind === 'stored') this.#sessions.died(id);
      answer(receipt.kind !== 'again');
    });
  }

  /** An older connection's will may be published after this connection's STATE; publish the state again. */
  #hearState(bytes: Buffer): void {
    let online: unknown;
    try {
      online = (JSON.parse(bytes.toString('utf8')) as { online?: unknown }).online;
    } catch {
      online = undefined;
    }
    if (online === false && this.#client?.connected)
      this.#client.publish(stateTopic, stateText(true, this.#stateAt), { qos: 1, retain: true });
  }

  #comeAgain(client: MqttClient): void {
    this.#options.clock.after(againAfterMs, () => {
      if (this.#client === client && !this.#stopped) client.stream.destroy();
    });
  }
}

function jsonTopic(topic: string): { readonly address: string; readonly kind: Message['kind'] } | null {
  const [root, version, address, kind, ...rest] = topic.split('/');
  if (root !== 'tocsin' || version !== 'v1' || !address || rest.length > 0 || !isJsonKind(kind)) return null;
  return { address, kind };
}
