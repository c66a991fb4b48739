import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import websocket from '@fastify/websocket';
import Fastify, { type FastifyInstance } from 'fastify';
import { type Clock, systemClock } from './clock.ts';
import { Refusal } from './errors.ts';
import { addressOf, refuseReset } from './http/address.ts';
import { watchMethods } from './http/allow.ts';
import { boundBodies } from './http/bodies.ts';
import { takeJson, takeUrlForms } from './http/body.ts';
import { cleanUrl } from './http/clean-url.ts';
import { addDocs } from './http/docs.ts';
import { answerUnreadable, buildErrorHandler } from './http/failures.ts';
import { demandTls } from './http/https.ts';
import { limitRequests } from './http/limit-requests.ts';
import { addProbes, type Probes } from './http/probes.ts';
import { leaveRefusedBodies } from './http/unread-bodies.ts';
import { addWeb, buildOf } from './http/web.ts';
import { addWellKnown, type WellKnown } from './http/well-known.ts';
import type { Log } from './log.ts';

export interface HttpOptions {
  readonly log: Log;
  readonly title: string;
  readonly version: string;
  /** Folder of the built page; absent: no page. */
  readonly webDir?: string;
  /** Number of reverse proxies: the caller is the address seen by the outermost of them. */
  readonly proxies: number;
  /** True when PUBLIC_URL is https: browsers then receive Strict-Transport-Security. */
  readonly https: boolean;
  /** Where the portal is reached by TLS of its own; absent: requests without TLS are taken. */
  readonly onlyHttps?: string;
  /** Other origins of scripts and frames that the page may load: an external captcha provider's. */
  readonly foreignOrigins?: readonly string[];
  readonly probes: Probes;
  /** Requests per minute for one address (IPv6: one /64); a limit against floods, not for people. */
  readonly perMinute?: number;
  /** False in tests that call one route many times: only the limit of all routes together applies then. */
  readonly hasRouteLimits?: boolean;
  readonly clock?: Clock;
  /** Absent: no `/.well-known/security.txt`. */
  readonly wellKnown?: WellKnown;
}

const megabyte = 1024 * 1024;

const contentPolicy = (https: boolean, foreign: readonly string[]) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...foreign],
    frameSrc: ["'self'", ...foreign],
    scriptSrcAttr: ["'none'"],
    // antd inserts styles into the document; a client's own CSS is restricted when it is saved.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'", 'data:'],
    // Includes sockets of our own origin; no other host may be connected to.
    connectSrc: ["'self'", ...foreign],
    workerSrc: ["'self'", 'blob:'],
    mediaSrc: ["'self'", 'blob:'],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    ...(https ? { upgradeInsecureRequests: [] } : {}),
  },
});

/** Builds the HTTP server with probes, docs and the page; features add their routes before it becomes ready. */
export const buildHttp = async (options: HttpOptions): Promise<FastifyInstance> => {
  const { log } = options;
  const http = Fastify({
    logger: false,
    // Of X-Forwarded-For only the rightmost entries, added by our own proxies, are trusted.
    trustProxy: options.proxies > 0 && ((_address: string, hop: number) => hop < options.proxies),
    bodyLimit: megabyte,
    exposeHeadRoutes: false,
    requestTimeout: 60_000,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    genReqId: () => randomUUID(),
    clientErrorHandler: answerUnreadable,
  });
  // Requests are parsed once by the endpoint's own schemas (access/route.ts); Fastify only documents them.
  http.setValidatorCompiler(() => (value) => ({ value }));
  http.setSerializerCompiler(() => (value) => JSON.stringify(value));
  http.setErrorHandler(buildErrorHandler(log));

  const methodsOf = watchMethods(http);
  const build = options.webDir ? buildOf(options.webDir) : 'none';
  refuseReset(http);
  if (options.onlyHttps !== undefined) demandTls(http, options.onlyHttps);
  // First, so that a flood causes no lookup of its sender.
  limitRequests(http, {
    clock: options.clock ?? systemClock,
    perMinute: options.perMinute ?? 6000,
    hasRouteLimits: options.hasRouteLimits ?? true,
  });
  http.addHook('onRequest', async (request, reply) => {
    // Streaming a file needs a dozen listeners: static, compress and Fastify each watch the socket's close.
    reply.raw.setMaxListeners(30);
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api/')) reply.header('x-tocsin-build', build).header('cache-control', 'no-store');
    if (request.url.includes('%00')) throw new Refusal('invalid', 'Null characters are not allowed.');
  });
  // An upgraded connection is no longer watched by Node: a refused one would stay as long as its client likes.
  http.addHook('onResponse', async (request) => {
    if (request.headers.upgrade !== undefined) request.raw.socket.destroySoon();
  });
  http.addHook('onResponse', async (request, reply) => {
    log.debug('request', {
      request_id: request.id,
      method: request.method,
      url: cleanUrl(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      address: addressOf(request),
    });
  });

  await http.register(helmet, {
    contentSecurityPolicy: contentPolicy(options.https, options.foreignOrigins ?? []),
    strictTransportSecurity: options.https ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
  await http.register(cookie);
  await http.register(compress, { global: true, threshold: 1400, encodings: ['gzip', 'identity'] });
  await http.register(multipart, { limits: { fileSize: 8 * megabyte, files: 1 }, throwFileSizeLimit: true });
  await http.register(websocket, { options: { maxPayload: 64 * 1024, perMessageDeflate: false } });
  await addDocs(http, options);
  takeJson(http);
  takeUrlForms(http);
  boundBodies(http);
  leaveRefusedBodies(http);
  addProbes(http, options.probes);
  addWellKnown(http, options.clock ?? systemClock, options.wellKnown);

  const hasPage = options.webDir !== undefined && (await addWeb(http, options.webDir));
  http.setNotFoundHandler((request, reply) => {
    const isPage =
      hasPage &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|ws|assets)(\/|$)/.test(request.url) &&
      (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null;
    if (isPage) return reply.header('cache-control', 'no-cache').sendFile('index.html');
    const allowed = methodsOf(request.url);
    if (allowed.length === 0) throw new Refusal('not-found');
    reply.header('allow', allowed.join(', '));
    throw new Refusal('method-not-allowed', `Method "${request.method}" not allowed.`);
  });
  return http;
};
