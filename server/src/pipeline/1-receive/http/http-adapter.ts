import { BirthMessage, DataBody, DeathBody, MappedBody } from '@tocsin/contract/frame';
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
import type { CheckDevice, CheckGateway } from '../check-device.ts';
import { isAddressedBy, isOfEdge, isPolled } from '../device-address.ts';
import type { Intake, Receipt } from '../intake.ts';
import { jsonMessage } from '../json/json-messages.ts';
import type { MappedIntake } from '../mapped/mapped-intake.ts';
import { messageCost, RateLimiter } from '../rate-limiter.ts';
import { answerOf, basicAuth, type Refused, refuse, response } from './ingest-answers.ts';
import { addGatewayRoute, sentBy } from './mapped-route.ts';

/** Dependencies of the HTTP adapter. */
export interface HttpAdapterOptions {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly checkDevice: CheckDevice;
  /** Absent, or without `mapped`: gateways post nothing here. */
  readonly checkGateway?: CheckGateway;
  /** Absent: JSON of foreign devices is not taken. */
  readonly mapped?: MappedIntake;
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
        (request, reply) => receive(options, rateLimiter, admission, kind, request, reply),
      );
    }
    addGatewayRoute(http, options, rateLimiter);
  };
}

/** The message kinds that have a route of their own. */
export const ingestKinds = ['birth', 'data', 'death', 'mapped'] as const;
type IngestKind = (typeof ingestKinds)[number];
/** The route of a kind, with the device's address as the parameter `udf_id`. */
export const ingestPath = (kind: IngestKind): string => `/api/v1/ingest/:udf_id/${kind}/`;

const params = z.object({ udf_id: z.string().describe("The device's udf_id; of an F500 its id") });
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
  mapped: { ...shared, summary: "A message that the payload map of the device's type reads", body: MappedBody },
};

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

  return (kind: IngestKind, request: FastifyRequest<{ Params: { udf_id: string } }>): DeviceId | Refused => {
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
    const isPaced = kind === 'data' || kind === 'mapped';
    const wait = rateLimiter[isPaced ? 'take' : 'debt'](device.id, clock.now());
    if (wait > 0) {
      intake.countRefused(device.id, 'rate');
      const isCostly = rateLimiter.debt(device.id, clock.now()) > 0;
      const detail = isCostly ? tooCostly : `More than ${limits.framesPerSecond} frames a second; send arrays instead.`;
      return { status: 429, detail, retryAfterMs: wait };
    }
    return device.id;
  };
}

function receive(
  { intake, catalog, mapped, clock }: HttpAdapterOptions,
  rateLimiter: RateLimiter,
  admission: WeakMap<FastifyRequest, DeviceId>,
  kind: IngestKind,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const device = admission.get(request);
  if (device === undefined) throw new Error('a post that nothing admitted');
  // The queue may have filled up while the body was being received.
  if (intake.full(device)) return Promise.resolve(refuse(reply, busy));
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return new Promise((resolve) => {
    const done = (receipt: Receipt): void => {
      rateLimiter.charge(device, costOf(kind, bytes.length, receipt) + messageCost.stored(receipt));
      resolve(answerOf(receipt, reply));
    };
    if (kind !== 'mapped') {
      intake.take(jsonMessage(kind, device, bytes, null), done);
      return;
    }
    const known = catalog.byId(device);
    if (known && mapped) mapped.take(known, sentBy(request, bytes, clock), done);
    else resolve(refuse(reply, { status: 409, detail: 'This installation has no payload maps.' }));
  });
}

/** Beyond its place among 100 a second. */
function costOf(kind: IngestKind, bytes: number, receipt: Receipt): number {
  if (kind === 'birth') return messageCost.birth(bytes);
  const isArray = receipt.kind === 'stored' && receipt.accepted + receipt.duplicates + receipt.refusedFrames > 1;
  return (isArray ? messageCost.array : messageCost.frame)(bytes);
}
