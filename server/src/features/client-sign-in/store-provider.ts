import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import type { ClientProviderTable, ProviderAttemptTable, ProviderLinkTable } from '../../platform/tables.ts';

export type ProviderRow = Selectable<ClientProviderTable>;
/** `link_id`: the link with which an invited person began. */
type Attempt = Selectable<ProviderAttemptTable>;
export const findProvider = (db: Db, clientId: number): Promise<ProviderRow | undefined> =>
  db
    .selectFrom('client_provider')
    .innerJoin('client', 'client.id', 'client_provider.client_id')
    .selectAll('client_provider')
    .where('client_id', '=', clientId)
    .where('client.is_active', '=', true)
    .where('client.removed_at', 'is', null)
    .executeTakeFirst();

export async function putProvider(trx: Trx, row: Omit<ProviderRow, 'version'>): Promise<void> {
  const values = { ...row, role_mapping: JSON.stringify(row.role_mapping) };
  const { client_id: _, ...changed } = values;
  await trx
    .insertInto('client_provider')
    .values({ ...values, version: 1 })
    .onConflict((conflict) =>
      conflict.column('client_id').doUpdateSet({ ...changed, version: sql<number>`client_provider.version + 1` }),
    )
    .execute();
}

export async function deleteProvider(trx: Trx, clientId: number): Promise<void> {
  await trx.deleteFrom('provider_link').where('client_id', '=', clientId).execute();
  await trx.deleteFrom('client_provider').where('client_id', '=', clientId).execute();
}

/** Stores an attempt and forgets those that never came back. */
export async function insertAttempt(db: Db, attempt: Attempt, now: Date): Promise<void> {
  await db.deleteFrom('provider_attempt').where('expires_at', '<', now).execute();
  await db.insertInto('provider_attempt').values(attempt).execute();
}

/** Takes an attempt out: each comes back once. */
export const takeAttempt = (db: Db, stateHash: Buffer): Promise<Attempt | undefined> =>
  db.deleteFrom('provider_attempt').where('state_hash', '=', stateHash).returningAll().executeTakeFirst();

export const findLinked = async (
  db: Db,
  { clientId, issuer, subject }: { readonly clientId: number; readonly issuer: string; readonly subject: string },
): Promise<number | undefined> => {
  const row = await db
    .selectFrom('provider_link')
    .select('user_id')
    .where(({ and }) => and({ client_id: clientId, issuer, subject }))
    .executeTakeFirst();
  return row?.user_id;
};

/** Those of the clients that have an active provider, by name. */
export const listActive = async (db: Db, clientIds: readonly number[]) =>
  clientIds.length === 0
    ? []
    : await db
        .selectFrom('client_provider as p')
        .innerJoin('client as c', 'c.id', 'p.client_id')
        .select(['p.client_id', 'c.company'])
        .where('p.client_id', 'in', [...clientIds])
        .where('p.is_active', '=', true)
        .where('c.is_active', '=', true)
        .where('c.removed_at', 'is', null)
        .orderBy('c.company')
        .execute();

export type Link = Omit<Selectable<ProviderLinkTable>, 'used_at'>;
/** Replaces the person's own link; false when somebody else has this identity. */
export async function insertLink(trx: Trx, link: Link): Promise<boolean> {
  await deleteLink(trx, link.client_id, link.user_id);
  const row = await trx
    .insertInto('provider_link')
    .values({ ...link, used_at: null })
    .onConflict((conflict) => conflict.columns(['client_id', 'issuer', 'subject']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The identity that was linked; undefined: there was none. */
export const deleteLink = (trx: Trx, clientId: number, userId: number) =>
  trx
    .deleteFrom('provider_link')
    .where(({ and }) => and({ client_id: clientId, user_id: userId }))
    .returning(['issuer', 'subject'])
    .executeTakeFirst();

export async function markUsed(db: Db, clientId: number, userId: number, at: Date): Promise<void> {
  await db
    .updateTable('provider_link')
    .set({ used_at: at })
    .where(({ and }) => and({ client_id: clientId, user_id: userId }))
    .execute();
}

/** The active providers of these clients, with the person's link. */
export const listLinks = async (db: Db, userId: number, clientIds: readonly number[]) =>
  clientIds.length === 0
    ? []
    : await db
        .selectFrom('client_provider as p')
        .innerJoin('client as c', 'c.id', 'p.client_id')
        .leftJoin('provider_link as l', (join) =>
          join.onRef('l.client_id', '=', 'p.client_id').onRef('l.issuer', '=', 'p.issuer').on('l.user_id', '=', userId),
        )
        .select(['p.client_id', 'c.company', 'p.issuer', 'l.created_at', 'l.used_at'])
        .where('p.client_id', 'in', [...clientIds])
        .where('p.is_active', '=', true)
        .orderBy('c.company')
        .execute();
