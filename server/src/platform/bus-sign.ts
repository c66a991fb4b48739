import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

/** Why a message was refused: not signed with our secret, too old or too new, or received before. */
export type RefusedMessage = 'unsigned' | 'time' | 'replay';
export type Verified =
  | { readonly kind: 'ok'; readonly body: Buffer; readonly id: Buffer }
  | { readonly kind: RefusedMessage; readonly offByMs?: number };

/**
 * A message on the bus: signature (HMAC-SHA-256), time (u64, unix ms), sender (8 random bytes per start), count (u64,
 * per sender), body. The signature covers the rest and the subject; that of an answer covers the id (sender and count)
 * of its request instead of the subject.
 */
const macBytes = 32;
const idAt = macBytes + 8;
const idBytes = 16;
export const signedHeadBytes = idAt + idBytes;

/** Maximum clock difference between machines; older messages are refused even by a process that has just started. */
export const timeBoundMs = 120_000;
const maxSenders = 1_000;

/** Signs messages with a key that only processes with the same TOCSIN_SECRET have. */
export class BusSigner {
  readonly #key: KeyObject;
  readonly #now: () => number;
  readonly #sender = randomBytes(8);
  #count = 0n;

  constructor(secret: string, now: () => number) {
    this.#key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'tocsin', 'bus: signature', 32)));
    this.#now = now;
  }

  /** `context` is the subject, or the id of the request that this answers. */
  sign(context: string | Buffer, body: Uint8Array): Buffer {
    const message = Buffer.allocUnsafe(signedHeadBytes + body.length);
    message.writeBigUInt64BE(BigInt(this.#now()), macBytes);
    this.#sender.copy(message, idAt);
    message.writeBigUInt64BE(this.#count++, idAt + 8);
    message.set(body, signedHeadBytes);
    this.#mac(context, message).copy(message);
    return message;
  }

  /** Verifies signature and time. ReplayGuard detects repeated messages. */
  verify(context: string | Buffer, message: Buffer): Verified {
    if (message.length < signedHeadBytes) return { kind: 'unsigned' };
    if (!timingSafeEqual(message.subarray(0, macBytes), this.#mac(context, message))) return { kind: 'unsigned' };
    const offByMs = Number(message.readBigUInt64BE(macBytes)) - this.#now();
    if (Math.abs(offByMs) > timeBoundMs) return { kind: 'time', offByMs };
    return { kind: 'ok', body: message.subarray(signedHeadBytes), id: message.subarray(idAt, signedHeadBytes) };
  }

  /** The id of a message that was signed here. */
  idOf(message: Buffer): Buffer {
    return message.subarray(idAt, signedHeadBytes);
  }

  #mac(context: string | Buffer, message: Buffer): Buffer {
    return createHmac('sha256', this.#key)
      .update(typeof context === 'string' ? `subject ${context}\n` : Buffer.concat([Buffer.from('answer '), context]))
      .update(message.subarray(macBytes))
      .digest();
  }
}

/**
 * Tracks the last message of each sender in one subscription. Messages of one connection arrive in order, so a count
 * that does not rise marks a repeated message.
 */
export class ReplayGuard {
  readonly #last = new Map<string, bigint>();

  /** False for a repeated message; the id must come from a verified signature. */
  isNew(id: Buffer): boolean {
    const sender = id.toString('latin1', 0, 8);
    const count = id.readBigUInt64BE(8);
    const last = this.#last.get(sender);
    if (last !== undefined && count <= last) return false;
    this.#last.delete(sender);
    this.#last.set(sender, count);
    // The senders that have been silent longest are ended processes.
    const [oldest] = this.#last.keys();
    if (this.#last.size > maxSenders && oldest !== undefined) this.#last.delete(oldest);
    return true;
  }
}
