import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';

/** PKCS 8 of an Ed25519 key, up to its 32 bytes. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An Ed25519 key derived from TOCSIN_SECRET for one purpose; the same in every process and after every restart. */
export interface SigningKey {
  /** SPKI in DER, base64. */
  readonly publicKey: string;
  /** Signature of a text, base64. */
  sign(text: string): string;
}

export function signingKey(secret: string, purpose: string): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, 'tocsin', `${purpose}: signing`, 32));
  const key: KeyObject = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' });
  return {
    publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}

/** Whether the key signed the text; false for a key or signature that cannot be read. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
