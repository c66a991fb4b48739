import { limits } from '@tocsin/contract/limits';
import type { Catalog } from '../../catalog.ts';
import type { Intake } from '../intake.ts';
import { SparkplugHost } from '../sparkplug/sparkplug-host.ts';
import type { Publisher } from '../sparkplug/sparkplug-nodes.ts';
import {
  parseSparkplugTopic,
  type SparkplugSettings,
  type SparkplugTopic,
  stateText,
  stateTopicOf,
} from '../sparkplug/sparkplug-topic.ts';
import type { UnknownNodes } from '../sparkplug/unknown-nodes.ts';
import { ExternalConnection, type ExternalConnectionOptions } from './external-connection.ts';
import type { ExternalSessions } from './external-sessions.ts';

export interface ExternalSparkplugOptions
  extends Omit<ExternalConnectionOptions, 'intake' | 'isPersistent' | 'dropAfterMs'> {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly unknown: UnknownNodes;
  readonly sessions: ExternalSessions;
  readonly sparkplug: SparkplugSettings;
}

const dataFilters = ['spBv1.0/+/+/+', 'spBv1.0/+/+/+/+'];
/** Edge nodes that follow STATE announce themselves again at once; the others are asked after this time. */
const askAfterMs = 5_000;
const asState = { qos: 1, retain: true } as const;

const publisher: Publisher = {
  key: 'broker',
  identity: 'broker',
  maxNodes: 20_000,
  mostChildren: 20_000,
  session: null,
  siteId: null,
  // By its name alone a device that anybody may add must not get what another plant sends.
  mayPublishFor: (device) => device.type.claim !== 'open',
};

/**
 * The Sparkplug 3.0 host application on an external broker, with a connection of its own: clean session, STATE as its
 * will, subscriptions before `online: true`, and `online: false` with a DISCONNECT at the end.
 */
export class ExternalSparkplug {
  readonly #options: ExternalSparkplugOptions;
  readonly #stateTopic: string;
  readonly connection: ExternalConnection;
  readonly host: SparkplugHost;
  /** Timestamp of this connection's STATE message; its will repeats it. */
  #stateAt = 0;
  #hasSaidOnline = false;
  #cancelAsking: () => void = () => {};
  readonly metrics = { oversized: 0, strange: 0 };

  constructor(options: ExternalSparkplugOptions) {
    const { intake, catalog, clock, unknown, sessions, sparkplug } = options;
    this.#options = options;
    this.#stateTopic = stateTopicOf(sparkplug.hostId);
    this.connection = new ExternalConnection(
      // A clean session redelivers nothing. The will says offline, and edge nodes that follow STATE store their data.
      { ...options, isPersistent: false, dropAfterMs: 0 },
      {
        will: () => {
          this.#stateAt = clock.now();
          this.#hasSaidOnline = false;
          const payload = Buffer.from(stateText(false, this.#stateAt));
          return { topic: this.#stateTopic, payload, ...asState };
        },
        begin: async (line) => {
          await line.subscribe([this.#stateTopic, ...dataFilters]);
          this.#hasSaidOnline = true;
          await line.publish(this.#stateTopic, stateText(true, this.#stateAt), asState);
          this.#cancelAsking = clock.after(askAfterMs, () => this.host.askSilentNodes());
        },
        take: (topic, bytes, { isRetained }, answer) => this.#take(topic, bytes, isRetained, answer),
        lost: () => {
          this.#cancelAsking();
          for (const device of this.host.connectionLost()) sessions.died(device);
        },
      },
    );
    this.host = new SparkplugHost({
      intake,
      catalog,
      clock,
      unknown,
      reorderMs: sparkplug.reorderMs,
      nextSession: () => sessions.next(),
      send: (topic, payload) => this.connection.publish(topic, payload, { qos: 0, retain: false }),
    });
  }

  /** Publishes that the host is offline, then disconnects. */
  async stop(): Promise<void> {
    this.#cancelAsking();
    this.host.stop();
    await this.connection.stop((line) =>
      line.publish(this.#stateTopic, stateText(false, this.#options.clock.now()), asState),
    );
  }

  #take(topic: string, bytes: Buffer, isRetained: boolean, answer: (isStored: boolean) => void): void {
    const parsed = parseSparkplugTopic(topic);
    if (topic === this.#stateTopic) {
      // The retained one, delivered before this connection's own, is of a former connection.
      if (!isRetained) this.#hearState(bytes);
      answer(true);
    } else if (!parsed) {
      this.metrics.strange++;
      answer(true);
    } else if (bytes.length > limits.mqttPacketBytes) {
      this.metrics.oversized++;
      const device = this.host.deviceOf(publisher, parsed);
      if (device) this.#options.intake.countRefused(device.id, 'limit');
      answer(true);
      // The convention forbids retained messages; they are old and outside the sequence.
    } else if (isRetained) answer(true);
    else this.#takeSparkplug(parsed, bytes, answer);
  }

  #takeSparkplug(topic: SparkplugTopic, bytes: Buffer, answer: (isStored: boolean) => void): void {
    const { sessions } = this.#options;
    const device = this.host.deviceOf(publisher, topic);
    if (device && topic.kind.endsWith('DEATH')) sessions.died(device.id);
    else if (device) sessions.heard(device.id);
    // Acknowledge messages beyond the limits here: left unacknowledged, they would block every device of the broker.
    this.host.take(publisher, topic, bytes, (verdict) => answer(verdict !== 'again'));
  }

  /** An older connection's will may be published after this connection's STATE; publish the state again. */
  #hearState(bytes: Buffer): void {
    let online: unknown;
    try {
      online = (JSON.parse(bytes.toString('utf8')) as { online?: unknown }).online;
    } catch {
      online = undefined;
    }
    if (online === false && this.#hasSaidOnline)
      this.connection.publish(this.#stateTopic, stateText(true, this.#stateAt), asState);
  }
}
