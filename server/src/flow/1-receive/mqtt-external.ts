import { limits } from '@tocsin/contract/limits';
import mqtt, { type IClientOptions, type MqttClient, type Packet } from 'mqtt';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Catalog } from '../catalog.ts';
import { deviceAt, isPolled } from './address.ts';
import { ExternalSessions } from './external-sessions.ts';
import type { Intake, Message } from './intake.ts';
import { isJsonKind, jsonMessage } from './json-messages.ts';
import { type Publisher, SparkplugHost } from './sparkplug-host.ts';
import { parseSparkplugTopic, stateText, stateTopic } from './sparkplug-topic.ts';
import type { UnknownNodes } from './unknown-nodes.ts';

export interface ExternalMqttOptions {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly log: Log;
  readonly unknown: UnknownNodes;
  /** mqtt://, mqtts://, with user name and password where the broker wants them. */
  readonly url: string;
  /** The same at every start, so that the broker keeps what comes meanwhile. */
  readonly clientId: string;
  readonly bounds?: { readonly open?: number; readonly firstRetryMs?: number };
}

const filters = ['spBv1.0/+/+/+', 'spBv1.0/+/+/+/+', stateTopic, 'tocsin/v1/+/+'];
/** Unacknowledged messages at most; past them nothing more is read from the socket. */
const mostOpen = 2_000;
const keptByBrokerS = 7 * 86_400;
const longestRetryMs = 30_000;
/** What could not be stored comes again with the next connection. */
const againAfterMs = 5_000;
/** A will's ts is that of its connect, a little before its birth; one of an earlier session is much older. */
const willSlackMs = 30_000;

/** mqtt.js acknowledges by itself and one at a time; its PUBACKs are held here instead (mqtt is pinned for it). */
interface Inside {
  _sendPacket(packet: Packet, done?: (error?: Error) => void, ...rest: unknown[]): void;
}
const inside = (client: MqttClient): Inside => client as unknown as Inside;

const publisher: Publisher = { key: 'broker', session: null, siteId: null, mayPublishFor: () => true };

/**
 * Somebody else's broker: the topic is the identity, its access rules are the broker's. A persistent session, QoS 1,
 * and an acknowledgement for each message only after its commit; MQTT 5 where the broker speaks it, else 3.1.1.
 */
export class ExternalMqttDoor {
  readonly #options: ExternalMqttOptions;
  readonly #sessions: ExternalSessions;
  readonly sparkplug: SparkplugHost;
  readonly #mostOpen: number;
  #client: MqttClient | null = null;
  #version: 4 | 5 = 5;
  #retryMs: number;
  #cancelRetry: () => void = () => {};
  #open = 0;
  #blocked: (() => void) | null = null;
  #stopped = false;
  /** The stamp of this connection's state, which its will repeats. */
  #stateAt = 0;
  readonly figures = {
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
    this.#retryMs = options.bounds?.firstRetryMs ?? 1_000;
    const { intake, catalog, clock, unknown } = options;
    this.#sessions = new ExternalSessions(intake, clock);
    this.sparkplug = new SparkplugHost({
      ...{ intake, catalog, clock, unknown },
      nextSession: () => this.#sessions.next(),
      send: (topic, payload) => void this.#client?.publish(topic, payload, { qos: 0 }),
    });
  }

  /** A broker that is away does not hold up the start: it is tried until it is there. */
  start(): void {
    this.#sessions.start([...this.#options.catalog.all()].map((device) => device.id));
    this.#connect();
  }

