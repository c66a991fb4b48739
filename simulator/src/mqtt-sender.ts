import { appendFileSync } from 'node:fs';
import mqtt, { type MqttClient } from 'mqtt';

export interface Outgoing {
  readonly topic: string;
  readonly payload: string;
  /** Line for the acknowledgement log, written when the broker has acknowledged the message; null for none. */
  readonly note: string | null;
}

export interface MqttSenderOptions {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** The device's birth: sent first in every session and acknowledged before anything else. */
  readonly hello: () => Outgoing | null;
  /** The broker publishes it when the connection breaks. */
  readonly will?: () => { readonly topic: string; readonly payload: string };
  /** One line per acknowledged message, read by the independent checkers. */
  readonly ackLog?: string;
  /** Maximum number of unacknowledged messages. */
  readonly window?: number;
  /** Maximum number of messages stored during an outage; beyond it the oldest are dropped and counted. */
  readonly keep?: number;
  readonly keepaliveS?: number;
  readonly clientId?: string;
}

/**
 * Store and forward over MQTT QoS 1: unacknowledged messages stay in order and are sent again in the next session.
 * mqtt.js's own stores and reconnects are off, so that messages are queued in one place.
 */
export class MqttSender {
  readonly #options: MqttSenderOptions;
  readonly #waiting: Outgoing[] = [];
  readonly #underWay: Outgoing[] = [];
  readonly #notes: string[] = [];
  readonly #idle: (() => void)[] = [];
  #client: MqttClient | null = null;
  #ready = false;
  #stopped = false;
  #delayMs = 250;
  #timer: NodeJS.Timeout | null = null;
  acknowledged = 0;
  dropped = 0;
  sessions = 0;
  /** Text of the newest failure, for the operator. */
  lastError = '';

  constructor(options: MqttSenderOptions) {
    this.#options = options;
  }

  get pending(): number {
    return this.#waiting.length + this.#underWay.length;
  }

  get connected(): boolean {
    return this.#ready;
  }

  start(): void {
    this.#connect();
  }

  send(message: Outgoing): void {
    this.#waiting.push(message);
    if (this.#waiting.length > (this.#options.keep ?? 100_000)) {
      this.#waiting.shift();
      this.dropped++;
    }
    this.#pump();
  }

  /** Resolves when all is acknowledged, or after `withinMs`. */
  async drained(withinMs = 30_000): Promise<boolean> {
    if (this.pending === 0) return true;
    const timer = AbortSignal.timeout(withinMs);
    await new Promise<void>((resolve) => {
      this.#idle.push(resolve);
      timer.addEventListener('abort', () => resolve(), { once: true });
    });
    return this.pending === 0;
  }

  /** Breaks the connection without a DISCONNECT, as a cut cable does; `start` reconnects. */
  cut(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#drop(this.#client);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#flushNotes();
    const client = this.#client;
    this.#client = null;
    this.#ready = false;
    if (client) await client.endAsync(!client.connected).catch(() => undefined);
  }

  #connect(): void {
    const { url, username, password, will, keepaliveS, clientId } = this.#options;
    const last = will?.();
    const client = mqtt.connect(url, {
      username,
      password,
      clientId: clientId ?? `${username}-${Math.random().toString(16).slice(2, 10)}`,
      clean: true,
      keepalive: keepaliveS ?? 30,
      reconnectPeriod: 0,
      connectTimeout: 10_000,
      queueQoSZero: false,
      ...(last
        ? { will: { topic: last.topic, payload: Buffer.from(last.payload), qos: 1 as const, retain: false } }
        : {}),
    });
    this.#client = client;
    client.on('connect', () => this.#begin(client));
    client.on('error', (error) => {
      this.lastError = error.message;
    });
    client.on('close', () => {
      if (this.#client !== client) return;
      this.#drop(client);
      if (!this.#stopped) this.#again();
    });
  }

  #begin(client: MqttClient): void {
    this.sessions++;
    const hello = this.#options.hello();
    const go = () => {
      if (this.#client !== client) return;
      this.#ready = true;
      this.#delayMs = 250;
      this.#pump();
    };
    if (!hello) {
      go();
      return;
    }
    client.publish(hello.topic, hello.payload, { qos: 1 }, (error) => {
      if (error) return;
      this.#note(hello);
      go();
    });
  }

  #again(): void {
    this.#timer = setTimeout(() => this.#connect(), this.#delayMs);
    this.#delayMs = Math.min(this.#delayMs * 2, 5_000);
  }

  #drop(client: MqttClient | null): void {
    this.#client = null;
    this.#ready = false;
    // Back to the front in their old order, because nothing may overtake.
    this.#waiting.unshift(...this.#underWay.splice(0));
    client?.end(true);
  }

  #pump(): void {
    const client = this.#client;
    const window = this.#options.window ?? 64;
    while (this.#ready && client && this.#underWay.length < window) {
      const message = this.#waiting.shift();
      if (!message) break;
      this.#underWay.push(message);
      client.publish(message.topic, message.payload, { qos: 1 }, (error) => {
        if (error || this.#client !== client) return;
        const at = this.#underWay.indexOf(message);
        if (at >= 0) this.#underWay.splice(at, 1);
        this.acknowledged++;
        this.#note(message);
        this.#pump();
      });
    }
    if (this.pending === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  #note(message: Outgoing): void {
    if (message.note === null || !this.#options.ackLog) return;
    if (this.#notes.push(message.note) === 1) setImmediate(() => this.#flushNotes());
  }

  #flushNotes(): void {
    if (this.#notes.length === 0 || !this.#options.ackLog) return;
    appendFileSync(this.#options.ackLog, `${this.#notes.splice(0).join('\n')}\n`);
  }
}
