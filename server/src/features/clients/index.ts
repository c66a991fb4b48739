import type { Db } from '../../platform/db.ts';
import { logoAddress } from './present.ts';
import { findClient } from './store.ts';

export { addClientRoutes } from './routes.ts';

/** The address of a client's logo; null when the client has none or does not exist. */
export const logoOf = async (db: Db, clientId: number): Promise<string | null> => {
  const client = await findClient(db, clientId);
  return client ? logoAddress(client) : null;
};
export { deleteRemoved as deleteRemovedClients, markRemoved as markClientsRemoved } from './store.ts';
