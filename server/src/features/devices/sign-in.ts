import type { DeviceId } from '@tocsin/contract/ids';
import type { Clock } from '../../platform/clock.ts';
import { type Encryption, sameHash } from '../../platform/encryption.ts';
import { networkOf } from '../../platform/network.ts';
import { hashCode } from './codes.ts';

export { networkOf };

/** Result of the check of a serial number and a code, for the adapters. */
type DeviceCheck =
  | { readonly kind: 'ok'; readonly deviceId: DeviceId }
  | { readonly kind: 'wrong' }
  /** Ten wrong codes in a minute: further codes are not checked for a minute. */
  | { readonly kind: 'throttled'; readonly retryAfterMs: number };

export type CheckDevice = (serialNumber: string, code: string, address: string) => DeviceCheck;

/** What the check needs of claimed devices; held in memory, without database queries. */
export interface KnownDevice {
  readonly deviceId: DeviceId;
  readonly codeHash: Buffer;
}

export interface DeviceSignInDependencies {
  readonly clock: Clock;
  readonly encryption: Encryption;
  readonly find: (serialNumber: string) => KnownDevice | undefined;
  /** Called at most once an hour per device and address; stored for 30 days. */
  readonly keepAddress: (serialNumber: string, address: string, atMs: number) => void;
}

const wrongCodesPerMinute = 10;
export const addressRetentionMs = 30 * 24 * 3_600_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;
/** Maximum number of counters; beyond it the oldest are dropped. */
const maxCounters = 20_000;
const maxAddresses = 100_000;

interface Counter {
  failures: number;
  since: number;
  refusedUntil: number;
}

export interface SignIn {
  readonly check: CheckDevice;
  /** Loads the addresses of the last 30 days at start. */
  remember(rows: Iterable<{ serialNumber: string; address: string; seenAt: number }>): void;
}

/**
 * Creates the device sign-in: keyed hashes compared in memory, and ten wrong codes a minute per serial number and
 * address. An IPv6 /64 counts as one address, since a client can choose any address within it. An address from which
 * the device signed in within 30 days has its own counter, so a neighbour cannot lock the device out.
 */
export function createSignIn({ clock, encryption, find, keepAddress }: DeviceSignInDependencies): SignIn {
  const counters = new Map<string, Counter>();
  const seen = new Map<string, number>();

  const counterKey = (serialNumber: string, address: string, now: number): string => {
    const last = seen.get(`${serialNumber} ${address}`);
    const own = last !== undefined && now - last < addressRetentionMs;
    return own ? `${serialNumber} own ${address}` : `${serialNumber} ${networkOf(address)}`;
  };

  const countFailure = (key: string, now: number): void => {
    const counter = counters.get(key);
    if (!counter || now - counter.since >= minuteMs) {
      counters.delete(key);
      dropOldest(counters, maxCounters);
      counters.set(key, { failures: 1, since: now, refusedUntil: 0 });
      return;
    }
    counter.failures++;
    if (counter.failures >= wrongCodesPerMinute) counter.refusedUntil = now + minuteMs;
  };

  const rememberAddress = (serialNumber: string, address: string, now: number): void => {
    const key = `${serialNumber} ${address}`;
    const last = seen.get(key);
    if (last !== undefined && now - last < hourMs) return;
    seen.delete(key);
    dropOldest(seen, maxAddresses);
    seen.set(key, now);
    keepAddress(serialNumber, address, now);
  };

  return {
    check(serialNumber, code, address) {
      const now = clock.now();
      const key = counterKey(serialNumber, address, now);
      const counter = counters.get(key);
      if (counter && counter.refusedUntil > now) return { kind: 'throttled', retryAfterMs: counter.refusedUntil - now };
      const device = find(serialNumber);
      // Hashes for unknown serial numbers too, so that both cases take the same time.
      const same = sameHash(hashCode(encryption, serialNumber, code), device?.codeHash ?? nobody);
      if (!device || !same) {
        countFailure(key, now);
        return { kind: 'wrong' };
      }
      counters.delete(key);
      rememberAddress(serialNumber, address, now);
      return { kind: 'ok', deviceId: device.deviceId };
    },
    remember(rows) {
      for (const row of rows) seen.set(`${row.serialNumber} ${row.address}`, row.seenAt);
    },
  };
}

const nobody = Buffer.alloc(32);

function dropOldest(map: Map<string, unknown>, most: number): void {
  if (map.size < most) return;
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}
