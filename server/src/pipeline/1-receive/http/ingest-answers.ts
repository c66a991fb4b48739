import { DetailError, FieldErrors } from '@tocsin/contract/errors';
import { IngestAnswer } from '@tocsin/contract/frame';
import type { FastifyReply } from 'fastify';
import type { Receipt } from '../intake.ts';

/** A post that is refused before its body is read. */
export interface Refused {
  readonly status: 401 | 403 | 409 | 429 | 503;
  readonly detail: string;
  readonly retryAfterMs?: number;
}

const refusalSchema = (description: string) => ({
  description,
  content: { 'application/json': { schema: DetailError } },
});
/** What the posts of devices answer, for the API description. */
export const response = {
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
/** Answers a post that is refused from its head alone. */
export function refuse(reply: FastifyReply, { status, detail, retryAfterMs }: Refused): FastifyReply {
  if (retryAfterMs !== undefined) reply.header('retry-after', Math.ceil(retryAfterMs / 1_000));
  if (status === 401) reply.header('www-authenticate', 'Basic realm="Tocsin devices"');
  return reply.code(status).send({ detail });
}

/** The answer to a device, once everything of its post is stored or refused. */
export function answerOf(receipt: Receipt, reply: FastifyReply): unknown {
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
      // A join or a state of the device: nothing that is wrong.
      if (receipt.why === 'unmapped')
        return reply.code(200).send({ accepted: 0, duplicates: 0, rejected_values: 0, notice: receipt.text });
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

/** User name and password of Basic authentication; null without them. */
export function basicAuth(header: string | undefined): { user: string; password: string } | null {
  const encoded = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1];
  if (!encoded) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}
