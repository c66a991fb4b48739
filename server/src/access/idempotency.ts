import type { EndpointSpec } from '@tocsin/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { type Encryption, sameHash } from '../platform/encryption.ts';
import { badField, Refusal } from '../platform/errors.ts';
import { withFirstChange } from '../platform/first-change.ts';
import { declaredBytes } from '../platform/http/bodies.ts';
import { isProgram, type Principal } from './principal.ts';
import * as store from './store-idempotent-calls.ts';

export const idempotencyHeader = 'idempotency-key';

interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** The answer of an earlier call with this key. */
  readonly isRepeated: boolean;
}

/** Makes a call with an Idempotency-Key at most once, over all processes and restarts. */
export interface Idempotency {
  /** The key that a call carries; undefined when it carries none, or its endpoint keeps no answers. */
  keyOf(spec: EndpointSpec, who: Principal, request: FastifyRequest): store.CallKey | undefined;
  /**
   * Runs the call, or returns the stored answer of the first one with this key. 409 while that runs, for another body,
   * and when the change of the first is stored but its answer is not. A refused call frees its key.
   */
  once(call: store.CallKey, work: () => Promise<Omit<Answer, 'isRepeated'>>): Promise<Answer>;
}

/** Whether the endpoint keeps its answer by the header: each POST except sign-in, ingest, streams and batches. */
export const takesIdempotencyKey = (spec: EndpointSpec): boolean =>
  spec.method === 'POST' &&
  spec.may !== 'anyone' &&
  spec.may !== 'device-credentials' &&
  spec.open === undefined &&
  spec.sends === undefined &&
  !spec.passesIdempotencyKey;

const runningText = 'The first call with this Idempotency-Key is still running.';
const takenText = 'This Idempotency-Key belongs to a call with another body or address.';
const lostText = 'The first call with this Idempotency-Key made its change; its answer was lost.';

export const createIdempotency = (db: Db, clock: Clock, encryption: Encryption): Idempotency => {
  let forgottenAt = Number.NEGATIVE_INFINITY;
  return {
    keyOf(spec, who, request) {
      const key = request.headers[idempotencyHeader];
      if (key === undefined || who.kind !== 'person' || !takesIdempotencyKey(spec)) return undefined;
      if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key))
        throw badField('Idempotency-Key', 'Ensure this value has 1 to 255 printable ASCII characters.');
      const selection = request.headers['x-tocsin-selection'] ?? '';
      // A form is read by its handler: of it only the length is compared.
      const body = spec.multipart || request.isMultipart() ? declaredBytes(request) : request.body;
      const text = JSON.stringify([request.url, selection, isProgram(who), body ?? null]);
      return { userId: who.userId, key, fingerprint: encryption.hash(text) };
    },

    async once(call, work) {
      const now = clock.now();
      if (now - forgottenAt >= 60_000) {
        forgottenAt = now;
        await store.forgetCalls(db, now);
      }
      const claim = await store.claimCall(db, call, now);
      if (!('attempt' in claim)) {
        if (!sameHash(claim.fingerprint, call.fingerprint)) throw new Refusal('conflict', takenText);
        if (claim.status !== null && claim.answer)
          return { status: claim.status, body: JSON.parse(encryption.open(claim.answer)), isRepeated: true };
        if (claim.isRunning) throw new Refusal('conflict', runningText, { retryAfterSeconds: 1 });
        throw new Refusal('conflict', lostText);
      }
      const { attempt } = claim;
      try {
        const missing = () => new Refusal('conflict', runningText, { retryAfterSeconds: 1 });
        const answer = await withFirstChange({ ...store.changedStatement(call, attempt), missing }, work);
        const kept = encryption.close(JSON.stringify(answer.body ?? null));
        await store.keepAnswer(db, call, { attempt, status: answer.status, answer: kept });
        return { ...answer, isRepeated: false };
      } catch (error) {
        await store.freeCall(db, call, attempt);
        throw error;
      }
    },
  };
};
