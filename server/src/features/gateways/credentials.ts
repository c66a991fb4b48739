import { randomBytes } from 'node:crypto';
import { SiteId } from '@tocsin/contract/ids';
import type { Clock } from '../../platform/clock.ts';
import { type Encryption, sameHash } from '../../platform/encryption.ts';
import type { GatewayRow } from './store.ts';

/** Purpose from which the keys of gateway credentials are derived. */
export const gatewayPurpose = 'gateway credentials';

export const gatewayName = (siteId: number): string => `gateway-${siteId}`;
/** 192 random bits, without characters that a configuration file would have to quote. */
export const freshPassword = (): string => randomBytes(24).toString('base64url');
export const hashPassword = (encryption: Encryption, siteId: number, password: string): Buffer =>
  encryption.hash(`${siteId}\u0000${password}`);

/** Result of the check of a gateway's user name and password; answered from memory. */
export type GatewayCheck =
  | { readonly kind: 'ok'; readonly siteId: SiteId; readonly clientId?: number }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number };

const wrongPerMinute = 10;
const minuteMs = 60_000;
const maxCounters = 10_000;
const nobody = Buffer.alloc(32);

/** Holds every site's credential in memory and notifies listeners when one ends. */
export class Gateways {
  readonly #clock: Clock;
  readonly #encryption: Encryption;
  readonly #hashes = new Map<number, Buffer>();
  readonly #clients = new Map<number, number>();
  readonly #failures = new Map<string, { count: number; since: number }>();
  readonly #ended: ((siteId: SiteId) => void)[] = [];

  constructor(clock: Clock, encryption: Encryption) {
    this.#clock = clock;
    this.#encryption = encryption;
  }

  restore(rows: readonly GatewayRow[]): void {
    const good = new Map(rows.map((row) => [row.site_id, row.password_hash]));
    for (const [siteId, hash] of this.#hashes) {
      const now = good.get(siteId);
      if (!now || !sameHash(now, hash)) this.#end(siteId);
    }
    for (const [siteId, hash] of good) this.#hashes.set(siteId, hash);
    for (const { site_id, client_id } of rows) if (client_id) this.#clients.set(site_id, client_id);
  }

  /** Calls the listener when a credential ends, so that its connections can be closed. */
  onEnd(ended: (siteId: SiteId) => void): void {
    this.#ended.push(ended);
  }

  /** Sets a new credential, or null to remove it. Connections of the former one are closed. */
  changed(siteId: number, clientId: number, hash: Buffer | null): void {
    if (this.#hashes.has(siteId)) this.#end(siteId);
    if (hash) this.#hashes.set(siteId, hash);
    this.#clients.set(siteId, clientId);
  }

  /**
   * Checks a password. After ten wrong ones in a minute for one name and address, further ones are not checked for the
   * rest of it.
   */
  readonly check = (userName: string, password: string, address: string): GatewayCheck => {
    const key = `${userName} ${address}`;
    const now = this.#clock.now();
    const failed = this.#failures.get(key);
    const left = failed ? failed.since + minuteMs - now : 0;
    if (failed && failed.count >= wrongPerMinute && left > 0) return { kind: 'throttled', retryAfterMs: left };
    const siteId = Number(/^gateway-(\d{1,10})$/.exec(userName)?.[1] ?? 0);
    const known = this.#hashes.get(siteId);
    // Hashes for unknown sites too, so that both cases take the same time.
    const same = sameHash(hashPassword(this.#encryption, siteId, password), known ?? nobody);
    if (known && same) {
      this.#failures.delete(key);
      const clientId = this.#clients.get(siteId);
      return { kind: 'ok', siteId: SiteId.parse(siteId), ...(clientId === undefined ? {} : { clientId }) };
    }
    if (failed && left > 0) failed.count++;
    else this.#count(key, now);
    return { kind: 'wrong' };
  };

  #count(key: string, now: number): void {
    this.#failures.delete(key);
    const oldest = this.#failures.size >= maxCounters ? this.#failures.keys().next() : undefined;
    if (oldest && !oldest.done) this.#failures.delete(oldest.value);
    this.#failures.set(key, { count: 1, since: now });
  }

  #end(siteId: number): void {
    this.#hashes.delete(siteId);
    for (const listener of this.#ended) listener(SiteId.parse(siteId));
  }
}
