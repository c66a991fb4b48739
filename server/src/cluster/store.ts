import type pg from 'pg';

/** Duration of a lease by the database's clock, milliseconds. */
export const leaseS = 6;

export interface PartitionRow {
  readonly partition: number;
  readonly owner: string;
  readonly epoch: number;
  /** Its lease has ended, or it has no owner. */
  readonly free: boolean;
}
export interface Round {
  readonly rows: readonly PartitionRow[];
  /** Number of running processes, including this one. */
  readonly processes: readonly { readonly id: string; readonly roles: readonly string[] }[];
}

/** In one round trip: records that this process is alive, renews its leases, and reads all owners. */
export async function renew(client: pg.ClientBase, me: string, roles: readonly string[]): Promise<Round> {
  const { rows } = await client.query<{ partitions: PartitionRow[]; processes: Round['processes'] }>(
    `with me as (insert into process (id, roles, seen_until) values ($1, $2, now() + $3 * interval '1 second')
         on conflict (id) do update set roles = excluded.roles, seen_until = excluded.seen_until),
       mine as (update partition_owner set lease_until = now() + $3 * interval '1 second' where owner = $1)
     select (select json_agg(json_build_object('partition', partition, 'owner', owner, 'epoch', epoch,
         'free', owner = '' or (owner <> $1 and lease_until < now())) order by partition) from partition_owner) as partitions,
       (select coalesce(json_agg(json_build_object('id', id, 'roles', roles)), '[]')
        from process where seen_until > now() and id <> $1) as processes`,
    [me, roles, leaseS],
  );
  const [row] = rows;
  if (!row) throw new Error('partitions could not be read');
  return { rows: row.partitions, processes: [...row.processes, { id: me, roles }] };
}

/** Takes free partitions up to the given number; `all`: also owned ones, since no other process can run. */
export async function take(
  client: pg.ClientBase,
  me: string,
  most: number,
  all: boolean,
): Promise<{ partition: number; epoch: number }[]> {
  // A stalled owner's open transaction locks its rows until its session ends.
  await client.query(
    `select pg_terminate_backend(a.pid, 2000) from pg_stat_activity a
     where a.datname = current_database() and a.usename = current_user and a.application_name in
       (select 'tocsin keep ' || owner from partition_owner
        where owner not in ('', $1) group by owner having $2 or max(lease_until) < now())`,
    [me, all],
  );
  const { rows } = await client.query<{ partition: number; epoch: number }>(
    `update partition_owner set owner = $1, epoch = epoch + 1, lease_until = now() + $3 * interval '1 second'
     where partition in (select partition from partition_owner
       where owner = '' or (owner <> $1 and ($4 or lease_until < now()))
       order by random() limit $2 for update skip locked)
     returning partition, epoch`,
    [me, most, leaseS, all],
  );
  return rows;
}

/** Releases them immediately. */
export async function release(client: pg.ClientBase, me: string, partitions: readonly number[]): Promise<void> {
  await client.query(
    `update partition_owner set owner = '', lease_until = '-infinity'
    where owner = $1 and partition = any ($2)`,
    [me, partitions],
  );
}

/** Removes this process. */
export async function leave(client: pg.ClientBase, me: string): Promise<void> {
  await client.query(`delete from process where id = $1 or seen_until < now() - interval '1 day'`, [me]);
}

/** Owners without a database session: they have died. */
export async function deadOwners(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ owner: string }>(
    `select distinct owner from partition_owner where owner <> '' and not exists
       (select from pg_stat_activity a
        where a.datname = current_database() and a.application_name = 'tocsin owner ' || owner)`,
  );
  return rows.map((row) => row.owner);
}
