import { join } from 'node:path';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Clock } from './clock.ts';
import { SettingError } from './config.ts';
import { PacedClient } from './connect-pace.ts';
import {
  allConnections,
  allConnectionsCount,
  type Connections,
  commandConnections,
  shareConnections,
} from './connections.ts';
import { ClusterVersionError } from './embedded-postgres/cluster.ts';
import { type Address, EmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts';
import { FolderTakenError } from './embedded-postgres/folder-lock.ts';
import { rememberedSocketFolder } from './embedded-postgres/socket-folder.ts';
import type { Log } from './log.ts';

import { preparedMark, preparingPool } from './preparing-pool.ts';
import type { Tables } from './tables.ts';
import { finishUpgrade, upgradePostgres } from './upgrade-postgres.ts';

/** Access to the database for features. */
export type Db = Kysely<Tables>;

/** Access within a transaction. */
export type Trx = Transaction<Tables>;

/** What most features depend on. */
export interface DbAndClock {
  readonly db: Db;
  readonly clock: Clock;
}

/**
 * At the beginning of a query that every call of the API makes: each connection parses and plans it once instead of each
 * time. For queries with explicit columns and a single good plan, whatever their parameters.
 */
export const prepared = sql.raw(preparedMark);

export interface Database {
  /** For Kysely. Transactions: `db.transaction().execute(async (trx) => ...)`. */
  readonly db: Db;
  /** The same connections for hand-written SQL. */
  readonly pool: pg.Pool;
  /** For components with their own connections: the frame writer, jobs, worker threads. */
  readonly address: Address | string;
  /** How many connections each part of the process may open. */
  readonly connections: Connections;
  close(): Promise<void>;
}

export interface PoolOptions {
  readonly max?: number;
  /** Shown in pg_stat_activity. */
  readonly name?: string;
  /** 0: none. */
  readonly statementTimeoutMs?: number;
}

/** int8 and numeric as numbers: no count or id exceeds 2^53. A date stays text, since it has no zone. */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.NUMERIC, Number],
  [pg.types.builtins.DATE, (text) => text],
]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' ? parsers.get(oid) : undefined) ?? pg.types.getTypeParser(oid, format),
};

/** Connection options for `pg` with our type parsers. */
export function connectionOf(address: Address | string): pg.ClientConfig {
  return typeof address === 'string' ? { connectionString: address, types } : { ...address, ssl: false, types };
}

export function openPool(address: Address | string, log: Log, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOf(address),
    Client: PacedClient,
    max: options.max ?? allConnections.main,
    application_name: options.name ?? 'tocsin',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: options.statementTimeoutMs ?? 60_000,
    keepAlive: true,
  });
  // The pool discards a broken idle connection; without a listener the error would end the process.
  const broke = (error: Error) => {
    // The embedded database may end before it has read the last disconnect.
    if (!pool.ending) log.warn('A database connection failed', { error: error.message });
  };
  pool.on('error', broke);
  pool.on('connect', (client) => client.on('error', broke));
  return pool;
}

export function openDatabase(
  address: Address | string,
  log: Log,
  options: PoolOptions & { readonly connections?: Connections } = {},
): Database {
  const pool = openPool(address, log, options);
  const { connections = allConnections } = options;
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });
  const close = async () => {
    await db.destroy();
    // Kysely ends the pool only if it was ever used.
    if (!pool.ending) await pool.end();
  };
  return { db, pool, address, connections, close };
}

