import { randomBytes } from 'node:crypto';
import { recorded } from '../../platform/audit.ts';
import type { Db, DbAndClock, Trx } from '../../platform/db.ts';
import { checkValue, contentDigest, digestOf, linkOf, origin, shortAddress } from './chain.ts';
import * as store from './store-chain.ts';

export const sealTask = 'audit-seal';
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A day is finished once transactions that began in it have had time to commit. */
const graceMs = 5 * minuteMs;
const batchRows = 1_000;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const dayAfter = (day: string): string => dayOf(Date.parse(day) + dayMs);
const latest = (...days: readonly (string | undefined)[]): string =>
  days.reduce<string>((best, day) => (day !== undefined && day > best ? day : best), '');

/** Seals the next rows; returns their number. */
async function sealBatch(trx: Trx, now: number): Promise<number> {
  const rows = await store.unsealedRows(trx, batchRows);
  const tip = await store.tipOf(trx);
  const headDay = await store.lastHeadDay(trx);
  const notBefore = headDay === null ? undefined : dayAfter(headDay);
  let before = tip ?? { seq: 0, day: '', hash: origin };
  const seals = rows.map((row): store.Seal => {
    const salt = randomBytes(16);
    const digest = digestOf(salt, row.address);
    const seq = before.seq + 1;
    // A clock that ran ahead must not keep the days to come from being finished.
    const ownDay = row.at.slice(0, 10) < dayOf(now) ? row.at.slice(0, 10) : dayOf(now);
    const day = latest(before.day, notBefore, ownDay);
    const content = contentDigest({ ...row, seq, day, address_digest: digest.toString('hex') });
    const seal = { id: row.id, seq, day, salt, digest, hash: linkOf(before.hash, content) };
    before = seal;
    return seal;
  });
  if (seals.length > 0) await store.sealRows(trx, seals);
  return seals.length;
}

/** Seals all committed rows and stores the heads of finished days. */
export async function sealAudit(db: Db, now: number): Promise<void> {
  for (let sealed = batchRows; sealed === batchRows; )
    sealed = await db.transaction().execute(async (trx) => {
      await store.lockChain(trx);
      const count = await sealBatch(trx, now);
      if (count < batchRows) await store.closeDays(trx, dayOf(now - graceMs), new Date(now));
      return count;
    });
}

/** Shortens sealed addresses that are older than the setting says, and deletes their salts. */
async function shorten(db: Db, before: Date): Promise<void> {
  for (let count = batchRows; count === batchRows; )
    count = await db.transaction().execute(async (trx) => {
      const rows = await store.fullAddresses(trx, before);
      const short = rows.map(({ id, address }) => ({ id, address: shortAddress(address) }));
      if (short.length > 0) await store.shortenAddresses(trx, short);
      return short.length;
    });
}

const portal = { userId: null, name: 'The portal', address: '' };

/** Removes whole finished days; the removal is itself a row of the audit log. */
const removeOld = (db: Db, days: number, now: number): Promise<void> =>
  recorded(db, portal, async (trx, note) => {
    await store.lockChain(trx);
    const before = dayOf(now - days * dayMs);
    const removed = await store.removeDays(trx, before, new Date(now));
    const old = removed.days === 0 ? {} : { days: removed.days, rows: removed.rows, before };
    note({ action: 'remove', subject: 'audit log', old, new: removed.days === 0 ? {} : null });
  });

/** Seals the audit log, then applies the settings about addresses and retention. */
export const createSealing =
  ({ db, clock }: DbAndClock): (() => Promise<void>) =>
  async () => {
    const now = clock.now();
    await sealAudit(db, now);
    const settings = await store.readAuditSettings(db);
    if (settings.address_days !== null) await shorten(db, new Date(now - settings.address_days * dayMs));
    if (settings.retention_days !== null) await removeOld(db, settings.retention_days, now);
  };

/** The newest head, to be mailed: outside the database nobody can change it. Null before the first day is finished. */
export async function newestAuditHead(db: Db): Promise<{ readonly day: string; readonly value: string } | null> {
  const { rows } = await store.listHeads(db, { limit: 1, offset: 0 });
  const [head] = rows;
  return head ? { day: head.day, value: checkValue(head.hash) } : null;
}
