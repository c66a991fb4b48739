import { BirthMessage, DataMessage, DeathMessage, IngestAnswer } from '@tocsin/contract/frame';
import type { DeviceId } from '@tocsin/contract/ids';
import { limits } from '@tocsin/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import type { Catalog } from '../catalog.ts';
import { isAddressedBy, isPolled } from './address.ts';
import type { CheckDevice } from './check-device.ts';
import type { Intake, Receipt } from './intake.ts';
import { type JsonKind, jsonMessage } from './json-messages.ts';
import { Pace } from './pace.ts';

/** What the HTTP door stands on. */
export interface HttpDoorOptions {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly checkDevice: CheckDevice;
  readonly clock: Clock;
}

/** `POST /api/v1/ingest/{udf_id}/birth|data|death/` with Basic auth; 200 only after all is stored. */
export function httpDoor(options: HttpDoorOptions) {
  const pace = new Pace();
  return async (http: FastifyInstance): Promise<void> => {
    // Bodies are decoded by the line's own decoder, whatever their content type says.
    http.removeAllContentTypeParsers();
    http.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.httpPostBytes }, (_request, body, done) =>
      done(null, body),
    );
    for (const kind of ingestKinds) {
      http.post<{ Params: { udf_id: string } }>(
        ingestPath(kind),
        { bodyLimit: limits.httpPostBytes, schema: about[kind] },
        (request, reply) => receive(options, pace, kind, request, reply),
      );
    }
  };
}

/** The kinds of message that have an address of their own. */
export const ingestKinds = ['birth', 'data', 'death'] as const;
/** The route of a kind, with the device's address as the parameter `udf_id`. */
export const ingestPath = (kind: JsonKind): string => `/api/v1/ingest/:udf_id/${kind}/`;

const params = z.object({ udf_id: z.string() });
const response = { 200: IngestAnswer };
const shared = { params, response, tags: ['ingest'], security: [{ basic: [] }] };
/** For the API's own description; the line's decoders read the bodies. */
const about = {
  birth: { ...shared, summary: 'A device tells its list of sensors', body: BirthMessage },
  data: { ...shared, summary: 'A frame, or an array of frames, of the listed sensors', body: DataMessage(1) },
  death: { ...shared, summary: 'A device says goodbye', body: DeathMessage },
};

function receive(
  { intake, catalog, checkDevice, clock }: HttpDoorOptions,
  pace: Pace,
  kind: JsonKind,
  request: FastifyRequest<{ Params: { udf_id: string } }>,
  reply: FastifyReply,
): Promise<unknown> {
  const { udf_id } = request.params;
  const refuse = async (status: number, detail: string) => reply.code(status).send({ detail });
  const credentials = basicAuth(request.headers.authorization);
  const check = credentials ? checkDevice(credentials.user, credentials.password, request.ip) : null;
  if (check?.kind === 'throttled') {
    reply.header('retry-after', Math.ceil(check.retryAfterMs / 1_000));
    return refuse(429, 'Too many wrong codes.');
  }
  if (check?.kind !== 'ok') {
    reply.header('www-authenticate', 'Basic realm="Tocsin devices"');
    return refuse(401, 'Wrong serial number or code.');
  }
  const device = catalog.byId(check.deviceId);
  if (!device || !isAddressedBy(device, udf_id)) return refuse(403, 'This is not the address of this device.');
  if (isPolled(device)) {
    intake.countRefused(device.id, 'polled');
    return refuse(409, 'This device is polled at its IP address.');
  }
  if (kind === 'data') {
    const wait = pace.take(device.id, clock.now());
    if (wait > 0) return tooMany(intake, device.id, reply, wait);
  }
  if (intake.full()) {
    reply.header('retry-after', 1);
    return refuse(503, 'Busy storing, send again.');
  }
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return new Promise((resolve) => {
    intake.take(jsonMessage(kind, device.id, bytes, null), (receipt) => resolve(answerOf(receipt, reply)));
  });
}

async function tooMany(intake: Intake, device: DeviceId, reply: FastifyReply, waitMs: number): Promise<unknown> {
  intake.countRefused(device, 'rate');
  reply.header('retry-after', Math.ceil(waitMs / 1_000));
  return reply.code(429).send({ detail: `More than ${limits.framesPerSecond} frames a second; send arrays instead.` });
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
