import { randomBytes, scrypt, scryptSync } from 'node:crypto';

/** scrypt of a short secret with a salt of its own, base64: comparable without revealing the secret. */
export interface SaltedDigest {
  readonly salt: string;
  readonly digest: string;
}

const bytes = 32;
const cost = { N: 16_384, r: 8, p: 1 };

/** The scrypt digest of a secret with a given salt, made beside the thread. */
export const slowDigest = (secret: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, bytes, cost, (error, digest) => (error ? reject(error) : resolve(digest)));
  });

/** Makes a digest with a new salt. */
export async function saltedDigest(secret: string): Promise<SaltedDigest> {
  const salt = randomBytes(16);
  return { salt: salt.toString('base64'), digest: (await slowDigest(secret, salt)).toString('base64') };
}

/** The digest of a secret with a given salt; takes about 30 ms, in this thread. */
export const digestWith = (secret: string, salt: string): Buffer =>
  scryptSync(secret, Buffer.from(salt, 'base64'), bytes, cost);
