import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Keys derived from TOCSIN_SECRET, one pair per purpose, so that no purpose can decrypt another's values. */
export interface Encryption {
  /** AES-256-GCM: nonce, tag and ciphertext in one buffer. */
  close(text: string): Buffer;
  /** Throws when the value was encrypted with another secret or has been changed. */
  open(piece: Buffer): string;
  /** A keyed hash (HMAC-SHA-256): comparable, but useless to holders of the database without the secret. */
  hash(text: string): Buffer;
}

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts and hashes with keys derived for this purpose only. */
export function createEncryption(secret: string, purpose: string): Encryption {
  const cipherKey = Buffer.from(hkdfSync('sha256', secret, 'tocsin', `${purpose}: cipher`, 32));
  // Created once: a key given as bytes would be converted for each hash.
  const hashKey = createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'tocsin', `${purpose}: hash`, 32)));
  return {
    close(text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(piece) {
      const nonce = piece.subarray(0, nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, nonce, { authTagLength: tagBytes });
      decipher.setAuthTag(piece.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(piece.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
    },
    hash: (text) => createHmac('sha256', hashKey).update(text).digest(),
  };
}

/** Compares in a time that does not depend on where two hashes differ. */
export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
