import { createServer, type Server } from 'node:http';
import { portOf } from '@tocsin/simulator/port-of';
import { BrowserKeys } from './browser-keys.ts';

/** What a browser returns when it subscribes. */
export interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/**
 * A push service on loopback with the keys of one browser. It decrypts the portal's messages (RFC 8291), as the browser
 * does before it wakes its service worker.
 */
export class PushService {
  readonly #server: Server;
  readonly #keys = new BrowserKeys();
  readonly #arrived: string[] = [];
  #changed = Promise.withResolvers<void>();

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.#arrived.push(this.#keys.decrypt(Buffer.concat(chunks)));
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
      endpoint: `http://127.0.0.1:${portOf(this.#server)}/push/one`,
      keys: this.#keys.shared,
    };
  }

  /** Waits for the nth notification; resolves with its decrypted content. */
  async nth(n: number): Promise<string> {
    for (;;) {
      const text = this.#arrived[n];
      if (text !== undefined) return text;
      await this.#changed.promise;
    }
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
