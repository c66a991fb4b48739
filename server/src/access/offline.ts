import {
  type OfflineEntry,
  type OfflineGrant,
  offlineFormat,
  offlineFromMs,
  offlineMaxAgeMs,
  type WrittenOffline,
} from '@tocsin/contract/offline';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/offline';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { type Encryption, sameHash } from '../platform/encryption.ts';
import { Refusal } from '../platform/errors.ts';
import { isProgram, type Person, type Principal } from './principal.ts';
import { languageOfCaller } from './reader-language.ts';

/** An entry as the server judges it by its own clock; times in unix ms. */
export interface JudgedEntry {
  readonly id: string;
  /** When it was written; the arrival where the device's clock cannot be right. */
  readonly at: number;
  readonly deviceAt: number;
  /** How far the server's clock is ahead of the device's. */
  readonly offsetMs: number;
  readonly isLate: boolean;
  /** Written too long ago to count as what it is. */
  readonly isOld: boolean;
  /** In the language of its writer. */
  readonly refused: (typeof texts)['refused'];
}

/** What work without a network needs of the server. */
export interface OfflineWork {
  /** For the answer about a session; none for walls, programs, and before the second factor. */
  grant(who: Principal): OfflineGrant | undefined;
  /** Throws 409 for an entry of another format. Without an entry: null. */
  judge(who: Person, entry: OfflineEntry | undefined): Promise<JudgedEntry | null>;
}

/** The least difference of two clocks that means anything. */
const toleranceMs = 60_000;

export function createOfflineWork(db: Db, clock: Clock, encryption: Encryption): OfflineWork {
  const proofOf = (userId: number, at: number): Buffer => encryption.hash(`offline contact ${userId} ${at}`);
  const contactOf = (userId: number, contact: string): number | null => {
    const [at, proof] = contact.split('.', 2);
    const isProved = proof !== undefined && sameHash(Buffer.from(proof, 'base64url'), proofOf(userId, Number(at)));
    return isProved ? Number(at) : null;
  };
  return {
    grant(who) {
      if (who.kind !== 'person' || isProgram(who) || who.secondFactor !== 'done') return undefined;
      const now = clock.now();
      const owner = who.onlyClientId === undefined ? String(who.userId) : `${who.userId}/${who.onlyClientId}`;
      const key = encryption.hash(`offline key ${owner}`).toString('base64url');
      return { owner, key, contact: `${now}.${proofOf(who.userId, now).toString('base64url')}` };
    },
    async judge(who, entry) {
      if (!entry) return null;
      const { refused } = textsIn(texts, await languageOfCaller(db, who));
      if (entry.format !== offlineFormat) throw new Refusal('conflict', refused.format);
      const now = clock.now();
      const deviceAt = Date.parse(entry.written_at);
      const offsetMs = now - Date.parse(entry.sent_at);
      const written = deviceAt + offsetMs;
      const contact = contactOf(who.userId, entry.contact);
      const isBelieved = contact !== null && written >= contact - toleranceMs && written <= now;
      const at = isBelieved ? written : now;
      // Without a time to believe, the last contact says how old it may be.
      const since = isBelieved ? written : (contact ?? written);
      const isLate = !isBelieved || now - written > offlineFromMs;
      return { id: entry.id, at, deviceAt, offsetMs, isLate, isOld: now - since > offlineMaxAgeMs, refused };
    },
  };
}

/** The times of a stored entry as replies show them; null if it was sent as it was written. */
export function presentOffline(
  deviceAt: Date | null,
  offsetMs: number | null,
  receivedAt: Date,
): WrittenOffline | null {
  if (deviceAt === null || offsetMs === null) return null;
  const offset_ms = Number(offsetMs);
  const delay = receivedAt.getTime() - deviceAt.getTime() - offset_ms;
  // The moment of receipt is read before the offset is: a little less than no delay is none.
  if (delay >= -toleranceMs && delay <= offlineFromMs) return null;
  return { device_at: deviceAt.toISOString(), offset_ms, received_at: receivedAt.toISOString() };
}
