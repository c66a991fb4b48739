import mqtt, { type IClientOptions, type MqttClient, type Packet } from 'mqtt';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { type Attempt, type LinkState, Reconnector } from '../../../platform/reconnector.ts';
import type { Intake } from '../intake.ts';

export interface ExternalConnectionOptions {
  readonly intake: Pick<Intake, 'full' | 'whenRoom'>;
  readonly clock: Clock;
  readonly log: Log;
  /** mqtt:// or mqtts://, with user name and password if the broker requires them. */
  readonly url: string;
  readonly clientId: string;
  /** Whether the broker keeps subscriptions and messages while this connection is down. */
  readonly isPersistent: boolean;
  /** How long after a message that could not be stored the connection is dropped, milliseconds. */
  readonly dropAfterMs: number;
  readonly bounds?: ExternalBounds;
}
export interface ExternalBounds {
  /** Maximum number of unacknowledged messages; beyond it the socket is not read. */
  readonly open?: number;
  readonly firstRetryMs?: number;
}

/** What a broker says of a message: kept as the topic's newest, and delivered before without an acknowledgement. */
export interface DeliveryMarks {
  readonly isRetained: boolean;
  readonly isRepeated: boolean;
}

/** What a connection is for. */
export interface ExternalUse {
  /** The will of the connection that begins now. */
  will?(): IClientOptions['will'];
  /** Called after each CONNACK; the connection counts as usable once it resolves, and is closed if it rejects. */
  begin(line: Line, isResumed: boolean): Promise<void>;
  /** One message. `answer(true)` acknowledges it; `answer(false)` drops the connection after a while. */
  take(topic: string, bytes: Buffer, marks: DeliveryMarks, answer: (isStored: boolean) => void): void;
  /** The connection was usable and has ended, for any reason but leave(). */
  lost?(): void;
}

/** The outgoing side of one connection. */
export interface Line {
  /** Rejects with a RefusedTopic unless the broker's SUBACK grants every filter. */
  subscribe(filters: readonly string[]): Promise<void>;
  unsubscribe(filters: readonly string[]): void;
  /** Resolves when the broker has acknowledged it (QoS 1); rejects with a RefusedTopic when it may not be published. */
  publish(topic: string, payload: string | Buffer, options: { qos: 1; retain: boolean }): Promise<void>;
}

/** The broker denies a topic that this server needs. */
class RefusedTopic extends Error {}

const maxOpen = 2_000;
const keptByBrokerS = 7 * 86_400;
const longestRetryMs = 30_000;
const connectWithinMs = 10_000;
const leaveWithinMs = 1_000;

/**
 * mqtt.js acknowledges messages itself, one at a time; this class delays its PUBACKs instead (mqtt is pinned for this).
 */
interface Inside {
  _sendPacket(packet: Packet, done?: (error?: Error) => void, ...rest: unknown[]): void;
}
const inside = (client: MqttClient): Inside => client as unknown as Inside;

/**
 * One connection to an external broker, restored for as long as it is started. Each message is acknowledged only when
 * its receiver says so. Speaks MQTT 5 if the broker does, else 3.1.1.
 */
export class ExternalConnection {
  readonly #options: ExternalConnectionOptions;
  readonly #use: ExternalUse;
  readonly #maxOpen: number;
  readonly #link: Reconnector;
  #client: MqttClient | null = null;
  #version: 4 | 5 = 5;
  #open = 0;
  #blocked: (() => void) | null = null;
  #isUsable = false;
  #acknowledge: (messageId: number) => void = () => {};
  /** Whether the broker refused a topic at the newest attempt. */
  isRefused = false;
  readonly metrics = { version: 5, connects: 0, messages: 0, maxOpen: 0, paused: 0 };

