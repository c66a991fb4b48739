import { badClaim } from '@tocsin/contract/devices';
import type { Trx } from '../../platform/db.ts';
import { type Encryption, sameHash } from '../../platform/encryption.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Limit, Throttle } from '../../platform/throttle.ts';
import { hashCode, openPrefix } from './codes.ts';
import { lockUnit, serialLike } from './store.ts';

const wrongClaims: Limit = { bucket: 'claim', most: 10, windowMs: 3_600_000 };

/** Runs a claim. A wrong serial number or code counts against the person: ten an hour, then 429. */
export const guardClaim = <T>(throttle: Throttle, userId: number, claim: () => Promise<T>): Promise<T> =>
  throttle.guarded(wrongClaims, String(userId), claim, {
    text: 'Too many wrong serial numbers or codes. Please try again later.',
    counts: isBadClaim,
  });

/**
 * Returns serial number and type of a unit of the registry that this code may claim, and locks the unit for the transaction.
 * An unknown unit, a wrong code and a claimed unit get the same answer.
 */
export async function openUnit(trx: Trx, encryption: Encryption, typed: string, code: string) {
  const serialNumber = await serialLike(trx, typed);
  // What Tocsin made is no unit that is handed over: its device is added anew.
  if (serialNumber.startsWith(openPrefix)) throw new Refusal('invalid', badClaim);
  const unit = await lockUnit(trx, serialNumber);
  const same = sameHash(hashCode(encryption, serialNumber, code), unit?.code_hash ?? Buffer.alloc(32));
  if (!unit || !same || unit.device_id !== null) throw new Refusal('invalid', badClaim);
  return { serialNumber, type: unit.device_type };
}

const isBadClaim = (error: unknown): boolean => error instanceof Refusal && error.message === badClaim;
