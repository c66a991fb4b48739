import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { portOf } from '@tocsin/simulator/port-of';
import { queuePending } from '../4-deliver/webhook/queue-events.ts';
import { attempt, type DeliveryDependencies } from '../4-deliver/webhook/send-delivery.ts';
import { claimDue } from '../4-deliver/webhook/store-deliveries.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
interface ReceiverAnswer {
  readonly code: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A receiver on loopback that records what it gets and answers as told; null hangs. */
export class Receiver {
  readonly received: Received[] = [];
  answer: ReceiverAnswer | null = { code: 200 };
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => {
        body += chunk;
      });
      request.on('end', () => {
        this.received.push({ headers: request.headers, body });
        if (this.answer) response.writeHead(this.answer.code, this.answer.headers).end(this.answer.body ?? '');
      });
    });
  }

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}/hook`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Verifies a signature as docs/connect-notifications.md shows it, within five minutes. */
export function isSigned({ headers, body }: Received, secret: string, nowMs: number): boolean {
  const [, time = '', given = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['tocsin-signature'])) ?? [];
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  const isRecent = Math.abs(nowMs / 1000 - Number(time)) <= 300;
  return isRecent && given !== '' && timingSafeEqual(expected, Buffer.from(given, 'hex'));
}

/** Queues what is pending and attempts what is due at that time, each once; returns how many were attempted. */
export async function deliverDue(
  dependencies: DeliveryDependencies,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  while (await queuePending(dependencies));
  const { now, until } = { now: dependencies.clock.now(), until: dependencies.clock.now() + 60_000 };
  const due = await claimDue(dependencies.db, {
    now: new Date(now),
    leaseUntil: new Date(until),
    limits: { all: 50, webhook: 50, host: 50, client: 50 },
    underWay: { webhook: [], host: [], client: [] },
  });
  await Promise.all(due.map((one) => attempt(dependencies, one, signal)));
  return due.length;
}
