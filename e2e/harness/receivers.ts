import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { portOf } from '@tocsin/simulator/port-of';

/** Faults of every fourth request, in turn. */
export const faults = ['503', '429', 'reset', 'lost answer', 'hang'] as const;
type Fault = (typeof faults)[number];

/** A request that the receivers accepted. */
export interface Arrival {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Unix ms. */
  readonly at: number;
}

const faultyEvery = 4;

/**
 * An HTTP server on loopback that acts as push services, SMS gateway and webhook receivers, by path. While `isFaulty`,
 * every fourth request fails; of these, only requests whose answer is lost are accepted.
 */
export class Receivers {
  readonly arrivals: Arrival[] = [];
  /** Number of requests by fault. */
  readonly met = new Map<Fault, number>();
  isFaulty = false;
  readonly #server: Server;
  #requests = 0;
  #changed = Promise.withResolvers<void>();

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('error', () => {});
      request.on('end', () => {
        const fault = this.#nextFault();
        if (fault === null || fault === 'lost answer') {
          const { url: path = '', headers } = request;
          this.arrivals.push({ path, headers, body: Buffer.concat(chunks), at: Date.now() });
          this.#changed.resolve();
          this.#changed = Promise.withResolvers();
        }
        if (fault === null) response.writeHead(201, { 'content-type': 'application/json' }).end('{}');
        else if (fault === '503') response.writeHead(503).end();
        else if (fault === '429') response.writeHead(429, { 'retry-after': '2' }).end();
        else if (fault !== 'hang') request.socket.destroy();
      });
    });
  }

  static async start(): Promise<Receivers> {
    const receivers = new Receivers();
    await new Promise<void>((resolve) => receivers.#server.listen(0, '127.0.0.1', resolve));
    return receivers;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`;
  }

  /** Waits for the first arrival that matches. */
  async first(isIt: (arrival: Arrival) => boolean): Promise<Arrival> {
    for (;;) {
      const found = this.arrivals.find(isIt);
      if (found) return found;
      await this.#changed.promise;
    }
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #nextFault(): Fault | null {
    if (!this.isFaulty || ++this.#requests % faultyEvery !== 0) return null;
    const fault = faults[(this.#requests / faultyEvery - 1) % faults.length] ?? null;
    if (fault !== null) this.met.set(fault, (this.met.get(fault) ?? 0) + 1);
    return fault;
  }
}
