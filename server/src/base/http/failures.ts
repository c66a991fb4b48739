import { refusalStatus } from '@tocsin/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type core, z } from 'zod';
import { Refusal } from '../errors.ts';
import type { Log } from '../log.ts';

/** Missing and mistyped fields answer in people's words; the specification's own texts stand in the schemas. */
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type' && issue.input === undefined) return 'This field is required.';
    if (issue.code === 'invalid_type' && issue.input === null) return 'This field may not be null.';
    if (issue.code === 'unrecognized_keys') return 'Unknown field.';
    return undefined;
  },
});

/** A schema's issues as the `{"<field>": ["text"]}` of decisions.md 1. */
export const refusalOf = (error: { readonly issues: readonly core.$ZodIssue[] }): Refusal => {
  const fields: Record<string, string[]> = {};
  let index: number | undefined;
  for (const issue of error.issues) {
    const [first, second] = issue.path;
    // A list sent whole: the first bad row is named by its index.
    const isRow = typeof first === 'number';
    if (isRow && index !== undefined && index !== first) continue;
    if (isRow) index = first;
    const field = String((isRow ? second : first) ?? 'non_field_errors');
    const texts = fields[field] ?? [];
    if (!texts.includes(issue.message)) texts.push(issue.message);
    fields[field] = texts;
  }
  return new Refusal('invalid', undefined, { fields, ...(index === undefined ? {} : { body: { index } }) });
};

const answer = (reply: FastifyReply, refusal: Refusal) => {
  const { fields, body, retryAfterSeconds } = refusal.more;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  const told =
    refusal.code === 'invalid' ? (fields ?? { non_field_errors: [refusal.message] }) : { detail: refusal.message };
  return reply
    .code(refusalStatus[refusal.code])
    .type('application/json; charset=utf-8')
    .send({ ...told, ...body });
};

/** What Fastify itself refuses, in our words. */
const asRefusal = (error: FastifyError): Refusal | undefined => {
  switch (error.statusCode) {
    case 400:
      return new Refusal(
        'invalid',
        error.code === 'FST_ERR_BAD_URL' ? 'The address cannot be read.' : 'The body cannot be read.',
      );
    case 404:
      return new Refusal('not-found');
    case 413:
      return new Refusal('too-large');
    case 415:
      return new Refusal('unsupported');
    case 429:
      return new Refusal('too-many');
    default:
      return undefined;
  }
};

const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal;

/** The one place where something thrown becomes an answer. */
export const buildErrorHandler =
  (log: Log) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (isRefusal(error)) return answer(reply, error);
    const known = error instanceof Error && 'statusCode' in error ? asRefusal(error as FastifyError) : undefined;
    if (known) return answer(reply, known);
    log.error('request failed', {
      error,
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url,
    });
    return reply
      .code(500)
      .type('application/json; charset=utf-8')
      .send({ detail: 'Internal server error', request_id: request.id });
  };
