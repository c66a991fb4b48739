import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import type { Log } from '../log.ts';
import { migrate } from '../migrate.ts';
import type { BackupHead, Counted } from './backup.ts';
import { BackupError, readBackup, verifyBackup } from './backup-file.ts';
import * as store from './store-catalog.ts';

/** Reads only the head of a backup. */
export async function readHead(path: string): Promise<BackupHead> {
  for await (const record of readBackup(path)) {
    if (record.kind === 'json' && record.value.head) return record.value.head as BackupHead;
    break;
  }
  throw new BackupError(`${path} has no head`);
}

/** Restores an empty database from a file in one transaction. Newer migrations are applied afterwards. */
export async function restore(pool: pg.Pool, path: string, log: Log): Promise<Counted> {
  const head = await readHead(path);
  await verifyBackup(path);
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    if ((await store.othersAtWork(client)) > pool.totalCount - 1)
      throw new BackupError('A Tocsin server is running with this database: stop it before a restore');
    if (await store.hasTables(client))
      throw new BackupError('The database is not empty: a restore needs a fresh one, so that nothing is lost');
    await migrate(pool, log, { only: new Set(head.migrations) });
    const counted = await load(client, head, path, log);
    await migrate(pool, log);
    return counted;
  } finally {
    client.release(true);
  }
}

async function load(client: pg.PoolClient, head: BackupHead, path: string, log: Log): Promise<Counted> {
  await client.query('begin');
  try {
    const tables = await store.listTables(client);
    const known = new Map(tables.map((table) => [table.name, table.columns]));
    for (const { name } of tables) await store.quietTriggers(client, name, true);
    await store.emptyTables(client, [...known.keys()]);
    for (const partition of head.partitions) await store.makePartition(client, partition);
    const counted = await loadTables(client, path, known, log);
    await store.freeJobs(client);
    if (known.has('public.archive_object')) await store.renewInstallation(client);
    for (const { name } of tables) await store.quietTriggers(client, name, false);
    await client.query('commit');
    await client.query('analyze');
    return counted;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function loadTables(
  client: pg.PoolClient,
  path: string,
  known: ReadonlyMap<string, readonly string[]>,
  log: Log,
): Promise<Counted> {
  const loading: { now: Loading | null } = { now: null };
  try {
    return await readInto(client, path, known, loading, log);
  } catch (error) {
    // A running COPY would block the rollback.
    await loading.now?.abandon();
    throw error;
  }
}

async function readInto(
  client: pg.PoolClient,
  path: string,
  known: ReadonlyMap<string, readonly string[]>,
  loading: { now: Loading | null },
  log: Log,
): Promise<Counted> {
  let tables = 0;
  let rows = 0;
  let wanted = -1;
  for await (const record of readBackup(path)) {
    if (record.kind === 'data') {
      await loading.now?.write(record.bytes);
      continue;
    }
    rows += (await loading.now?.end()) ?? 0;
    loading.now = null;
    const { value } = record;
    if (typeof value.table === 'string') {
      loading.now = openTable(client, value.table, value.columns as string[], known);
      tables++;
      log.debug('Restoring a table', { name: value.table });
    }
    if (value.end) {
      for (const sequence of value.sequences as store.SequenceShape[]) await store.setSequence(client, sequence);
      wanted = Number(value.rows);
    }
  }
  if (rows !== wanted) throw new BackupError(`The backup says ${wanted} rows, but ${rows} were in it`);
  return { tables, rows };
}

function openTable(
  client: pg.PoolClient,
  name: string,
  columns: readonly string[],
  known: ReadonlyMap<string, readonly string[]>,
): Loading {
  const own = known.get(name);
  const strange = columns.filter((column) => !own?.includes(column));
  if (!own || strange.length > 0)
    throw new BackupError(`The backup has ${name} ${strange.join(', ')}, which this version does not know`);
  return new Loading(client, `copy ${name} (${columns.join(', ')}) from stdin binary`);
}

/** One running COPY into the database. */
class Loading {
  readonly #stream: CopyStreamQuery;
  readonly #done: Promise<void>;

  constructor(client: pg.PoolClient, statement: string) {
    const stream = client.query(copyFrom(statement));
    this.#stream = stream;
    this.#done = new Promise((resolve, reject) => {
      stream.on('finish', () => resolve());
      stream.on('error', reject);
    });
    this.#done.catch(() => {});
  }

  async write(bytes: Buffer): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      // The buffer is reused by the next read.
      this.#stream.write(Buffer.from(bytes), (error) => (error ? reject(error) : resolve()));
    });
    await Promise.race([written, this.#done]);
  }

  async abandon(): Promise<void> {
    this.#stream.destroy(new Error('abandoned'));
    await this.#done.catch(() => {});
  }

  async end(): Promise<number> {
    this.#stream.end();
    await this.#done;
    return this.#stream.rowCount ?? 0;
  }
}
