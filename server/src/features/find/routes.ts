import { endpoints, maxSearchWords } from '@tocsin/contract/find';
import { searchText } from '@tocsin/contract/search-text';
import { isOemOrSuper } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { scopeOf } from '../../access/scope.ts';
import type { Db } from '../../platform/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { findPlaces } from './store.ts';

/** Searches that run at the same time in one process; each reads the layouts of a client. */
const maxAtOnce = 4;
const retryAfterSeconds = 2;

/** Adds the search for sites, devices and sensors by name. */
export const addFindRoutes = (api: Api, { db }: { readonly db: Db }): void => {
  let running = 0;
  route(api, endpoints.find, async ({ who, query, selection }) => {
    const { clientId, siteId } = await selection();
    if (running >= maxAtOnce) throw new Refusal('unavailable', 'Too many searches at once.', { retryAfterSeconds });
    running++;
    try {
      const words = searchText(query.q).split(/\s+/).slice(0, maxSearchWords);
      const scope = scopeOf(who, clientId);
      const page = { limit: query.limit, offset: query.offset };
      const { rows, count } = await findPlaces(db, { scope, words, siteId, seesSuspended: isOemOrSuper(who), ...page });
      return { count, results: rows };
    } finally {
      running--;
    }
  });
};
