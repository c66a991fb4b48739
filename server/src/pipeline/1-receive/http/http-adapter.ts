import { DetailError, FieldErrors } from '@tocsin/contract/errors';
import { BirthMessage, DataBody, DeathBody, IngestAnswer } from '@tocsin/contract/frame';
import type { DeviceId } from '@tocsin/contract/ids';
import { limits } from '@tocsin/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import { addressOf } from '../../../platform/http/address.ts';
import { ownBody } from '../../../platform/http/bodies.ts';
import { createRateLimiter } from '../../../platform/http/rate-limit.ts';
import { networkOf } from '../../../platform/network.ts';
import type { Catalog } from '../../catalog.ts';
import type { CheckDevice } from '../check-device.ts';
import { isAddressedBy, isOfEdge, isPolled } from '../device-address.ts';
import type { Intake, Receipt } from '../intake.ts';
import { type JsonKind, jsonMessage } from '../json/json-messages.ts';
import { messageCost, RateLimiter } from '../rate-limiter.ts';

/** Dependencies of the HTTP adapter. */
export interface HttpAdapterOptions {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly checkDevice: CheckDevice;
  readonly clock: Clock;
}

/** `POST /api/v1/ingest/{udf_id}/birth|data|death/` with Basic auth; 200 only after all is stored. */
export function httpAdapter(options: HttpAdapterOptions) {
  const admission = new WeakMap<FastifyRequest, DeviceId>();
  const rateLimiter = new RateLimiter();
  const admit = createAdmission(options, rateLimiter);
  return async (http: FastifyInstance): Promise<void> => {
    // The pipeline's decoders read the body, whatever its content type.
    http.removeAllContentTypeParsers();
    http.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.httpPostBytes }, (_request, body, done) =>
      done(null, body),
    );
    for (const kind of ingestKinds) {
      http.post<{ Params: { udf_id: string } }>(
        ingestPath(kind),
        {
          bodyLimit: limits.httpPostBytes,
          schema: about[kind],
          // Refuse before the body is read, so that unauthenticated senders take no memory.
          onRequest: async (request, reply) => {
            const device = admit(kind, request);
            if (typeof device === 'object') return refuse(reply, device);
            admission.set(request, device);
            ownBody(request, { pool: 'device', key: String(device) });
          },
        },
        (request, reply) => receive(options.intake, rateLimiter, admission, kind, request, reply),
      );
    }
  };
}

/** The message kinds that have a route of their own. */
export const ingestKinds = ['birth', 'data', 'death'] as const;
/** The route of a kind, with the device's address as the parameter `udf_id`. */
export const ingestPath = (kind: JsonKind): string => `/api/v1/ingest/:udf_id/${kind}/`;

const params = z.object({ udf_id: z.string().describe("The device's udf_id; of an F500 its id") });
const refusalSchema = (description: string) => ({
  description,
  content: { 'application/json': { schema: DetailError } },
});
const response = {
  200: { description: 'All is stored', content: { 'application/json': { schema: IngestAnswer } } },
  400: { description: 'It can not be read', content: { 'application/json': { schema: FieldErrors } } },
  401: refusalSchema('Wrong serial number or code'),
  403: refusalSchema('Another device has this address'),
  409: refusalSchema(
    'Data before any birth, too many different births, a device that is polled, or one that sends through an edge',
  ),
  413: refusalSchema('More than 8 MiB'),
  429: refusalSchema('Too many frames a second, or too many wrong codes; Retry-After says when'),
  500: refusalSchema('A mistake of the server'),
  503: refusalSchema('Not stored, to be sent again; Retry-After says when'),
};
const shared = {
  params,
  response,
  tags: ['ingest'],
  security: [{ basic: [] }],
  description: 'May: the device itself, by Basic authentication with its serial number and code.',
};
/** Only for the API description; the pipeline's decoders read the bodies. */
const about = {
  birth: { ...shared, summary: 'A device tells its list of sensors', body: BirthMessage },
  data: { ...shared, summary: 'A frame, or an array of frames, of the listed sensors', body: DataBody },
  death: { ...shared, summary: 'A device says goodbye', body: DeathBody },
};

interface Refused {
  readonly status: 401 | 403 | 409 | 429 | 503;
  readonly detail: string;
  readonly retryAfterMs?: number;
}

const tooCostly = 'More than one device may send; large messages count as several.';
const busy: Refused = { status: 503, detail: 'Busy storing, send again.', retryAfterMs: 1_000 };

/** Failed posts per network and minute; beyond this the network gets 429. */
const wrongPerMinute = 60;

