import { createHash } from 'node:crypto';
import type { Db, Trx } from '../../platform/db.ts';
import * as store from './store-anchors.ts';

/** Check value of the test records as of a moment, to be kept outside the database. */
export interface RecordAnchor {
  readonly at: Date;
  /** Four groups of eight hexadecimal digits. */
  readonly value: string;
}
export interface NewAnchor extends RecordAnchor {
  readonly records: number;
  readonly devices: number;
}

const textOf = (value: Buffer): string => value.toString('hex').slice(0, 32).match(/.{8}/g)?.join(' ') ?? '';

/** Each value covers all earlier ones, so that comparing the newest is enough. */
const follow = (before: Buffer | null, heads: readonly store.Head[]): Buffer => {
  const hash = createHash('sha256').update(before ?? Buffer.alloc(32));
  for (const { device_id, link, chain } of heads)
    hash.update(`${device_id}:${link}:${chain?.toString('hex') ?? 'missing'}\n`);
  return hash.digest();
};

/** Adds an anchor for all records so far; null while there is none. The caller sends its value out of the database. */
export async function addAnchor(trx: Trx, at: Date): Promise<NewAnchor | null> {
  const count = await store.countRecords(trx);
  if (count.records === 0) return null;
  const heads = await store.grownHeads(trx);
  const value = follow(await store.lastAnchorValue(trx), heads);
  await store.insertAnchor(trx, at, value, heads);
  return { at, value: textOf(value), ...count };
}

/**
 * The check values that follow from the records as they are now, oldest first, and the devices whose chain is broken. A
 * value that differs from the one that was sent means that a record up to then was rewritten.
 */
export async function recomputeAnchors(
  db: Db,
): Promise<{ readonly anchors: readonly RecordAnchor[]; readonly brokenDevices: readonly number[] }> {
  const anchors: RecordAnchor[] = [];
  let value: Buffer | null = null;
  for (const heads of Map.groupBy(await store.anchoredHeads(db), (head) => head.anchor_id).values()) {
    const [first] = heads;
    if (first === undefined) continue;
    value = follow(
      value,
      heads.flatMap(({ head }) => (head === null ? [] : [head])),
    );
    anchors.push({ at: first.at, value: textOf(value) });
  }
  return { anchors, brokenDevices: await store.brokenDevices(db) };
}
