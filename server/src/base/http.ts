import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import websocket from '@fastify/websocket';
import Fastify, { type FastifyInstance } from 'fastify';
import { Refusal } from './errors.ts';
import { takeJson } from './http/body.ts';
import { cleanUrl } from './http/clean-url.ts';
import { addDocs } from './http/docs.ts';
import { buildErrorHandler } from './http/failures.ts';
import { addProbes, type Probes } from './http/probes.ts';
import { addWeb, buildOf } from './http/web.ts';
import type { Log } from './log.ts';

export interface HttpOptions {
  readonly log: Log;
  readonly title: string;
  readonly version: string;
  /** Where the built page lies; absent: no page. */
  readonly webDir?: string;
  /** Reverse proxies before us: whoever asks is the address that the outermost of them saw. */
  readonly proxies: number;
  /** True where PUBLIC_URL is https: then browsers are told to stay there. */
  readonly https: boolean;
  /** Whose scripts and frames the page may load beside our own: another captcha provider's. */
  readonly foreignOrigins?: readonly string[];
  readonly probes: Probes;
  /** Requests a minute for one address; a limit against floods, not against people. */
  readonly perMinute?: number;
}

const megabyte = 1024 * 1024;

const contentPolicy = (https: boolean, foreign: readonly string[]) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...foreign],
    frameSrc: ["'self'", ...foreign],
    scriptSrcAttr: ["'none'"],
    // antd writes its styles into the document; what a client's own CSS may say is settled when it is saved.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'", 'ws:', 'wss:', ...foreign],
    workerSrc: ["'self'", 'blob:'],
    mediaSrc: ["'self'", 'blob:'],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    ...(https ? { upgradeInsecureRequests: [] } : {}),
  },
});

/** The HTTP side without routes of its own but probes, docs and the page; rooms add theirs, then it is made ready. */
export const buildHttp = async (options: HttpOptions): Promise<FastifyInstance> => {
  const { log } = options;
  const http = Fastify({
    logger: false,
    // Of X-Forwarded-For only what our own proxies added, from the right: what stands before it, anybody can write.
    trustProxy: options.proxies > 0 && ((_address: string, hop: number) => hop < options.proxies),
    bodyLimit: megabyte,
    exposeHeadRoutes: false,
    requestTimeout: 60_000,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    genReqId: () => randomUUID(),
  });
  // Everything is parsed once, by the endpoint's own schemas (policy/route.ts); Fastify only carries them to the docs.
  http.setValidatorCompiler(() => (value) => ({ value }));
  http.setSerializerCompiler(() => (value) => JSON.stringify(value));
  http.setErrorHandler(buildErrorHandler(log));

  const build = options.webDir ? buildOf(options.webDir) : 'none';
  http.addHook('onRequest', async (request, reply) => {
    // A streamed file takes a dozen listeners: static, compress and Fastify each watch the socket close.
    reply.raw.setMaxListeners(30);
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api/')) reply.header('x-tocsin-build', build).header('cache-control', 'no-store');
    if (request.url.includes('%00')) throw new Refusal('invalid', 'Null characters are not allowed.');
  });
  http.addHook('onResponse', async (request, reply) => {
    log.debug('request', {
      request_id: request.id,
      method: request.method,
      url: cleanUrl(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      address: request.ip,
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
  await http.register(rateLimit, {
    global: false,
    // Devices have limits of their own; probes must always answer.
    allowList: (request) => /^\/(api\/v1\/ingest\/|healthz|readyz)/.test(request.url),
    errorResponseBuilder: (_request, context) =>
      new Refusal('too-many', undefined, { retryAfterSeconds: context.ttl / 1000 }),
  });
  // First of all, so that a flood costs no look-up of who sends it.
  http.addHook('onRequest', http.rateLimit({ max: options.perMinute ?? 6000, timeWindow: 60_000 }));
  await http.register(websocket, { options: { maxPayload: 64 * 1024, perMessageDeflate: false } });
  await addDocs(http, options);
  takeJson(http);
  addProbes(http, options.probes);

  const hasPage = options.webDir !== undefined && (await addWeb(http, options.webDir));
  http.setNotFoundHandler((request, reply) => {
    const isPage =
      hasPage &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|ws|assets)(\/|$)/.test(request.url) &&
      (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null;
    if (isPage) return reply.header('cache-control', 'no-cache').sendFile('index.html');
    throw new Refusal('not-found');
  });
  return http;
};
