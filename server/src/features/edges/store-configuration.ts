import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';
import type { SaltedDigest } from '../../platform/salted-digest.ts';

/** What a configuration says of the edge and its site. */
export interface EdgePlaceRow {
  readonly id: number;
  readonly title: string;
  readonly site_id: number;
  readonly site_title: string;
  readonly client_id: number;
  readonly company: string;
  readonly timezone: string;
  readonly edge_salt: string | null;
  readonly edge_digest: string | null;
}

export const findPlace = (db: Db, id: number): Promise<EdgePlaceRow | undefined> =>
  query(db).first(sql<EdgePlaceRow>`select e.id, e.title, s.id as site_id, s.title as site_title, c.id as client_id,
      c.company, s.timezone, g.edge_salt, g.edge_digest
    from edge e join site s on s.id = e.site_id join client c on c.id = s.client_id
    left join site_gateway g on g.site_id = s.id where e.id = ${id}`);

/** The codes of an edge's devices, and the digests that were made of them. */
export interface DeviceCodeRow {
  readonly device_id: number;
  readonly code_cipher: Buffer;
  readonly code_hash: Buffer;
  readonly digest_of: Buffer | null;
  readonly salt: string | null;
  readonly digest: string | null;
}

export const codesOfEdge = (db: Db, id: number): Promise<DeviceCodeRow[]> =>
  query(db).all(sql<DeviceCodeRow>`select d.id as device_id, r.code_cipher, r.code_hash,
      x.code_hash as digest_of, x.salt, x.digest
    from device d join device_registry r on r.serial_number = d.serial_number
    left join edge_digest x on x.device_id = d.id
    where d.edge_id = ${id} and d.removed_at is null order by d.id`);

export async function putDigest(db: Db, deviceId: number, codeHash: Buffer, digest: SaltedDigest): Promise<void> {
  const values = { code_hash: codeHash, ...digest };
  await db
    .insertInto('edge_digest')
    .values({ device_id: deviceId, ...values })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
    .execute();
}

/** The configuration's number when it says what hashes to this: the present one, or the next. */
export async function numberOf(trx: Trx, id: number, hash: string): Promise<number> {
  const row = await trx
    .selectFrom('edge')
    .where('id', '=', id)
    .select(['configuration', 'configuration_hash'])
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.configuration_hash === hash) return row?.configuration ?? 0;
  const configuration = row.configuration + 1;
  await trx.updateTable('edge').set({ configuration, configuration_hash: hash }).where('id', '=', id).execute();
  return configuration;
}
