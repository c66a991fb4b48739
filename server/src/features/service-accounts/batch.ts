import { createHash } from 'node:crypto';
import { batchLimits, endpoints } from '@tocsin/contract/provisioning';
import { idempotencyHeader } from '../../access/idempotency.ts';
import { type Api, route } from '../../access/route.ts';
import { Refusal } from '../../platform/errors.ts';
import { innerMark } from '../../platform/http/inner-call.ts';
import { createTurns } from '../../platform/turns.ts';

const keyOfCall = (key: string, index: number): string =>
  `${createHash('sha256').update(key).digest('base64url')} ${index}`;

/**
 * Several changes of a service account in one call, for the speed of provisioning. Each passes the same checks as alone,
 * with the account's key, and one refusal stops no other. With an Idempotency-Key each POST in it is made once.
 * All batches of the process together have `callsAtOnce` calls running, so that people find free connections.
 */
export const addBatchRoute = (api: Api, callsAtOnce: number): void => {
  const inTurn = createTurns(callsAtOnce);
  const running = new Map<number, number>();

  route(api, endpoints.batch, async ({ who, body, address, request }) => {
    if (who.service === undefined) throw new Refusal('forbidden', 'Only a service account sends batches.');
    const { accountId } = who.service;
    const now = running.get(accountId) ?? 0;
    if (now >= batchLimits.running)
      throw new Refusal('too-many', `${now} batches are running already.`, { retryAfterSeconds: 1 });
    running.set(accountId, now + 1);
    try {
      const results: { status: number; body: unknown }[] = [];
      const key = request.headers[idempotencyHeader];
      for (const [index, { method, path, body: payload, client }] of body.calls.entries()) {
        const answer = await inTurn(() =>
          api.http.inject({
            method,
            url: path,
            remoteAddress: address,
            headers: {
              ...innerMark,
              authorization: request.headers.authorization,
              ...(typeof key === 'string' ? { [idempotencyHeader]: keyOfCall(key, index) } : {}),
              ...(client === undefined ? {} : { 'x-tocsin-selection': `${client},,` }),
            },
            ...(payload === undefined || payload === null ? {} : { payload }),
          }),
        );
        results.push({ status: answer.statusCode, body: answer.body === '' ? null : JSON.parse(answer.body) });
      }
      return { results };
    } finally {
      const left = (running.get(accountId) ?? 1) - 1;
      if (left > 0) running.set(accountId, left);
      else running.delete(accountId);
    }
  });
};
