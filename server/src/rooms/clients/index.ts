import type { Db } from '../../base/db.ts';
import { logoAddress } from './present.ts';
import { findClient } from './store.ts';

export { addClientRoutes, type ClientsParts, type Contact } from './routes.ts';

/** The address of a client's logo; null: it has none, or is not there. */
export const logoOf = async (db: Db, clientId: number): Promise<string | null> => {
  const client = await findClient(db, clientId);
  return client ? logoAddress(client) : null;
};
