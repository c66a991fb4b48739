import { createHmac, randomBytes } from 'node:crypto';
import type { SaltedDigest } from '@tocsin/contract/edge-exchange';
import { SiteId } from '@tocsin/contract/ids';
import type { CheckDevice, CheckGateway } from '../pipeline/1-receive/check-device.ts';
import type { Clock } from '../platform/clock.ts';
import { sameHash } from '../platform/encryption.ts';
import { networkOf } from '../platform/network.ts';
import { digestWith } from '../platform/salted-digest.ts';
import type { EdgeCatalog } from './edge-catalog.ts';
import type { EdgeConfigurations } from './edge-configuration.ts';

const wrongPerMinute = 10;
const minuteMs = 60_000;
const maxCounters = 10_000;

/**
 * The sign-in of devices and gateways at the edge, against the digests of the configuration. A digest takes 30 ms, so
 * what was right once is remembered by a keyed hash until the program ends.
 */
export function createEdgeSignIn(
  catalog: EdgeCatalog,
  configurations: Pick<EdgeConfigurations, 'current'>,
  clock: Clock,
): { readonly checkDevice: CheckDevice; readonly checkGateway: CheckGateway } {
  const key = randomBytes(32);
  const quick = (name: string, secret: string) => createHmac('sha256', key).update(`${name}\u0000${secret}`).digest();
  const right = new Map<string, { readonly digest: string; readonly hash: Buffer }>();
  const failures = new Map<string, { count: number; since: number }>();

  const isRight = (name: string, secret: string, stored: SaltedDigest): boolean => {
    const known = right.get(name);
    const hash = quick(name, secret);
    if (known?.digest === stored.digest && sameHash(known.hash, hash)) return true;
    if (!sameHash(digestWith(secret, stored.salt), Buffer.from(stored.digest, 'base64'))) return false;
    right.set(name, { digest: stored.digest, hash });
    return true;
  };

  const check = <Ok extends object>(
    name: string,
    secret: string,
    address: string,
    stored: SaltedDigest | null,
    ok: Ok,
  ) => {
    const counter = `${name} ${networkOf(address)}`;
    const now = clock.now();
    const failed = failures.get(counter);
    const left = failed ? failed.since + minuteMs - now : 0;
    // Beyond ten wrong ones a minute nothing is computed: guessing must not keep the program busy.
    if (failed && failed.count >= wrongPerMinute && left > 0) return { kind: 'throttled', retryAfterMs: left } as const;
    if (stored && isRight(name, secret, stored)) {
      failures.delete(counter);
      return { kind: 'ok', ...ok } as const;
    }
    if (failed && left > 0) failed.count++;
    else {
      failures.delete(counter);
      const [oldest] = failures.keys();
      if (failures.size >= maxCounters && oldest !== undefined) failures.delete(oldest);
      failures.set(counter, { count: 1, since: now });
    }
    return { kind: 'wrong' } as const;
  };

  return {
    checkDevice(serialNumber, code, address) {
      const device = catalog.bySerialNumber(serialNumber);
      const stored = device ? (catalog.configured(device.id)?.code ?? null) : null;
      const deviceId = device?.id;
      const checked = check(serialNumber, code, address, deviceId === undefined ? null : stored, { deviceId });
      if (checked.kind !== 'ok') return checked;
      return deviceId === undefined ? { kind: 'wrong' } : { kind: 'ok', deviceId };
    },
    checkGateway(userName, password, address) {
      const { current } = configurations;
      const gateway = current?.gateway ?? null;
      const stored = gateway?.username === userName ? gateway : null;
      const checked = check(userName, password, address, stored, {});
      if (checked.kind !== 'ok') return checked;
      return { kind: 'ok', siteId: SiteId.parse(current?.site.id), clientId: current?.site.client_id ?? 0 };
    },
  };
}
