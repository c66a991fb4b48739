import type { Socket } from 'node:net';
import { refusalStatus } from '@tocsin/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type core, z } from 'zod';
import { Refusal } from '../errors.ts';
import type { Log } from '../log.ts';
import { networkOf } from '../network.ts';
import { overloadOf } from '../overload.ts';
import { addressOf } from './address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, for the log, once it is known: `user 5`. */
    caller?: string;
  }
}

/** Readable messages for missing and mistyped fields; the specification's own texts are in the schemas. */
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type' && issue.input === undefined) return 'This field is required.';
    if (issue.code === 'invalid_type' && issue.input === null) return 'This field may not be null.';
    if (issue.code === 'unrecognized_keys') return 'Unknown field.';
    return undefined;
  },
});

/** Converts a schema's issues to `{"<field>": ["text"]}`. */
export const refusalOf = (error: { readonly issues: readonly core.$ZodIssue[] }): Refusal => {
  const fields: Record<string, string[]> = {};
  let index: number | undefined;
  for (const issue of error.issues) {
    const [first, second] = issue.path;
    // For a list sent whole, `index` names the first bad row.
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
  const fastifyTexts =
    refusal.code === 'invalid' ? (fields ?? { non_field_errors: [refusal.message] }) : { detail: refusal.message };
  return reply
    .code(refusalStatus[refusal.code])
    .type('application/json; charset=utf-8')
    .send({ ...fastifyTexts, ...body });
};

/** Says which type was sent, and which to send. */
const unsupportedText = (type: string): string =>
  `Content-Type '${type.replace(/[^\x20-\x7e]/g, '').slice(0, 100)}' is not supported. Send application/json.`;

/** Maps Fastify's own errors to our messages. */
const asRefusal = (error: FastifyError, request: FastifyRequest): Refusal | undefined => {
  switch (error.statusCode) {
    case 400:
      return new Refusal(
        'invalid',
        error.code === 'FST_ERR_BAD_URL' ? 'The address cannot be read.' : 'The body cannot be read.',
      );
    // A path that leaves a folder of files.
    case 403:
    case 404:
      return new Refusal('not-found');
    case 413:
      return new Refusal('too-large');
    case 415:
      return new Refusal('unsupported', unsupportedText(request.headers['content-type'] ?? ''));
    case 429:
      return new Refusal('too-many');
    default:
      // The remaining 4xx are the caller's mistakes too, not server errors.
      return error.statusCode !== undefined && error.statusCode > 400 && error.statusCode < 500
        ? new Refusal('invalid', 'The request cannot be read.')
        : undefined;
  }
};

const parserAnswers: Readonly<Record<string, readonly [status: number, phrase: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive.'],
};
const unreadable = [
  400,
  'Bad Request',
  'The request is not valid HTTP/1.1: lines end with CR LF, and a body needs Content-Length or Transfer-Encoding: chunked.',
] as const;

/** Answers what the HTTP parser refuses in the form of every other refusal, and ends the connection. */
export function answerUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, phrase, detail] = parserAnswers[error.code ?? ''] ?? unreadable;
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status} ${phrase}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Of the rules who may, of checks, and of limits; 404 is the answer to addresses that were guessed, too. */
const logged: ReadonlySet<number> = new Set([400, 403, 404, 413, 429]);
const silentMs = 60_000;
const maxCalls = 1_000;

/**
 * Logs a refusal of a call, with its caller where one is known: one line in a minute for the same call, status and
 * network, with how often, so that a flood of them does not fill the log.
 */
const refusalLog = (log: Log) => {
  const calls = new Map<string, { readonly at: number; unsaid: number }>();
  return (status: number, request: FastifyRequest): void => {
    const [address, call] = [addressOf(request), `${request.method} ${request.routeOptions.url ?? 'unknown'}`];
    const key = `${status} ${call} ${networkOf(address)}`;
    const [now, earlier] = [Date.now(), calls.get(key)];
    if (earlier && now - earlier.at < silentMs) {
      earlier.unsaid++;
      return;
    }
    calls.delete(key);
    const oldest = calls.size < maxCalls ? undefined : calls.keys().next().value;
    if (oldest !== undefined) calls.delete(oldest);
    calls.set(key, { at: now, unsaid: 0 });
    const before = earlier ? { times_before: earlier.unsaid } : {};
    log.info('call refused', { status, call, address, caller: request.caller, request_id: request.id, ...before });
  };
};

const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal;

/** The only place that turns a thrown error into a reply. */
export const buildErrorHandler = (log: Log) => {
  const refused = refusalLog(log);
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (isRefusal(error)) {
      const status = refusalStatus[error.code];
      if (logged.has(status)) refused(status, request);
      return answer(reply, error);
    }
    // The client disconnected: no error of ours, and nobody reads the reply.
    if (request.raw.socket.destroyed) {
      log.debug('the client disconnected before the response', {
        error,
        request_id: request.id,
        method: request.method,
      });
      return reply.code(499).send();
    }
    const known =
      error instanceof Error && 'statusCode' in error ? asRefusal(error as FastifyError, request) : undefined;
    if (known) return answer(reply, known);
    const overload = overloadOf(error);
    if (overload) {
      log.debug('request refused: overloaded', { error, request_id: request.id, route: request.routeOptions.url });
      return answer(reply, overload);
    }
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
};
