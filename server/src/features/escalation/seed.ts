import type { PolicyFields } from '../../notify/index.ts';
import type { Trx } from '../../platform/db.ts';
import { insertPolicy } from './store.ts';

/** Stores a policy of a whole client, as a seed does: without an audit record. `at`: when it was made, unix ms. */
export const seedPolicy = (
  trx: Trx,
  clientId: number,
  { at, ...policy }: PolicyFields & { readonly at: number },
): Promise<number> => insertPolicy(trx, { clientId, siteId: null }, policy, new Date(at));
