import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import { networkOf } from '../network.ts';
import { addressOf } from './address.ts';
import { whenReplyEnds } from './closing.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

/** Bodies up to this size are read before the subject is authorized, and even when the pool is full. */
export const smallBodyBytes = 64 * KiB;

/** The sender of a body, which decides the budget. */
export interface BodyOwner {
  readonly pool: 'stranger' | 'person' | 'device';
  /** One caller within the pool: a network, a person, a device. */
  readonly key: string;
}

/**
 * Bytes of bodies held at once: declared or, without Content-Length, the route's limit. Each pool has its own bound, so
 * that anonymous callers cannot take the devices' share, and each caller has a share of its pool.
 */
const pools = {
  stranger: { totalBytes: 32 * MiB, shareBytes: 1 * MiB, freeBytes: 0 },
  person: { totalBytes: 64 * MiB, shareBytes: 16 * MiB, freeBytes: smallBodyBytes },
  device: { totalBytes: 128 * MiB, shareBytes: 32 * MiB, freeBytes: smallBodyBytes },
} as const;

interface PoolLimits {
  readonly totalBytes: number;
  readonly shareBytes: number;
  /** A body of at most this size is accepted even when the pool is full; its caller's share still binds it. */
  readonly freeBytes: number;
}

/** Reserves bytes for bodies; `reserve` returns what gives them back, or null when pool or share is exhausted. */
export const createBodyPool = ({ totalBytes, shareBytes, freeBytes }: PoolLimits) => {
  const shares = new Map<string, number>();
  let total = 0;
  return {
    reserve(key: string, bytes: number): (() => void) | null {
      const share = (shares.get(key) ?? 0) + bytes;
      if (share > shareBytes) return null;
      if (total + bytes > totalBytes && bytes > freeBytes) return null;
      shares.set(key, share);
      total += bytes;
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        total -= bytes;
        const left = (shares.get(key) ?? 0) - bytes;
        if (left > 0) shares.set(key, left);
        else shares.delete(key);
      };
    },
    get reservedBytes() {
      return total;
    },
  };
};

const owners = new WeakMap<FastifyRequest, BodyOwner>();

/** Assigns the request's body to a caller; otherwise it counts as anonymous. Call it before the body is read. */
export const ownBody = (request: FastifyRequest, owner: BodyOwner): void => {
  owners.set(request, owner);
};

/** Declared bytes of the request; null when not declared, 0 without a body. */
export const declaredBytes = (request: FastifyRequest): number | null => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding !== undefined) return null;
  return length === undefined ? 0 : Number(length);
};

/**
 * Bounds the bodies that are read: none for an unknown route, none beyond the route's limit (multipart too), and at
 * once no more than the pools allow; beyond that 503 with Retry-After.
 */
export const boundBodies = (http: FastifyInstance): void => {
  const open = {
    stranger: createBodyPool(pools.stranger),
    person: createBodyPool(pools.person),
    device: createBodyPool(pools.device),
  };
  http.addHook('preParsing', async (request, reply, payload) => {
    const declared = declaredBytes(request);
    if (declared === 0) return payload;
    if (request.is404) throw new Refusal('not-found');
    const limit = request.routeOptions.bodyLimit ?? MiB;
    if (declared !== null && declared > limit) throw new Refusal('too-large');
    const owner = owners.get(request) ?? { pool: 'stranger', key: networkOf(addressOf(request)) };
    const release = open[owner.pool].reserve(owner.key, declared ?? limit);
    if (!release) throw new Refusal('unavailable', undefined, { retryAfterSeconds: 1 });
    whenReplyEnds(reply, release);
    return payload;
  });
};
