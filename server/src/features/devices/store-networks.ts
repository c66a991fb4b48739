import type { Db, Trx } from '../../platform/db.ts';

/** Networks that operator staff gave to a site; undefined: none were given. */
export async function findNetworks(db: Db | Trx, siteId: number): Promise<string[] | undefined> {
  const row = await db.selectFrom('modbus_network').select('networks').where('site_id', '=', siteId).executeTakeFirst();
  return row?.networks;
}

export async function hasSeveralClients(db: Db): Promise<boolean> {
  const rows = await db.selectFrom('client').select('id').where('removed_at', 'is', null).limit(2).execute();
  return rows.length > 1;
}

/** Sets the networks of a site, or with null takes them back. */
export async function putNetworks(trx: Trx, siteId: number, networks: readonly string[] | null): Promise<void> {
  if (networks === null) {
    await trx.deleteFrom('modbus_network').where('site_id', '=', siteId).execute();
    return;
  }
  await trx
    .insertInto('modbus_network')
    .values({ site_id: siteId, networks: [...networks] })
    .onConflict((conflict) => conflict.column('site_id').doUpdateSet({ networks: [...networks] }))
    .execute();
}

export async function devicesOfSite(db: Db, siteId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('device')
    .select('id')
    .where(({ and }) => and({ site_id: siteId, removed_at: null }))
    .execute();
  return rows.map(({ id }) => id);
}