  constructor(options: ExternalConnectionOptions, use: ExternalUse) {
    const { clock, log, bounds } = options;
    this.#options = options;
    this.#use = use;
    this.#maxOpen = bounds?.open ?? maxOpen;
    this.#link = new Reconnector({
      clock,
      connect: (attempt) => this.#connect(attempt),
      onLost: (error, delayMs) => {
        if (error instanceof RefusedTopic)
          log.error('The MQTT broker refused a topic that Tocsin needs; retrying', { error, delayMs });
        else log.warn('No connection to the MQTT broker; retrying', { error, delayMs });
      },
      backOff: { firstMs: bounds?.firstRetryMs ?? 1_000, longestMs: longestRetryMs },
      // mqtt.js' own timeout fires first.
      connectWithinMs: 6 * connectWithinMs,
    });
  }

  get state(): LinkState {
    return this.#link.state;
  }

  /** Connected, with every subscription granted. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Does not wait for the broker: the connection is retried in the background. */
  start(): void {
    void this.#link.start();
  }

  /**
   * Ends the connection with a DISCONNECT, after which the broker discards the will; `last` is published before it.
   * Does not wait for messages in flight.
   */
  async stop(last: (line: Line) => Promise<void> = async () => {}): Promise<void> {
    const client = this.#client;
    const isUsable = this.#isUsable;
    this.#client = null;
    this.#isUsable = false;
    if (client?.connected) {
      if (isUsable) await within(last(lineOf(client)));
      const { stream } = client;
      const closed = new Promise<void>((resolve) => stream.once('close', () => resolve()));
      // Written before the socket ends, or the broker would publish the will.
      await within(new Promise<void>((resolve) => inside(client)._sendPacket({ cmd: 'disconnect' }, () => resolve())));
      stream.end();
      await within(closed);
    }
    this.#link.stop();
    await client?.endAsync(true).catch(() => {});
  }

  /** Publishes on the current connection, if there is one. */
  publish(topic: string, payload: string | Buffer, options: { qos: 0 | 1; retain: boolean }): void {
    if (this.#client?.connected) this.#client.publish(topic, payload, options);
  }

  /** Resolves when the broker has accepted the connection and the subscriptions. */
  #connect({ signal, lost }: Attempt): Promise<void> {
    const { url, clientId, isPersistent } = this.#options;
    const version = this.#version;
    const will = this.#use.will?.();
    const options: IClientOptions = {
      clientId,
      clean: !isPersistent,
      protocolVersion: version,
      reconnectPeriod: 0,
      resubscribe: false,
      connectTimeout: connectWithinMs,
      keepalive: 30,
      ...(will ? { will } : {}),
      ...(version === 5
        ? {
            properties: {
              sessionExpiryInterval: isPersistent ? keptByBrokerS : 0,
              receiveMaximum: Math.min(this.#maxOpen, 65_535),
            },
          }
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
    client.on('message', (topic, bytes, packet) => {
      if (this.#client === client)
        this.#message(client, topic, bytes, packet.qos > 0 ? packet.messageId : undefined, {
          isRetained: packet.retain,
          isRepeated: packet.dup,
        });
    });
    client.on('close', () => lost(failure ?? new Error('the broker closed the connection')));
    signal.addEventListener('abort', () => {
      if (this.#client !== client) return;
      // Brokers without MQTT 5 end the connection in different ways; 3.1.1 is for the next attempt alone.
      this.#version = version === 5 && !welcomed ? 4 : 5;
      this.#client = null;
      client.end(true);
      const wasUsable = this.#isUsable;
      this.#isUsable = false;
      if (wasUsable) this.#use.lost?.();
    });
    return new Promise((resolve, reject) => {
      client.on('connect', ({ sessionPresent }) => {
        welcomed = true;
        if (this.#client === client) this.#begin(client, sessionPresent).then(resolve, reject);
      });
    });
  }

  async #begin(client: MqttClient, isResumed: boolean): Promise<void> {
    this.metrics.version = this.#version;
    try {
      await this.#use.begin(lineOf(client), isResumed);
    } catch (error) {
      this.isRefused = error instanceof RefusedTopic;
      throw error;
    }
    if (this.#client !== client) return;
    this.isRefused = false;
    this.#isUsable = true;
    this.metrics.connects++;
    this.#options.log.info('connected to the MQTT broker', { version: this.#version });
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
      const { intake } = this.#options;
      if (this.#client !== client || (this.#open < this.#maxOpen && !intake.full())) {
        done();
        return;
      }
      this.metrics.paused++;
      this.#blocked = done;
      if (intake.full()) intake.whenRoom(() => this.#goOn());
    };
  }

  #goOn(): void {
    if (!this.#blocked || this.#open >= this.#maxOpen || this.#options.intake.full()) return;
    const go = this.#blocked;
    this.#blocked = null;
    go();
  }

  #message(
    client: MqttClient,
    topic: string,
    bytes: Buffer,
    messageId: number | undefined,
    marks: DeliveryMarks,
  ): void {
    this.metrics.messages++;
    this.#open++;
    this.metrics.maxOpen = Math.max(this.metrics.maxOpen, this.#open);
    const acknowledge = this.#acknowledge;
    this.#use.take(topic, bytes, marks, (isStored) => {
      // From a former connection, whose packet ids are no longer valid.
      if (this.#client !== client) return;
      this.#open--;
      if (!isStored) this.#dropLater(client);
      else if (messageId !== undefined) acknowledge(messageId);
      this.#goOn();
    });
  }

  /** Without a DISCONNECT, so that the broker publishes the will. A new attempt follows. */
  #dropLater(client: MqttClient): void {
    this.#options.clock.after(this.#options.dropAfterMs, () => {
      if (this.#client === client) client.stream.destroy();
    });
  }
}

const refusedBy = (client: MqttClient, what: string) => (error: unknown) => {
  if (!client.connected) throw error;
  throw new RefusedTopic(`${what}: ${error instanceof Error ? error.message : error}`);
};

const lineOf = (client: MqttClient): Line => ({
  async subscribe(filters) {
    // One packet for all; mqtt.js rejects when the SUBACK denies any of them.
    await client.subscribeAsync([...filters], { qos: 1 }).catch(refusedBy(client, `one of ${filters.join(', ')}`));
  },
  unsubscribe(filters) {
    client.unsubscribe([...filters]);
  },
  async publish(topic, payload, options) {
    await client.publishAsync(topic, payload, options).catch(refusedBy(client, topic));
  },
});

/** Ends after a second at most, and never rejects: the connection is about to end. */
async function within(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, leaveWithinMs);
  });
  await Promise.race([work.catch(() => {}), late]);
  clearTimeout(timer);
}
