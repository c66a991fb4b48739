import type { FastifyInstance } from 'fastify';
import { type Clock, systemClock } from '../base/clock.ts';
import type { Db } from '../base/db.ts';
import { buildHttp } from '../base/http.ts';
import { createLog } from '../base/log.ts';
import { createGate, type RoomLoaders } from './gate.ts';
import { type Api, createApi } from './route.ts';

export interface TestApi extends Api {
  readonly http: FastifyInstance;
}

/**
 * The HTTP side as main.ts builds it, around the rooms of a test:
 * `const api = await testApi(database.db, (api) => addAccountRoutes(api, parts))`, then `signedIn(api.http, db, user)`.
 */
export const testApi = async (
  db: Db,
  addRooms: (api: Api) => void | Promise<void>,
  { clock = systemClock, loaders = {} }: { readonly clock?: Clock; readonly loaders?: RoomLoaders } = {},
): Promise<TestApi> => {
  const http = await buildHttp({
    log: createLog('error'),
    title: 'Tocsin',
    version: 'test',
    proxies: 0,
    https: false,
    perMinute: 1_000_000,
    probes: {
      readiness: async () => ({ ready: true, parts: {} }),
      metrics: async () => '',
      isBehindProxy: false,
    },
  });
  const api = createApi(
    http,
    createGate(db, () => clock.now(), loaders),
  );
  await addRooms(api);
  await http.ready();
  return api;
};
