import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Schemas that are backed up: our tables and those of the queued jobs, without the lists of migrations. */
const schemas = ['public', 'graphile_worker'];
const left = ['public.migration', 'graphile_worker.migrations'];

export interface TableShape {
  /** `schema.name`, quoted where needed. */
  readonly name: string;
  readonly columns: readonly string[];
}

/** Tables ordered so that each comes after those that it references. Partitions come with their parents. */
export async function listTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<{ oid: number; name: string; columns: string[]; refers: number[] }>(
    `select c.oid::int, format('%I.%I', n.nspname, c.relname) as name,
       array(select quote_ident(attname) from pg_attribute
             where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       array(select confrelid::int from pg_constraint where conrelid = c.oid and contype = 'f' and confrelid <> c.oid)
         as refers
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind in ('r', 'p') and not c.relispartition
       and format('%s.%s', n.nspname, c.relname) <> all ($2)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by name`,
    [schemas, left],
  );
  const sorted: typeof rows = [];
  const placed = new Set<number>();
  const known = new Set(rows.map((row) => row.oid));
  while (sorted.length < rows.length) {
    const ready = rows.filter(
      (row) => !placed.has(row.oid) && row.refers.every((oid) => placed.has(oid) || !known.has(oid)),
    );
    if (ready.length === 0) throw new Error('tables reference each other in a cycle');
    for (const row of ready) placed.add(row.oid);
    sorted.push(...ready);
  }
  return sorted.map(({ name, columns }) => ({ name, columns }));
}

export interface PartitionShape {
  readonly parent: string;
  readonly name: string;
  /** `FOR VALUES FROM (..) TO (..)`. */
  readonly bound: string;
  readonly options: readonly string[] | null;
}
/** The existing partitions with their bounds, which a restore creates again. */
export async function listPartitions(client: pg.ClientBase): Promise<PartitionShape[]> {
  const { rows } = await client.query<PartitionShape>(
    `select format('%I.%I', pn.nspname, p.relname) as parent, format('%I.%I', n.nspname, c.relname) as name,
       pg_get_expr(c.relpartbound, c.oid) as bound, c.reloptions as options
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace
     where n.nspname = any ($1) and c.relispartition and c.relkind = 'r' and not i.inhdetachpending order by 1, 2`,
    [schemas],
  );
  return rows;
}

/** Creates the partition with its former bounds and settings. */
export async function makePartition(client: pg.ClientBase, { parent, name, bound, options }: PartitionShape) {
  const settings = options && options.length > 0 ? ` with (${options.join(', ')})` : '';
  await client.query(`create table ${name} partition of ${parent} ${bound}${settings}`);
}

export interface SequenceShape {
  readonly name: string;
  /** null: not used yet. */
  readonly last: number | null;
}
/** Every sequence with its last value. */
export async function listSequences(client: pg.ClientBase): Promise<SequenceShape[]> {
  const { rows } = await client.query<SequenceShape>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as last from pg_sequences
     where schemaname = any ($1) order by 1`,
    [schemas],
  );
  return rows;
}

/** Sets a sequence, so that the next value follows `last`. */
export async function setSequence(client: pg.ClientBase, { name, last }: SequenceShape): Promise<void> {
  if (last !== null) await client.query('select setval($1::regclass, $2)', [name, last]);
}

/** The applied migrations, in order. */
export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migration order by name');
  return rows.map((row) => row.name);
}

/** Whether this database contains tables of Tocsin. */
export async function hasTables(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind in ('r', 'p')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
    [schemas],
  );
  return rows.length > 0;
}

/** A restore that was begun here and is not complete. */
export interface BegunRestore {
  /** Of which backup. */
  readonly madeAt: string;
  /** Its rows are committed; migrations may be missing. */
  readonly isLoaded: boolean;
}
/** In a schema of its own, because it must be there before and after all tables are emptied. */
export async function begunRestore(client: Pick<pg.ClientBase, 'query'>): Promise<BegunRestore | null> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('tocsin_restore.backup') is not null as there`,
  );
  if (!rows[0]?.there) return null;
  const begun = await client.query('select made_at as "madeAt", is_loaded as "isLoaded" from tocsin_restore.backup');
  return begun.rows[0] ?? null;
}

export async function beginRestore(client: pg.ClientBase, madeAt: string): Promise<void> {
  await client.query('begin');
  await client.query('create schema tocsin_restore');
  await client.query('create table tocsin_restore.backup (made_at text, is_loaded boolean)');
  await client.query('insert into tocsin_restore.backup values ($1, false)', [madeAt]);
  await client.query('commit');
}

/** Within the transaction that restores the rows. */
export async function markLoaded(client: pg.ClientBase): Promise<void> {
  await client.query('update tocsin_restore.backup set is_loaded = true');
}

export async function endRestore(client: pg.ClientBase): Promise<void> {
  await client.query('drop schema tocsin_restore cascade');
}

/** Database sessions of running Tocsin processes. */
async function othersAtWork(client: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'tocsin%'`,
  );
  return rows[0]?.n ?? 0;
}

/** Whether this pool has the only ones. A session that was just closed may still be listed: that is waited for. */
export async function isAlone(client: Pick<pg.ClientBase, 'query'>, pool: pg.Pool): Promise<boolean> {
  for (let tries = 0; tries < 30; tries++) {
    if ((await othersAtWork(client)) < pool.totalCount) return true;
    await sleep(100);
  }
  return false;
}

/** Disables triggers: restored rows are not computed, announced or refused again. */
export async function quietTriggers(client: pg.ClientBase, table: string, quiet: boolean): Promise<void> {
  await client.query(`alter table ${table} ${quiet ? 'disable' : 'enable'} trigger user`);
}

/** Empties all tables in one statement, regardless of references. */
export async function emptyTables(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  await client.query(`truncate ${tables.join(', ')}`);
}

/** Unlocks jobs that were running, so that they run again. */
export async function freeJobs(client: pg.ClientBase): Promise<void> {
  await client.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null');
  await client.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null');
}

/**
 * With archived days a restored copy is another installation, so that it deletes no objects that the one of the backup
 * may still need.
 */
export async function renewInstallation(client: pg.ClientBase): Promise<void> {
  await client.query('update installation set id = gen_random_uuid() where exists (select from archive_object)');
}

/** Records the backup, so that its age can be monitored (`tocsin_backup_age_seconds`). */
export const noteBackup = async (
  pool: pg.Pool,
  backup: { readonly at: Date; readonly rows: number; readonly bytes: number; readonly seconds: number },
): Promise<void> => {
  await pool.query('insert into backup_record (created_at, rows, bytes, seconds) values ($1, $2, $3, $4)', [
    backup.at,
    backup.rows,
    backup.bytes,
    backup.seconds,
  ]);
};
