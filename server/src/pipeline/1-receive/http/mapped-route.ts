import { GatewayAnswer, MappedBody } from '@tocsin/contract/frame';
import type { SiteId } from '@tocsin/contract/ids';
import { mapLimits } from '@tocsin/contract/payload-map';
import { longestTopic } from '@tocsin/contract/payload-map-path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import { addressOf } from '../../../platform/http/address.ts';
import { ownBody } from '../../../platform/http/bodies.ts';
import { createRateLimiter } from '../../../platform/http/rate-limit.ts';
import { networkOf } from '../../../platform/network.ts';
import type { CheckGateway } from '../check-device.ts';
import type { Intake } from '../intake.ts';
import type { MappedIntake, MappedReceipt } from '../mapped/mapped-intake.ts';
import type { SentMessage } from '../mapped/mapped-message.ts';
import { messageCost, type RateLimiter } from '../rate-limiter.ts';
import { answerOf, basicAuth, type Refused, refuse, response } from './ingest-answers.ts';

export const gatewayPath = '/api/v1/ingest/mapped/';

interface GatewayRouteOptions {
  readonly intake: Pick<Intake, 'full'>;
  readonly checkGateway?: CheckGateway;
  readonly mapped?: MappedIntake;
  readonly clock: Clock;
}

interface Gateway {
  readonly siteId: SiteId;
  readonly clientId: number;
}

/** Wrong passwords per network and minute; beyond this the network gets 429. */
const wrongPerMinute = 10;

const about = {
  tags: ['ingest'],
  security: [{ basic: [] }],
  summary: 'A message of any sender of a site, read by the payload map of its type',
  description: 'May: the gateway of a site, by Basic authentication with its credential.',
  querystring: z.object({
    topic: z.string().max(longestTopic).optional().describe('The topic that tells kinds of messages apart'),
  }),
  body: MappedBody,
  response: {
    ...response,
    200: { description: 'All is stored', content: { 'application/json': { schema: GatewayAnswer } } },
    202: {
      description: 'No device is the sender; the message waits for 24 h',
      content: { 'application/json': { schema: GatewayAnswer } },
    },
  },
};

/** `POST /api/v1/ingest/mapped/` with a site's gateway credential. */
export function addGatewayRoute(http: FastifyInstance, options: GatewayRouteOptions, rateLimiter: RateLimiter): void {
  const { mapped, clock, intake } = options;
  const admission = new WeakMap<FastifyRequest, Gateway>();
  const admit = createAdmission(options, rateLimiter);
  http.post(
    gatewayPath,
    {
      bodyLimit: mapLimits.bytes,
      schema: about,
      // Refuse before the body is read, so that unauthenticated senders take no memory.
      onRequest: async (request, reply) => {
        const gateway = admit(request);
        if ('status' in gateway) return refuse(reply, gateway);
        admission.set(request, gateway);
        ownBody(request, { pool: 'device', key: `gateway:${gateway.siteId}` });
      },
    },
    (request, reply) => {
      const gateway = admission.get(request);
      if (!gateway || !mapped) throw new Error('a post that nothing admitted');
      if (intake.full()) return refuse(reply, busy);
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      return new Promise((resolve) => {
        mapped.takeOfSite(gateway, sentBy(request, bytes, clock), (receipt) => {
          const stored = receipt.kind === 'waiting' ? 0 : messageCost.stored(receipt);
          rateLimiter.charge(`gateway:${gateway.siteId}`, messageCost.frame(bytes.length) + stored);
          resolve(gatewayAnswer(receipt, reply));
        });
      });
    },
  );
}

/** The message of a post; `?topic=` says which kind it is. */
export function sentBy(request: FastifyRequest, bytes: Uint8Array, clock: Clock): SentMessage {
  const topic =
    typeof request.query === 'object' && request.query && 'topic' in request.query ? request.query.topic : null;
  const isTopic = typeof topic === 'string' && topic !== '' && topic.length <= longestTopic;
  return { topic: isTopic ? topic : null, bytes, arrival: { at: clock.now(), how: 'live' } };
}

const busy: Refused = { status: 503, detail: 'Busy storing, send again.', retryAfterMs: 1_000 };

function createAdmission({ checkGateway, mapped, clock, intake }: GatewayRouteOptions, rateLimiter: RateLimiter) {
  const failures = createRateLimiter({ windowMs: 60_000, maxKeys: 20_000 });
  return (request: FastifyRequest): Gateway | Refused => {
    const credentials = basicAuth(request.headers.authorization);
    const address = addressOf(request);
    const check = credentials && checkGateway ? checkGateway(credentials.user, credentials.password, address) : null;
    if (check?.kind !== 'ok') {
      const throttled = check?.kind === 'throttled' ? check.retryAfterMs : 0;
      const waitMs = Math.max(throttled, failures.take(networkOf(address), wrongPerMinute, clock.now()));
      return waitMs > 0
        ? { status: 429, detail: 'Too many wrong passwords.', retryAfterMs: waitMs }
        : { status: 401, detail: 'Wrong name or password of a gateway.' };
    }
    if (!mapped || check.clientId === undefined) return { status: 409, detail: 'No payload maps here.' };
    if (intake.full()) return busy;
    const wait = rateLimiter.take(`gateway:${check.siteId}`, clock.now());
    if (wait > 0) return { status: 429, detail: 'More than 100 messages a second.', retryAfterMs: wait };
    return { siteId: check.siteId, clientId: check.clientId };
  };
}

function gatewayAnswer(receipt: MappedReceipt, reply: FastifyReply): unknown {
  if (receipt.kind === 'again' || (receipt.kind === 'refused' && receipt.why !== 'unmapped'))
    return answerOf(receipt, reply);
  const none = { accepted: 0, duplicates: 0, rejected_values: 0, unknown: 0 };
  if (receipt.kind === 'waiting') return reply.code(202).send({ ...none, unknown: 1, waiting: true });
  if (receipt.kind === 'refused') return reply.code(200).send({ ...none, notice: receipt.text });
  const { accepted, duplicates, rejectedValues: rejected_values } = receipt;
  const answer: GatewayAnswer = { accepted, duplicates, rejected_values, unknown: 0 };
  return reply.code(200).send(answer);
}
