import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Encryption } from '../../platform/encryption.ts';
import type { Log } from '../../platform/log.ts';
import { insertWaiting } from './store-waiting.ts';

/** Purpose from which the keys of waiting messages are derived. */
export const waitingPurpose = 'waiting messages';

/** A message that nobody could read. */
interface Unread {
  readonly siteId: number | null;
  readonly deviceId: number | null;
  readonly sender: string;
  readonly topic: string | null;
  readonly bytes: Uint8Array;
  /** Unix ms. */
  readonly at: number;
  readonly queued: boolean;
  readonly why: string;
}

const waitingForMs = 24 * 3_600_000;
const perSender = 20;
const inAll = 1_000;
/** Messages on their way to the database; more are dropped, so that a flood takes no memory. */
const maxOpen = 200;
const longestWhy = 300;

/** Keeps messages of unknown senders, and refused ones, for 24 h: encrypted, and bounded by sender and in all. */
export class WaitingMessages {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #encryption: Encryption;
  #open: { readonly unread: Unread; readonly done: () => void }[] = [];
  #isWriting = false;
  readonly metrics = { kept: 0, dropped: 0 };

  constructor(db: Db, clock: Clock, log: Log, encryption: Encryption) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#encryption = encryption;
  }

  /** Resolves when the message is stored, or given up: it must never hold up other messages. */
  keep(unread: Unread): Promise<void> {
    if (this.#open.length >= maxOpen) {
      this.metrics.dropped++;
      return Promise.resolve();
    }
    return new Promise((done) => {
      this.#open.push({ unread, done });
      if (!this.#isWriting) void this.#write();
    });
  }

  /** The text of a stored message. */
  open(body: Buffer): string {
    return this.#encryption.open(body);
  }

  /** Since when messages count. */
  since(): Date {
    return new Date(this.#clock.now() - waitingForMs);
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#open.length > 0) {
      const batch = this.#open;
      this.#open = [];
      try {
        const rows = batch.map(({ unread }) => this.#row(unread));
        await insertWaiting(this.#db, rows, { since: this.since(), perSender, inAll });
        this.metrics.kept += rows.length;
      } catch (error) {
        this.metrics.dropped += batch.length;
        this.#log.warn('Could not keep messages that wait for a device', { messages: batch.length, error });
      }
      for (const { done } of batch) done();
    }
    this.#isWriting = false;
  }

  #row({ siteId, deviceId, sender, topic, bytes, at, queued, why }: Unread) {
    return {
      site_id: siteId,
      device_id: deviceId,
      sender: sender.replaceAll('\u0000', ''),
      topic: topic?.replaceAll('\u0000', '') ?? null,
      received_at: new Date(at),
      queued,
      why: why.slice(0, longestWhy),
      body: this.#encryption.close(Buffer.from(bytes).toString('utf8')),
    };
  }
}
