import type { DeviceId } from '@tocsin/contract/ids';
import { limits } from '@tocsin/contract/limits';

/** How many messages a device may send at once before its pace counts. */
const burst = 2 * limits.framesPerSecond;

/**
 * 100 live frames a second a device, sustained. An array counts as one: back-fill is bounded by the queue alone. More
 * is answered with 429, or read more slowly.
 */
export class Pace {
  readonly #buckets = new Map<DeviceId, { tokens: number; at: number }>();

  /** Takes a place; returns 0, or how many ms to wait for one. */
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

  /** As `take`, but the place is taken in advance: for a door that reads more slowly instead of refusing. */
  owe(device: DeviceId, now: number): number {
    const wait = this.take(device, now);
    if (wait === 0) return 0;
    const bucket = this.#buckets.get(device);
    if (bucket) bucket.tokens--;
    return wait;
  }
}
