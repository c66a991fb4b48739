import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';

/** The last record of a device's chain at some time. */
export interface Head {
  readonly device_id: number;
  readonly link: number;
  /** Null: there is no such record any more. */
  readonly chain: Buffer | null;
}

/** Heads of the chains that have grown since the last anchor, by device. */
export const grownHeads = (trx: Trx): Promise<Head[]> =>
  query(trx).all(sql<Head>`
    select h.device_id, h.link, h.chain from maintenance_test_head h
    where h.link > coalesce((select max(a.link) from record_anchor_head a where a.device_id = h.device_id), 0)
    order by h.device_id`);

/** Number of test records ever written, and of devices that have some. */
export async function countRecords(trx: Trx): Promise<{ readonly records: number; readonly devices: number }> {
  const { rows } = await sql<{ records: number; devices: number }>`
    select coalesce(sum(link), 0)::int as records, count(*)::int as devices from maintenance_test_head`.execute(trx);
  return rows[0] ?? { records: 0, devices: 0 };
}

export async function lastAnchorValue(trx: Trx): Promise<Buffer | null> {
  const { rows } = await sql<{ value: Buffer }>`
    select value from record_anchor order by id desc limit 1`.execute(trx);
  return rows[0]?.value ?? null;
}

export async function insertAnchor(trx: Trx, at: Date, value: Buffer, heads: readonly Head[]): Promise<void> {
  const devices = heads.map((head) => head.device_id);
  const links = heads.map((head) => head.link);
  await sql`with anchor as (insert into record_anchor (at, value) values (${at}, ${value}) returning id)
    insert into record_anchor_head (anchor_id, device_id, link)
      select anchor.id, head.device_id, head.link
      from anchor, unnest(${devices}::int[], ${links}::int[]) as head (device_id, link)`.execute(trx);
}

export interface AnchoredHead {
  readonly anchor_id: number;
  readonly at: Date;
  /** Null: no chain had grown. */
  readonly head: Head | null;
}

/** Every anchor's heads with the chain values that the records have now, in the order in which they were anchored. */
export async function anchoredHeads(db: Db): Promise<AnchoredHead[]> {
  const { rows } = await sql<{
    anchor_id: number;
    at: Date;
    device_id: number | null;
    link: number;
    chain: Buffer | null;
  }>`
    select a.id as anchor_id, a.at, h.device_id, h.link, m.chain
    from record_anchor a left join record_anchor_head h on h.anchor_id = a.id
      left join maintenance_test m on m.device_id = h.device_id and m.link = h.link
    order by a.id, h.device_id`.execute(db);
  return rows.map(({ anchor_id, at, device_id, link, chain }) => ({
    anchor_id,
    at,
    head: device_id === null ? null : { device_id, link, chain },
  }));
}

/** Devices of which a record's hash does not follow from its content and the record before, or a record is missing. */
export async function brokenDevices(db: Db): Promise<number[]> {
  const { rows } = await sql<{ device_id: number }>`
    with links as (select m.device_id, m.link, m.chain, maintenance_test_hash(lag(m.chain) over w, m) as should,
        coalesce(lag(m.link) over w, 0) as before
      from maintenance_test m window w as (partition by m.device_id order by m.link)),
    found as (select device_id, max(link) as last, (array_agg(chain order by link desc))[1] as chain,
        bool_and(chain = should and link = before + 1) as holds
      from links group by device_id)
    select device_id from found full join maintenance_test_head h using (device_id)
    where not coalesce(found.holds and found.last = h.link and found.chain = h.chain, false)
    order by device_id`.execute(db);
  return rows.map((row) => row.device_id);
}
