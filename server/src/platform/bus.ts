import { randomBytes } from 'node:crypto';
import {
  type ConnectionOptions,
  connect,
  type Msg,
  type NatsConnection,
  nkeyAuthenticator,
} from '@nats-io/transport-node';
import { BackOff } from './back-off.ts';
import { BusSigner, type RefusedMessage, ReplayGuard, signedHeadBytes } from './bus-sign.ts';
import { addressesOf } from './config.ts';
import type { Log } from './log.ts';

/**
 * Messages between the processes of one installation over NATS. Nothing is stored: absent processes miss messages. Each
 * message is signed with a key derived from TOCSIN_SECRET; unsigned and repeated messages are dropped and counted.
 */
export interface Bus {
  publish(subject: string, bytes: Uint8Array): void;
  /** Returns a function that unsubscribes; requests already on their way are still answered. */
  subscribe(subject: string, fn: (bytes: Buffer, answer: (bytes: Uint8Array) => void) => void): () => void;
  /** Rejects when nobody listens, or nobody answers in time. */
  request(subject: string, bytes: Uint8Array, withinMs: number): Promise<Buffer>;
  /** Called on each reconnection: messages may have been missed. */
  onBack(fn: () => void): void;
  isUp(): boolean;
  /** Refused messages by reason, since the start. */
  readonly refused: Readonly<Record<RefusedMessage, number>>;
  close(): Promise<void>;
}

export interface BusOptions {
  /** One server, or several separated by commas for failover. */
  readonly url: string;
  /** Prefix of all subjects, so that installations that share a NATS never receive each other's messages. */
  readonly prefix: string;
  readonly name: string;
  /** The same for all processes of the installation. */
  readonly secret: string;
  readonly log: Log;
  readonly now?: () => number;
}

const wholeMessage = 0;
const piece = 1;
const pieceHead = 1 + 8 + 2 + 2;
/** Maximum number of incomplete messages; the oldest are dropped. */
const maxOpen = 256;

/** Connects to the bus. Throws when NATS is unreachable at the start; later it reconnects. */
export async function openBus({ url, prefix, name, secret, log, now = Date.now }: BusOptions): Promise<Bus> {
  const backOff = new BackOff({ firstMs: 250, longestMs: 5_000 });
  let delayMs = backOff.next();
  const nats = await connect({
    ...serversOf(url),
    name,
    maxReconnectAttempts: -1,
    // A server whose users are being reconfigured refuses us for a while; without this two refusals end the connection.
    ignoreAuthErrorAbort: true,
    // The library's loop reconnects; it asks for the delay between two attempts at one server.
    reconnectDelayHandler: () => delayMs,
    pingInterval: 5_000,
    maxPingOut: 2,
  });
  const backs: (() => void)[] = [];
  let up = true;
  void watch(nats, log, {
    dials: () => {
      delayMs = backOff.next();
    },
    is: (isUp) => {
      up = isUp;
      if (!isUp) return;
      backOff.reset();
      delayMs = backOff.next();
      for (const fn of backs) fn();
    },
  });
  const signer = new BusSigner(secret, now);
  const refused: Record<RefusedMessage, number> = { unsigned: 0, time: 0, replay: 0 };
  const refuse = (kind: RefusedMessage, subject: string, offByMs?: number): void => {
    // Only the first of a kind is logged, so that a flood cannot fill the log.
    if (refused[kind]++ === 0) log.error(refusals[kind], { subject, offByMs });
  };
  if (!hasSignIn(url))
    log.warn('NATS is used without authentication: anybody who can reach it can read the messages between processes');
  const most = Math.min(nats.info?.max_payload ?? 1_048_576, 1_048_576) - 4_096 - signedHeadBytes;
  const at = (subject: string) => `${prefix}.${subject}`;

  /** Sends all chunks but the last, and returns that one. */
  const inPieces = (subject: string, bytes: Uint8Array): Buffer => {
    if (bytes.length < most) return Buffer.concat([Buffer.from([wholeMessage]), bytes]);
    const id = randomBytes(8);
    const size = most - pieceHead;
    const count = Math.ceil(bytes.length / size);
    const connectionAt = (index: number) => {
      const head = Buffer.alloc(pieceHead);
      head[0] = piece;
      id.copy(head, 1);
      head.writeUInt16BE(index, 9);
      head.writeUInt16BE(count, 11);
      return Buffer.concat([head, bytes.subarray(index * size, (index + 1) * size)]);
    };
    for (let index = 0; index < count - 1; index++)
      nats.publish(at(subject), signer.sign(subject, connectionAt(index)));
    return connectionAt(count - 1);
  };

  return {
    publish(subject, bytes) {
      if (!nats.isClosed()) nats.publish(at(subject), signer.sign(subject, inPieces(subject, bytes)));
    },
    subscribe(subject, fn) {
      const open = new Map<string, Buffer[]>();
      let stopped = false;
      const guard = new ReplayGuard();
      const heard = (message: Msg): void => {
        const verified = signer.verify(message.subject.slice(prefix.length + 1), bufferOf(message.data));
        if (verified.kind !== 'ok') {
          refuse(verified.kind, message.subject, verified.offByMs);
          return;
        }
        if (!guard.isNew(verified.id)) {
          refuse('replay', message.subject);
          return;
        }
        const bytes = together(open, verified.body);
        if (!bytes) return;
        fn(bytes, (answer) => {
          if (!nats.isClosed()) message.respond(signer.sign(verified.id, answer));
        });
      };
      const subscription = nats.subscribe(at(subject), {
        callback: (error, message) => {
          if (error) log.warn('a subscription ended', { subject, error });
          // A plain subscription ends at once; one that answers requests drains, so that no caller waits in vain.
          else if (!stopped || message.reply) heard(message);
        },
      });
      return () => {
        stopped = true;
        if (!subscription.isClosed()) subscription.drain().catch(() => {});
      };
    },
    async request(subject, bytes, withinMs) {
      const question = signer.sign(subject, inPieces(subject, bytes));
      const { data } = await nats.request(at(subject), question, { timeout: withinMs });
      const verified = signer.verify(signer.idOf(question), bufferOf(data));
      if (verified.kind === 'ok') return verified.body;
      refuse(verified.kind, subject, verified.offByMs);
      throw new Error('the answer was not signed by a process of ours');
    },
    onBack(fn) {
      backs.push(fn);
    },
    isUp: () => up && !nats.isClosed(),
    refused,
    async close() {
      await nats.flush().catch(() => {});
      await nats.close();
    },
  };
}

