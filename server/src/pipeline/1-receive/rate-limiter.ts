import type { DeviceId } from '@tocsin/contract/ids';
import { limits } from '@tocsin/contract/limits';
import type { Receipt } from './intake.ts';

/** Messages a device may send in a burst before the rate limit applies. */
const burst = 2 * limits.framesPerSecond;
/** A sender waits no longer than this for what it has sent, milliseconds. */
const longestWaitMs = 60_000;

/** What a message costs beyond its place among 100 a second, in messages. */
export const messageCost = {
  /** A message that was read as one frame, or refused: one more for each 16 KiB. */
  frame: (bytes: number): number => Math.floor(bytes / (16 * 1024)),
  /** An array of frames is taken in slices with pauses, so that it delays others little. */
  array: (bytes: number): number => Math.floor(bytes / (64 * 1024)),
  /** One more for each 32 KiB of the accepted frames in memory. */
  stored: (receipt: Receipt): number =>
    receipt.kind === 'stored' ? Math.floor((receipt.frameBytes ?? 0) / (32 * 1024)) : 0,
  birth: (bytes: number): number => Math.floor(bytes / (4 * 1024)),
  /** One more for each 100 metrics, and for each 16 KiB when it is decompressed. */
  sparkplug: ({ metrics, bytes }: { readonly metrics: number; readonly bytes: number }): number =>
    Math.floor(metrics / 100 + bytes / (16 * 1024)),
};

/** A device, or a publisher of messages that belong to none. */
type Sender = DeviceId | string;

/**
 * 100 live frames per second and device, sustained. What a message costs to decode counts: a costly one as several.
 * Above the limit, HTTP answers 429 and MQTT reads more slowly.
 */
export class RateLimiter {
  readonly #buckets = new Map<Sender, { tokens: number; at: number }>();

  /** Takes a slot; returns 0, or the milliseconds to wait for one. */
  take(sender: Sender, now: number): number {
    return this.#take(sender, now, 1);
  }

  /** Like `take`, but reserves the slot in advance, for adapters that delay messages instead of refusing them. */
  enqueue(sender: Sender, now: number): number {
    const wait = this.take(sender, now);
    if (wait > 0) this.charge(sender, 1);
    return wait;
  }

  /** Milliseconds until the costs of earlier messages are paid; takes no slot. */
  debt(sender: Sender, now: number): number {
    return this.#take(sender, now, 0);
  }

  /** Adds the cost of a message that was read, as `messageCost` says; the next ones wait for it. */
  charge(sender: Sender, cost: number): void {
    const bucket = this.#buckets.get(sender);
    if (bucket) bucket.tokens = Math.max(bucket.tokens - cost, (-longestWaitMs * limits.framesPerSecond) / 1_000);
  }

  #take(sender: Sender, now: number, slots: number): number {
    let bucket = this.#buckets.get(sender);
    if (!bucket) {
      bucket = { tokens: burst, at: now };
      this.#buckets.set(sender, bucket);
    }
    const gained = (Math.max(0, now - bucket.at) * limits.framesPerSecond) / 1_000;
    bucket.tokens = Math.min(burst, bucket.tokens + gained);
    bucket.at = now;
    if (bucket.tokens >= slots) {
      bucket.tokens -= slots;
      return 0;
    }
    return Math.ceil(((slots - bucket.tokens) * 1_000) / limits.framesPerSecond);
  }
}
