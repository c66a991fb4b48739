import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import { Refusal } from '../errors.ts';
import { networkOf } from '../network.ts';
import { addressOf } from './address.ts';
import { isInner } from './inner-call.ts';
import { createRateLimiter } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests per minute of one network for this call, in addition to the limit for all calls together. */
    readonly limit?: { readonly call: string; readonly most: number };
  }
}

/** Exempt from the general limit: devices have their own limits, and probes must always answer. */
const isExempt = (route: string | undefined): boolean =>
  route === '/healthz' || route === '/readyz' || route?.startsWith('/api/v1/ingest/') === true;

/**
 * Limits every request: `perMinute` per network, and the tighter limit of a route's config. Beyond either: 429 with
 * Retry-After, before anything is looked up or read.
 */
export const limitRequests = (
  http: FastifyInstance,
  options: { readonly clock: Clock; readonly perMinute: number; readonly hasRouteLimits: boolean },
): void => {
  const limiter = createRateLimiter({ windowMs: 60_000, maxKeys: 50_000 });
  const take = (key: string, most: number): void => {
    const waitMs = limiter.take(key, most, options.clock.now());
    if (waitMs > 0) throw new Refusal('too-many', undefined, { retryAfterSeconds: waitMs / 1000 });
  };
  http.addHook('onRequest', async (request) => {
    const { url, config } = request.routeOptions;
    // A batch was counted as one request.
    if (isExempt(url) || isInner(request)) return;
    const network = networkOf(addressOf(request));
    take(network, options.perMinute);
    if (config?.limit && options.hasRouteLimits) take(`${network} ${config.limit.call}`, config.limit.most);
  });
};
