import { createHash, timingSafeEqual } from 'node:crypto';
import { SiteId } from '@tocsin/contract/ids';
import type { EdgeKeyRow } from './store.ts';

/** An edge whose key was right. */
export interface KnownEdge {
  readonly id: number;
  readonly siteId: SiteId;
}

interface Held {
  readonly siteId: SiteId;
  readonly keyHash: Buffer;
  seenAt: number;
}

const nobody = Buffer.alloc(32);
/** An edge that has not spoken for this long is silent. */
export const silentAfterMs = 30_000;

/** 256 random bits need no slow hash. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Every edge's key in memory. */
export class Edges {
  readonly #held = new Map<number, Held>();

  restore(rows: readonly EdgeKeyRow[]): void {
    const before = new Map(this.#held);
    this.#held.clear();
    for (const row of rows) {
      const seenAt = Math.max(row.seen_at?.getTime() ?? 0, before.get(row.id)?.seenAt ?? 0);
      this.#held.set(row.id, { siteId: SiteId.parse(row.site_id), keyHash: row.key_hash, seenAt });
    }
  }

  /** A claimed edge, with its new key. */
  claimed(id: number, siteId: number, keyHash: Buffer): void {
    this.#held.set(id, { siteId: SiteId.parse(siteId), keyHash, seenAt: 0 });
  }

  removed(id: number): void {
    this.#held.delete(id);
  }

  /** Checks `Edge <id>.<key>`. */
  readonly check = (authorization: string | undefined): KnownEdge | null => {
    const [, id = '0', key = ''] = /^Edge (\d{1,10})\.([A-Za-z0-9_-]{43})$/.exec(authorization ?? '') ?? [];
    const held = this.#held.get(Number(id));
    const isSame = timingSafeEqual(hashKey(key), held?.keyHash ?? nobody);
    return held && isSame ? { id: Number(id), siteId: held.siteId } : null;
  };

  /** Notes that it spoke; returns when it did so before, 0: never. */
  heard(id: number, now: number): number {
    const held = this.#held.get(id);
    const before = held?.seenAt ?? now;
    if (held) held.seenAt = now;
    return before;
  }

  /** Whether any process heard of it within 30 s, as far as this one knows. */
  wasHeard(id: number, now: number): boolean {
    return now - (this.#held.get(id)?.seenAt ?? 0) <= silentAfterMs;
  }
}
