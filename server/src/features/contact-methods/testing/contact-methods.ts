import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { portOf } from '@tocsin/simulator/port-of';
import type { Subscription } from '../../../notify/4-deliver/push/push.ts';

interface Pushed {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A browser and its push service on loopback: decrypts what arrives by RFC 8291, without the library that encrypted it. */
export class PushReceiver {
  readonly received: Pushed[] = [];
  answer: { readonly code: number; readonly headers?: Readonly<Record<string, string>> } = { code: 201 };
  readonly #server: Server;
  readonly #keys = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  private constructor() {
    this.#keys.generateKeys();
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.received.push({ headers: request.headers, body: Buffer.concat(chunks) });
        response.writeHead(this.answer.code, this.answer.headers).end();
      });
    });
  }

  static async start(): Promise<PushReceiver> {
    const receiver = new PushReceiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get subscription(): Subscription {
    return {
      endpoint: `http://127.0.0.1:${portOf(this.#server)}/push/${this.#auth.toString('hex')}`,
      keys: { p256dh: this.#keys.getPublicKey('base64url'), auth: this.#auth.toString('base64url') },
    };
  }

  /** The notification that arrived as the nth, as the service worker gets it. */
  shown(n: number): Record<string, string> {
    const pushed = this.received.at(n);
    if (!pushed) throw new Error(`no notification ${n} arrived`);
    return JSON.parse(this.decrypt(pushed.body));
  }

  /** RFC 8188 with the keys of RFC 8291: one record. */
  decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const idLength = body[20] ?? 0;
    const sender = body.subarray(21, 21 + idLength);
    const shared = this.#keys.computeSecret(sender);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), sender]);
    const key = Buffer.from(hkdfSync('sha256', shared, this.#auth, info, 32));
    const cipherKey = Buffer.from(hkdfSync('sha256', key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16));
    const nonce = Buffer.from(hkdfSync('sha256', key, salt, Buffer.from('Content-Encoding: nonce\0'), 12));
    const cipherText = body.subarray(21 + idLength);
    const decipher = createDecipheriv('aes-128-gcm', cipherKey, nonce);
    decipher.setAuthTag(cipherText.subarray(-16));
    const padded = Buffer.concat([decipher.update(cipherText.subarray(0, -16)), decipher.final()]);
    // The last record ends with 2 and zeros.
    return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
