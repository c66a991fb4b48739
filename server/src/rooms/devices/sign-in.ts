import type { DeviceId } from '@tocsin/contract/ids';
import type { Clock } from '../../base/clock.ts';
import { type Seal, sameHash } from '../../base/seal.ts';
import { hashCode } from './codes.ts';

/** What a door is told about a serial number and a code. */
export type DeviceCheck =
  | { readonly kind: 'ok'; readonly deviceId: DeviceId }
  | { readonly kind: 'wrong' }
  /** Ten wrong codes in a minute: not even looked at for a minute. */
  | { readonly kind: 'throttled'; readonly retryAfterMs: number };

export type CheckDevice = (serialNumber: string, code: string, address: string) => DeviceCheck;

/** What the check needs to know of claimed devices: in memory, no question goes to the database. */
export interface KnownDevice {
  readonly deviceId: DeviceId;
  readonly codeHash: Buffer;
}

export interface SignInPorts {
  readonly clock: Clock;
  readonly seal: Seal;
  readonly find: (serialNumber: string) => KnownDevice | undefined;
  /** Told at most once an hour for a device and address, to be kept for 30 days. */
  readonly keepAddress: (serialNumber: string, address: string, atMs: number) => void;
}

const wrongCodesPerMinute = 10;
export const addressKeptMs = 30 * 24 * 3_600_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;
/** More than any plant has devices that fail at once; past it the oldest counters go. */
const mostCounters = 20_000;
const mostAddresses = 100_000;

interface Counter {
  failures: number;
  since: number;
  refusedUntil: number;
}

export interface SignIn {
  readonly check: CheckDevice;
  /** The addresses of the last 30 days, read at boot. */
  remember(rows: Iterable<{ serialNumber: string; address: string; seenAt: number }>): void;
}

/**
 * Signs devices in: keyed hashes compared in memory, ten wrong codes in a minute for one serial number and address.
 * An IPv6 client has a whole /64 to choose from, so that is what counts as its address; an address from which the device
 * has signed in within 30 days has its own counter, so a stranger beside it can't lock it out.
 */
export function createSignIn({ clock, seal, find, keepAddress }: SignInPorts): SignIn {
  const counters = new Map<string, Counter>();
  const seen = new Map<string, number>();

  const counterKey = (serialNumber: string, address: string, now: number): string => {
    const last = seen.get(`${serialNumber} ${address}`);
    const own = last !== undefined && now - last < addressKeptMs;
    return own ? `${serialNumber} own ${address}` : `${serialNumber} ${networkOf(address)}`;
  };

  const countFailure = (key: string, now: number): void => {
    const counter = counters.get(key);
    if (!counter || now - counter.since >= minuteMs) {
      counters.delete(key);
      dropOldest(counters, mostCounters);
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
    dropOldest(seen, mostAddresses);
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
      // The hash is made for unknown serial numbers too, so that both take the same time.
      const same = sameHash(hashCode(seal, serialNumber, code), device?.codeHash ?? nobody);
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

/** IPv4 as it is (also inside IPv6), IPv6 by its /64. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(8 - left.length - right.length, 0);
  const all = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  const net = all.slice(0, 4).map((part) => part.replace(/^0+(?=.)/, ''));
  return `${net.join(':')}::/64`;
}