/** Runs `work` in one transaction of hand-written SQL. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs `work` while no other process runs work of the same name. */
export async function oneAtATime<T>(pool: pg.Pool, name: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('tocsin'), hashtext($1))`, [name]);
    return await work();
  } finally {
    // The session holds the lock.
    client.release(true);
  }
}

/** The settings that select the database. */
export interface DatabaseConfig {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** Connections of an external database that others use; absent: none. */
  readonly databaseOthers?: number;
  /** Included in the backup before an upgrade; the data folder's secret when not set. */
  readonly secret?: string | null;
}

export interface RunningDatabase extends Database {
  /** Closes the connections and stops the embedded database, if any. */
  stop(): Promise<void>;
}

/** Starts the configured database: external with DATABASE_URL, otherwise embedded in the data folder. */
export async function startDatabase(config: DatabaseConfig, log: Log): Promise<RunningDatabase> {
  const embedded = config.databaseUrl ? null : await startEmbedded(config, log.with({ part: 'database' }));
  const address = embedded?.address ?? config.databaseUrl ?? '';
  const database = openDatabase(address, log);
  const stop = async () => {
    await database.close();
    await embedded?.postgres.stop();
  };
  try {
    await refuseOldPostgres(database.pool).catch((error: unknown) => {
      throw embedded ? error : asSettingError(error);
    });
    if (embedded) return { ...database, stop };
    const connections = await connectionsOf(database.pool, config.databaseOthers ?? 0, log);
    database.pool.options.max = connections.main;
    return { ...database, connections, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Divides what an external database allows, and says so in the log when it is less than wanted. */
async function connectionsOf(pool: pg.Pool, others: number, log: Log): Promise<Connections> {
  const { rows } = await pool.query<{ allowed: number; reserved: number }>(
    `select current_setting('max_connections')::int as allowed,
       current_setting('superuser_reserved_connections')::int
         + coalesce(current_setting('reserved_connections', true), '0')::int as reserved`,
  );
  const { allowed = 0, reserved = 0 } = rows[0] ?? {};
  const available = allowed - reserved - others;
  const { connections, count } = shareConnections(available);
  if (count > available)
    log.warn('The database allows fewer connections than Tocsin needs: raise max_connections', {
      allowed,
      reserved,
      others,
      needed: count,
    });
  else if (count < allConnectionsCount)
    log.warn('The database allows fewer connections than Tocsin would use: its pools are smaller', {
      allowed,
      reserved,
      others,
      used: count,
      wanted: allConnectionsCount,
    });
  return connections;
}

/** Starts the cluster of the data folder, after upgrading one of an older major version. */
async function startEmbedded(config: DatabaseConfig, log: Log) {
  finishUpgrade(config.dataDir, log);
  const make = () => new EmbeddedPostgres({ folder: join(config.dataDir, 'postgres'), log });
  try {
    const postgres = make();
    return { postgres, address: await postgres.start() };
  } catch (error) {
    if (!(error instanceof ClusterVersionError) || error.foundVersion > error.ours) throw error;
    await upgradePostgres({
      ...config,
      secret: config.secret ?? null,
      foundVersion: error.foundVersion,
      ours: error.ours,
      log,
    });
    const postgres = make();
    return { postgres, address: await postgres.start() };
  }
}

/** For the command line: the same database, also while a server uses it. */
export async function reachDatabase(config: DatabaseConfig, log: Log): Promise<RunningDatabase> {
  try {
    return await startDatabase(config, log);
  } catch (error) {
    const host =
      error instanceof FolderTakenError ? rememberedSocketFolder(join(config.dataDir, 'postgres', 'socket')) : null;
    if (host === null) throw error;
    const database = openDatabase({ host, port: 5432, user: 'tocsin', database: 'tocsin' }, log, {
      name: 'tocsin command',
      max: commandConnections,
    });
    return { ...database, stop: database.close };
  }
}

/** Connection problems of an external database are the operator's to fix. */
function asSettingError(error: unknown): SettingError {
  if (error instanceof SettingError) return error;
  // When a name has several addresses, the reasons are nested.
  const reasons = error instanceof AggregateError ? error.errors : [error];
  const why = reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason))).join(', ');
  return new SettingError(`DATABASE_URL can't be used: ${why}`, { cause: error });
}

async function refuseOldPostgres(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: string; encoding: string }>(
    `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
  );
  const [row] = rows;
  if (Number(row?.version) < 150_000)
    throw new SettingError(`DATABASE_URL must name a PostgreSQL 15 or newer, not ${row?.version}`);
  if (row?.encoding !== 'UTF8')
    throw new SettingError(`DATABASE_URL must name a database with encoding UTF8, not ${row?.encoding}`);
}
