import { randomBytes } from 'node:crypto';
import { type ConnectionOptions, connect, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { addressesOf } from './config.ts';
import type { Log } from './log.ts';

/** Messages between the processes of one installation, over NATS. Nothing is kept: who is not there hears nothing. */
export interface Bus {
  publish(subject: string, bytes: Uint8Array): void;
  /** Returns how to stop listening; questions that are on their way then are still heard. */
  subscribe(subject: string, fn: (bytes: Buffer, answer: (bytes: Uint8Array) => void) => void): () => void;
  /** Rejects when nobody listens, or nobody answers in time. */
  request(subject: string, bytes: Uint8Array, withinMs: number): Promise<Buffer>;
  /** Called each time the connection is back: what was said meanwhile was not heard. */
  onBack(fn: () => void): void;
  isUp(): boolean;
  close(): Promise<void>;
}

export interface BusOptions {
  /** One server, or several with commas between: where one is gone, another one is asked. */
  readonly url: string;
  /** What all subjects begin with, so that installations on one NATS never hear each other. */
  readonly prefix: string;
  readonly name: string;
  readonly log: Log;
}

const whole = 0;
const piece = 1;
const pieceHead = 1 + 8 + 2 + 2;
/** Pieces of messages that never became whole; the oldest go. */
const mostOpen = 256;

/** Throws when NATS can't be reached at the start; later it may come and go. */
export async function openBus({ url, prefix, name, log }: BusOptions): Promise<Bus> {
  const nats = await connect({
    ...serversOf(url),
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    pingInterval: 5_000,
    maxPingOut: 2,
  });
  const backs: (() => void)[] = [];
  let up = true;
  void watch(nats, log, (is) => {
    up = is;
    if (is) for (const fn of backs) fn();
  });
  const most = Math.min(nats.info?.max_payload ?? 1_048_576, 1_048_576) - 4_096;
  const at = (subject: string) => `${prefix}.${subject}`;

  /** Sends all but the last piece, and returns that. */
  const inPieces = (subject: string, bytes: Uint8Array): Buffer => {
    if (bytes.length < most) return Buffer.concat([Buffer.from([whole]), bytes]);
    const id = randomBytes(8);
    const size = most - pieceHead;
    const count = Math.ceil(bytes.length / size);
    const made = (index: number) => {
      const head = Buffer.alloc(pieceHead);
      head[0] = piece;
      id.copy(head, 1);
      head.writeUInt16BE(index, 9);
      head.writeUInt16BE(count, 11);
      return Buffer.concat([head, bytes.subarray(index * size, (index + 1) * size)]);
    };
    for (let index = 0; index < count - 1; index++) nats.publish(at(subject), made(index));
    return made(count - 1);
  };

  return {
    publish(subject, bytes) {
      if (!nats.isClosed()) nats.publish(at(subject), inPieces(subject, bytes));
    },
    subscribe(subject, fn) {
      const open = new Map<string, Buffer[]>();
      let stopped = false;
      const heard = (message: Msg): void => {
        const bytes = together(
          open,
          Buffer.from(message.data.buffer, message.data.byteOffset, message.data.byteLength),
        );
        if (!bytes) return;
        fn(bytes, (answer) => {
          if (!nats.isClosed()) message.respond(answer);
        });
      };
      const subscription = nats.subscribe(at(subject), {
        callback: (error, message) => {
          if (error) log.warn('a subscription ended', { subject, error });
          // Who only listened has stopped; who is asked still answers what was on its way: else somebody waits for nothing.
          else if (!stopped || message.reply) heard(message);
        },
      });
      return () => {
        stopped = true;
        if (!subscription.isClosed()) subscription.drain().catch(() => {});
      };
    },
    async request(subject, bytes, withinMs) {
      const { data } = await nats.request(at(subject), inPieces(subject, bytes), { timeout: withinMs });
      return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    },
    onBack(fn) {
      backs.push(fn);
    },
    isUp: () => up && !nats.isClosed(),
    async close() {
      await nats.flush().catch(() => {});
      await nats.close();
    },
  };
}

/** The message once all its pieces are there; they come in order, as one connection sent them. */
function together(open: Map<string, Buffer[]>, bytes: Buffer): Buffer | null {
  if (bytes[0] === whole) return bytes.subarray(1);
  const id = bytes.toString('hex', 1, 9);
  const count = bytes.readUInt16BE(11);
  const pieces = open.get(id) ?? [];
  pieces.push(bytes.subarray(pieceHead));
  open.delete(id);
  if (pieces.length === count) return Buffer.concat(pieces);
  open.set(id, pieces);
  const [oldest] = open.keys();
  if (open.size > mostOpen && oldest !== undefined) open.delete(oldest);
  return null;
}

/** All of one cluster are signed in to by the same name: the first that is given. */
function serversOf(list: string): ConnectionOptions {
  const servers = addressesOf(list).map((one) => new URL(one));
  const { username, password } = servers.find((one) => one.username !== '') ?? { username: '', password: '' };
  return {
    servers: servers.map(({ host }) => host),
    ...(servers.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
  };
}

async function watch(nats: NatsConnection, log: Log, set: (up: boolean) => void): Promise<void> {
  for await (const { type } of nats.status()) {
    if (type === 'disconnect') {
      log.warn('NATS is away');
      set(false);
    } else if (type === 'reconnect') {
      log.info('NATS is back');
      set(true);
    }
  }
}
