import type { Db, Trx } from '../../platform/db.ts';

export interface GatewayRow {
  readonly site_id: number;
  readonly password_hash: Buffer;
  readonly made_by: string;
  readonly made_at: Date;
  /** What edges of the site compare the password with; null for one made before there were edges. */
  readonly edge_salt?: string | null;
  readonly edge_digest?: string | null;
  readonly client_id?: number;
}

/** Every credential of a site that is not removed. */
export const loadGateways = (db: Db): Promise<GatewayRow[]> =>
  living(db).selectAll('g').select('s.client_id').execute();

export const findGateway = (db: Db, siteId: number): Promise<GatewayRow | undefined> =>
  living(db).where('g.site_id', '=', siteId).selectAll('g').executeTakeFirst();

const living = (db: Db) =>
  db
    .selectFrom('site_gateway as g')
    .innerJoin('site as s', 's.id', 'g.site_id')
    .innerJoin('client as c', 'c.id', 's.client_id')
    .where('s.removed_at', 'is', null)
    .where('c.removed_at', 'is', null);

export async function putGateway(trx: Trx, row: GatewayRow): Promise<void> {
  const { site_id: _, client_id: __, ...values } = row;
  await trx
    .insertInto('site_gateway')
    .values(row)
    .onConflict((conflict) => conflict.column('site_id').doUpdateSet(values))
    .execute();
}

/** Deletes a site's credential; returns whether there was one. */
export async function deleteGateway(trx: Trx, siteId: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('site_gateway').where('site_id', '=', siteId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Names of sites for the operator's page. */
export const namesOfSites = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('site')
    .innerJoin('client', 'client.id', 'site.client_id')
    .where('site.id', 'in', ids.length > 0 ? [...ids] : [0])
    .select(['site.id', 'site.title', 'client.company'])
    .execute();