/** The message once all its chunks have arrived; they arrive in order on one connection. */
function together(open: Map<string, Buffer[]>, bytes: Buffer): Buffer | null {
  if (bytes[0] === wholeMessage) return bytes.subarray(1);
  const id = bytes.toString('hex', 1, 9);
  const count = bytes.readUInt16BE(11);
  const chunks = open.get(id) ?? [];
  chunks.push(bytes.subarray(pieceHead));
  open.delete(id);
  if (chunks.length === count) return Buffer.concat(chunks);
  open.set(id, chunks);
  const [oldest] = open.keys();
  if (open.size > maxOpen && oldest !== undefined) open.delete(oldest);
  return null;
}

const refusals: Readonly<Record<RefusedMessage, string>> = {
  unsigned: 'A message on NATS is not signed with our TOCSIN_SECRET: it was dropped. Who else reaches this NATS?',
  time: "A message on NATS is off by more than two minutes: it was dropped. Set this machine's clock and the others' right",
  replay: 'A message on NATS was heard before: it was dropped. Who else reaches this NATS?',
};

const bufferOf = (data: Uint8Array): Buffer => Buffer.from(data.buffer, data.byteOffset, data.byteLength);

const hasSignIn = (list: string): boolean => addressesOf(list).some((one) => new URL(one).username !== '');
/** The seed of a user nkey. */
const seed = /^SU[A-Z2-7]{56}$/;

/**
 * All servers of one cluster share the first credentials given: `user:password@`, a token alone, or an nkey seed alone.
 */
function serversOf(list: string): ConnectionOptions {
  const servers = addressesOf(list).map((one) => new URL(one));
  const withUser = servers.find((one) => one.username !== '');
  const [user, pass] = [withUser?.username ?? '', withUser?.password ?? ''].map(decodeURIComponent);
  return {
    servers: servers.map(({ host }) => host),
    ...(servers.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
    ...(user ? credentialsOf(user, pass ?? '') : {}),
  };
}

function credentialsOf(user: string, pass: string): ConnectionOptions {
  if (pass) return { user, pass };
  if (seed.test(user)) return { authenticator: nkeyAuthenticator(new TextEncoder().encode(user)) };
  return { token: user };
}

async function watch(
  nats: NatsConnection,
  log: Log,
  seen: { readonly dials: () => void; readonly is: (up: boolean) => void },
): Promise<void> {
  for await (const { type } of nats.status()) {
    if (type === 'reconnecting') seen.dials();
    else if (type === 'disconnect') {
      log.warn('Lost the connection to NATS');
      seen.is(false);
    } else if (type === 'reconnect') {
      log.info('Reconnected to NATS');
      seen.is(true);
    }
  }
}
