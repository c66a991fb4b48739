import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a browser returns when it subscribes. */
export interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/**
 * A push service on loopback with the keys of one browser: decrypts what the portal sends (RFC 8291), as the browser would
 * before it wakes its service worker.
 */
export class PushService {
  readonly #server: Server;
  readonly #keys = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly #arrived: string[] = [];
  #changed = Promise.withResolvers<void>();

  private constructor() {
    this.#keys.generateKeys();
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.#arrived.push(this.#decrypt(Buffer.concat(chunks)));
        response.writeHead(201).end();
        this.#changed.resolve();
        this.#changed = Promise.withResolvers();
      });
    });
  }

  static async start(): Promise<PushService> {
    const service = new PushService();
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get subscription(): Subscription {
    return {
      endpoint: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/push/one`,
      keys: { p256dh: this.#keys.getPublicKey('base64url'), auth: this.#auth.toString('base64url') },
    };
  }

  /** The nth notification, decrypted, once it has arrived. */
  async nth(n: number): Promise<string> {
    for (;;) {
      const text = this.#arrived[n];
      if (text !== undefined) return text;
      await this.#changed.promise;
    }
  }

  #decrypt(body: Buffer): string {
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

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
