import { DeviceType } from '@tocsin/contract/device-type';
import { badClaim } from '@tocsin/contract/devices';
import type { Trx } from '../../base/audit.ts';
import { Refusal } from '../../base/errors.ts';
import { type Seal, sameHash } from '../../base/seal.ts';
import type { Attempt, Limit, Throttle } from '../../base/throttle.ts';
import { hashCode } from './codes.ts';
import { lockUnit } from './store.ts';

const wrongClaims: Limit = { bucket: 'claim', most: 10, windowMs: 3_600_000 };

/** Counts a claim against its person before it is looked at: ten wrong ones an hour, then 429. */
export const attemptClaim = (throttle: Throttle, userId: number): Promise<Attempt> =>
  throttle.attempt(wrongClaims, String(userId), 'Too many wrong serial numbers or codes. Please try again later.');

/**
 * The registry's type of a unit that may be claimed with this code, for the transaction that claims it. An unknown
 * unit, a wrong code and a claimed unit answer alike.
 */
export async function openUnit(trx: Trx, seal: Seal, serialNumber: string, code: string): Promise<DeviceType> {
  const unit = await lockUnit(trx, serialNumber);
  const same = sameHash(hashCode(seal, serialNumber, code), unit?.code_hash ?? Buffer.alloc(32));
  if (!unit || !same || unit.device_id !== null) throw new Refusal('invalid', badClaim);
  return DeviceType.parse(unit.device_type);
}

export const isBadClaim = (error: unknown): boolean => error instanceof Refusal && error.message === badClaim;
