import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser's push subscription, which decrypt its messages (RFC 8291). */
export class BrowserKeys {
  readonly #keys = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  constructor() {
    this.#keys.generateKeys();
  }

  /** The keys as a browser returns them, in base64url. */
  get shared(): { readonly p256dh: string; readonly auth: string } {
    return { p256dh: this.#keys.getPublicKey('base64url'), auth: this.#auth.toString('base64url') };
  }

  /** The content of one push message. */
  decrypt(body: Buffer): string {
    const sender = body.subarray(21, 21 + (body[20] ?? 0));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), sender]);
    const derived = (secret: Buffer, salt: Buffer, about: Buffer, bytes: number): Buffer =>
      Buffer.from(hkdfSync('sha256', secret, salt, about, bytes));
    const key = derived(this.#keys.computeSecret(sender), this.#auth, info, 32);
    const salt = body.subarray(0, 16);
    const cipherKey = derived(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derived(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const sealed = body.subarray(21 + sender.length);
    const decipher = createDecipheriv('aes-128-gcm', cipherKey, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
  }
}
