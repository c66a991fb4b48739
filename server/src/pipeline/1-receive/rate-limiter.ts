import type { DeviceId } from '@tocsin/contract/ids';
import { limits } from '@tocsin/contract/limits';

/** Messages a device may send in a burst before the rate limit applies. */
const burst = 2 * limits.framesPerSecond;

/**
 * 100 live frames per second and device, sustained. An array counts as one message; back-fill is limited only by the
 * queue. Above the limit, HTTP answers 429 and MQTT reads more slowly.
 */
export class RateLimiter {
  readonly #buckets = new Map<DeviceId, { tokens: number; at: number }>();

  /** Takes a slot; returns 0, or the milliseconds to wait for one. */
  take(device: DeviceId, now: number): number {
    let bucket = this.#buckets.get(device);
    if (!bucket) {
      bucket = { tokens: burst, at: now };
      this.#buckets.set(device, bucket);
    }
    const gained = (Math.max(0, now - bucket.at) * limits.framesPerSecond) / 1_000;
    bucket.tokens = Math.min(burst, bucket.tokens + gained);
    bucket.at = now;
    if (bucket.tokens >= 1) {
      bucket.tokens--;
      return 0;
    }
    return Math.ceil(((1 - bucket.tokens) * 1_000) / limits.framesPerSecond);
  }

  /** Like `take`, but reserves the slot in advance, for adapters that delay messages instead of refusing them. */
  enqueue(device: DeviceId, now: number): number {
    const wait = this.take(device, now);
    if (wait === 0) return 0;
    const bucket = this.#buckets.get(device);
    if (bucket) bucket.tokens--;
    return wait;
  }
}