  /** Tells that the host is going, then leaves; what is not acknowledged comes again at the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelRetry();
    this.sparkplug.stop();
    this.#sessions.stop();
    const client = this.#client;
    this.#client = null;
    if (!client) return;
    if (client.connected) {
      const offline = stateText(false, this.#options.clock.now());
      const told = client.publishAsync(stateTopic, offline, { qos: 1, retain: true });
      await Promise.race([told.catch(() => {}), new Promise((done) => setTimeout(done, 1_000))]);
      // An orderly goodbye, so that the broker keeps the will to itself; not waiting for what is still under way.
      inside(client)._sendPacket({ cmd: 'disconnect' });
    }
    await client.endAsync(true).catch(() => {});
  }

  #connect(): void {
    const { url, clientId, clock, log } = this.#options;
    this.#stateAt = clock.now();
    const version = this.#version;
    const options: IClientOptions = {
      clientId,
      clean: false,
      protocolVersion: version,
      reconnectPeriod: 0,
      resubscribe: false,
      connectTimeout: 10_000,
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
    let failure = '';
    let welcomed = false;
    client.on('connect', () => {
      welcomed = true;
      this.#begin(client);
    });
    client.on('error', (error) => {
      failure = error.message;
    });
    client.on('message', (topic, bytes, packet) =>
      this.#message(client, topic, bytes, packet.qos > 0 ? packet.messageId : undefined, packet.retain),
    );
    client.on('close', () => {
      if (this.#client !== client || this.#stopped) return;
      this.figures.connected = false;
      // A broker that does not know MQTT 5 ends the connection in one way or another.
      if (!welcomed) this.#version = this.#version === 5 ? 4 : 5;
      log.warn('No connection to the MQTT broker; it is tried again', { failure, version });
      client.end(true);
      this.#client = null;
      this.#cancelRetry = clock.after(this.#retryMs, () => this.#connect());
      this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
    });
  }

  #begin(client: MqttClient): void {
    this.figures.connected = true;
    this.figures.version = this.#version;
    this.figures.connects++;
    this.#retryMs = this.#options.bounds?.firstRetryMs ?? 1_000;
    this.#options.log.info('connected to the MQTT broker', { version: this.#version });
    const refused = (error: Error | null | undefined) => {
      if (error && this.#client === client)
        this.#options.log.error('The MQTT broker refused a subscription or the state', { error });
    };
    client.subscribe(filters, { qos: 1 }, refused);
    client.publish(stateTopic, stateText(true, this.#stateAt), { qos: 1, retain: true }, refused);
  }

  /** mqtt.js hands one message on after another; not calling back stops it, its parser, and the socket behind it. */
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
      this.figures.paused++;
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
    this.figures.messages++;
    this.#open++;
    this.figures.mostOpen = Math.max(this.figures.mostOpen, this.#open);
    const acknowledge = this.#acknowledge;
    this.#take(topic, bytes, retained, (stored) => {
      // Of a former connection: its broker's numbers mean nothing any more.
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
      this.figures.oversized++;
      const device = sparkplug
        ? this.sparkplug.deviceOf(publisher, sparkplug)
        : json && deviceAt(this.#options.catalog, json.address);
      if (device) this.#options.intake.countRefused(device.id, 'limit');
      answer(true);
    } else if (sparkplug) this.#takeSparkplug(sparkplug, bytes, retained, answer);
    else if (json) this.#takeJson(json.address, json.kind, bytes, answer);
    else {
      this.figures.strange++;
      answer(true);
    }
  }

  #takeSparkplug(
    topic: NonNullable<ReturnType<typeof parseSparkplugTopic>>,
    bytes: Buffer,
    retained: boolean,
    answer: (stored: boolean) => void,
  ): void {
    // The convention forbids retaining; what a broker kept of it is old and without its sequence.
    if (retained) {
      answer(true);
      return;
    }
    const device = this.sparkplug.deviceOf(publisher, topic);
    if (device && topic.kind.endsWith('DEATH')) this.#sessions.died(device.id);
    else if (device) this.#sessions.heard(device.id);
    this.sparkplug.take(publisher, topic, bytes, (verdict) => answer(verdict === 'done'));
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
    const told: Message = message.kind === 'death' ? { ...message, ts: () => message.ts() + willSlackMs } : message;
    intake.take(told, (receipt) => {
      if (kind === 'death' && receipt.kind === 'stored') this.#sessions.died(id);
      answer(receipt.kind !== 'again');
    });
  }

  /** An older connection's will may be told after this one's state: it is put right. */
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
