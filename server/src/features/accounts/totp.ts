import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Encryption } from '../../platform/encryption.ts';
import { slowDigest } from '../../platform/salted-digest.ts';

const periodS = 30;

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({
    issuer: 'Tocsin',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: periodS,
  });

/** 160 random bits, as RFC 4226 advises, in base 32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The URI that an authenticator reads from the QR code. */
export const setupUri = (secret: string, label: string): string => totpOf(secret, label).toString();

/** The 30-second step of a valid code, one step of drift to either side; undefined for a wrong code. */
export const stepOf = (secret: string, code: string, nowMs: number): number | undefined => {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totpOf(secret, '').validate({ token: code, timestamp: nowMs, window: 1 });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / periodS) + delta;
};

// Without 0, O, 1, I, L and U, which are easily confused when read aloud.
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

const newRecoveryCode = (): string => {
  let code = '';
  while (code.length < 12) {
    for (const byte of randomBytes(16)) {
      // Bytes above the largest multiple of the alphabet would bias the result.
      if (byte < 240 && code.length < 12) code += letters[byte % letters.length];
    }
  }
  return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;
};
export const newRecoveryCodes = (): string[] => Array.from({ length: 10 }, newRecoveryCode);

const lettersOf = (code: string): string => code.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** The stored form of codes that were made before 3.0.0. */
export const earlierRecoveryHash = (encryption: Encryption, userId: number, code: string): Buffer =>
  encryption.hash(`recovery ${userId} ${lettersOf(code)}`);

/** The stored form: letters only, hashed as a password is, with a salt of the person that only the server knows. */
export const recoveryHash = (encryption: Encryption, userId: number, code: string): Promise<Buffer> =>
  slowDigest(lettersOf(code), encryption.hash(`recovery salt ${userId}`));

/** The stored forms of several codes. */
export const recoveryHashes = (encryption: Encryption, userId: number, codes: readonly string[]): Promise<Buffer[]> =>
  Promise.all(codes.map((code) => recoveryHash(encryption, userId, code)));
