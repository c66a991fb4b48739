import type { FastifyInstance } from 'fastify';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { createEncryption } from '../platform/encryption.ts';
import { buildHttp } from '../platform/http.ts';
import { createLog } from '../platform/log.ts';
import { createAuthorizer, type FeatureLoaders } from './authorize.ts';
import { createIdempotency } from './idempotency.ts';
import { type Api, createApi } from './route.ts';

export interface TestApi extends Api {
  readonly http: FastifyInstance;
}

/**
 * The HTTP server as main.ts builds it, with the features of a test: `const api = await testApi(database.db, (api) =>
 * addAccountRoutes(api, parts))`, then `signedIn(api.http, db, user)`.
 */
export const testApi = async (
  db: Db,
  addFeatures: (api: Api) => void | Promise<void>,
  { clock = systemClock, loaders = {} }: { readonly clock?: Clock; readonly loaders?: FeatureLoaders } = {},
): Promise<TestApi> => {
  const http = await buildHttp({
    log: createLog('error'),
    title: 'Tocsin',
    version: 'test',
    proxies: 0,
    https: false,
    perMinute: 1_000_000,
    hasRouteLimits: false,
    clock,
    probes: {
      readiness: async () => ({ ready: true, parts: {} }),
      metrics: async () => '',
      isBehindProxy: false,
    },
  });
  const api = createApi(
    http,
    createAuthorizer(db, () => clock.now(), loaders),
    createIdempotency(db, clock, createEncryption('secret of tests', 'answers')),
  );
  await addFeatures(api);
  await http.ready();
  return api;
};