/** Decides from the headers alone whether to accept a post. Returns the device's id, or the reason for refusal. */
function createAdmission({ intake, catalog, checkDevice, clock }: HttpAdapterOptions, rateLimiter: RateLimiter) {
  // Only failures count, so neighbours can never block a device that uses the right code.
  const failures = createRateLimiter({ windowMs: 60_000, maxKeys: 20_000 });

  const wrong = (address: string, retryAfterMs: number): Refused => {
    const waitMs = Math.max(retryAfterMs, failures.take(networkOf(address), wrongPerMinute, clock.now()));
    if (waitMs > 0) return { status: 429, detail: 'Too many wrong codes.', retryAfterMs: waitMs };
    return { status: 401, detail: 'Wrong serial number or code.' };
  };

  return (kind: JsonKind, request: FastifyRequest<{ Params: { udf_id: string } }>): DeviceId | Refused => {
    const credentials = basicAuth(request.headers.authorization);
    const address = addressOf(request);
    const check = credentials ? checkDevice(credentials.user, credentials.password, address) : null;
    if (check?.kind !== 'ok') return wrong(address, check?.kind === 'throttled' ? check.retryAfterMs : 0);
    const device = catalog.byId(check.deviceId);
    if (!device || !isAddressedBy(device, request.params.udf_id))
      return { status: 403, detail: 'This is not the address of this device.' };
    if (isPolled(device)) {
      intake.countRefused(device.id, 'polled');
      return { status: 409, detail: 'This device is polled at its IP address.' };
    }
    if (isOfEdge(device)) {
      intake.countRefused(device.id, 'edge');
      return { status: 409, detail: 'This device sends through an edge.' };
    }
    if (intake.full(device.id)) return busy;
    const wait = rateLimiter[kind === 'data' ? 'take' : 'debt'](device.id, clock.now());
    if (wait > 0) {
      intake.countRefused(device.id, 'rate');
      const isCostly = rateLimiter.debt(device.id, clock.now()) > 0;
      const detail = isCostly ? tooCostly : `More than ${limits.framesPerSecond} frames a second; send arrays instead.`;
      return { status: 429, detail, retryAfterMs: wait };
    }
    return device.id;
  };
}

function refuse(reply: FastifyReply, { status, detail, retryAfterMs }: Refused): FastifyReply {
  if (retryAfterMs !== undefined) reply.header('retry-after', Math.ceil(retryAfterMs / 1_000));
  if (status === 401) reply.header('www-authenticate', 'Basic realm="Tocsin devices"');
  return reply.code(status).send({ detail });
}

function receive(
  intake: Intake,
  rateLimiter: RateLimiter,
  admission: WeakMap<FastifyRequest, DeviceId>,
  kind: JsonKind,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const device = admission.get(request);
  if (device === undefined) throw new Error('a post that nothing admitted');
  // The queue may have filled up while the body was being received.
  if (intake.full(device)) return Promise.resolve(refuse(reply, busy));
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return new Promise((resolve) => {
    intake.take(jsonMessage(kind, device, bytes, null), (receipt) => {
      rateLimiter.charge(device, costOf(kind, bytes.length, receipt) + messageCost.stored(receipt));
      resolve(answerOf(receipt, reply));
    });
  });
}

/** Beyond its place among 100 a second. */
function costOf(kind: JsonKind, bytes: number, receipt: Receipt): number {
  if (kind === 'birth') return messageCost.birth(bytes);
  const isArray = receipt.kind === 'stored' && receipt.accepted + receipt.duplicates + receipt.refusedFrames > 1;
  return (isArray ? messageCost.array : messageCost.frame)(bytes);
}

function answerOf(receipt: Receipt, reply: FastifyReply): unknown {
  switch (receipt.kind) {
    case 'stored': {
      const body: IngestAnswer = {
        accepted: receipt.accepted,
        duplicates: receipt.duplicates,
        rejected_values: receipt.rejectedValues,
        ...(receipt.refusedFrames > 0
          ? { refused_frames: receipt.refusedFrames, refused_reason: receipt.refusedReason }
          : {}),
        ...(receipt.notice === undefined ? {} : { notice: receipt.notice }),
      };
      return reply.code(200).send(body);
    }
    case 'refused':
      return receipt.why === 'no_birth' || receipt.why === 'layouts'
        ? reply.code(409).send({ detail: receipt.text })
        : reply.code(400).send({ non_field_errors: [receipt.text] });
    case 'again':
      reply.header('retry-after', 1);
      return reply.code(503).send({ detail: 'Not stored, send again.' });
    default:
      return receipt satisfies never;
  }
}

function basicAuth(header: string | undefined): { user: string; password: string } | null {
  const encoded = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1];
  if (!encoded) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}
