import type { Db } from '../../platform/db.ts';
import { checkValue } from './chain.ts';
import * as store from './store-chain.ts';

export const exportFormat = 'tocsin audit 1';

const rowOf = (row: store.SealedRow) => ({
  ...row,
  salt: row.salt?.toString('hex') ?? null,
  address_digest: row.address_digest.toString('hex'),
  hash: row.hash.toString('hex'),
});

const headOf = (head: store.Head) => ({
  day: head.day,
  last_seq: head.last_seq,
  rows: head.rows,
  hash: head.hash.toString('hex'),
  value: checkValue(head.hash),
  removed_at: head.removed_at?.toISOString() ?? null,
});

/**
 * The sealed audit log as lines of JSON: what `audit verify` needs, and nothing else. The last line says how the chain
 * ends, so that a file that was cut is recognized.
 */
export async function* exportChain(db: Db, madeAt: Date): AsyncGenerator<string> {
  const tip = await store.tipOf(db);
  const last = tip?.seq ?? 0;
  yield `${JSON.stringify({ format: exportFormat, made_at: madeAt.toISOString() })}\n`;
  let rows = 0;
  for (let after = 0; after < last; ) {
    const batch = await store.sealedAfter(db, after, last);
    for (const row of batch) yield `${JSON.stringify({ row: rowOf(row) })}\n`;
    rows += batch.length;
    after = batch.at(-1)?.seq ?? last;
  }
  for (const head of await store.allHeads(db)) yield `${JSON.stringify({ head: headOf(head) })}\n`;
  yield `${JSON.stringify({ end: { last_seq: last, rows, hash: tip?.hash.toString('hex') ?? '' } })}\n`;
}
