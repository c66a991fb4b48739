import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Log } from '../log.ts';
import { isCitus } from '../store-citus.ts';
import { BackupError, BackupWriter } from './backup-file.ts';
import * as store from './store-catalog.ts';

/** Head of a backup. */
export interface BackupHead {
  readonly madeAt: string;
  readonly postgres: string;
  readonly migrations: readonly string[];
  readonly partitions: readonly store.PartitionShape[];
  /**
   * The secret of the data folder, with which codes are encrypted; null: it comes from the settings and is not
   * included.
   */
  readonly secret: string | null;
  /** Fingerprint that shows whether two installations have the same secret, without revealing it. */
  readonly secretMark: string;
}

export interface Counted {
  readonly tables: number;
  readonly rows: number;
}

export const markOf = (secret: string): string =>
  createHash('sha256').update(`tocsin ${secret}`).digest('hex').slice(0, 16);

/**
 * Writes every table to a file as of one moment, while the server keeps running. Only the tables' definitions are
 * locked.
 */
export async function backup(
  pool: pg.Pool,
  path: string,
  secret: { readonly value: string; readonly fromFolder: boolean },
  log: Log,
): Promise<Counted> {
  const client = await pool.connect();
  const writer = new BackupWriter(path);
  try {
    if ((await isCitus(client)) && (await store.othersAtWork(client)) > pool.totalCount - 1)
      throw new BackupError('On Citus a backup is as of one moment only while nothing is stored: stop every process');
    await client.query('set statement_timeout = 0');
    await client.query('begin isolation level repeatable read read only');
    const version = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
    const head: BackupHead = {
      madeAt: new Date().toISOString(),
      postgres: version.rows[0]?.version ?? '',
      migrations: await store.listMigrations(client),
      partitions: await store.listPartitions(client),
      secret: secret.fromFolder ? secret.value : null,
      secretMark: markOf(secret.value),
    };
    await writer.json({ head });
    const tables = await store.listTables(client);
    let rows = 0;
    for (const { name, columns } of tables) {
      await writer.json({ table: name, columns });
      rows += await copyTable(client, name, columns, writer);
      log.debug('Backed up a table', { name });
    }
    // Sequences are not part of the snapshot: read last, they are beyond every id in it.
    await writer.end({ sequences: await store.listSequences(client), rows });
    return { tables: tables.length, rows };
  } catch (error) {
    await writer.abandon();
    throw error;
  } finally {
    await client.query('rollback').catch(() => {});
    client.release(true);
  }
}

async function copyTable(
  client: pg.PoolClient,
  name: string,
  columns: readonly string[],
  writer: BackupWriter,
): Promise<number> {
  // COPY cannot read a partitioned table by name.
  const stream = client.query(copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout binary`));
  for await (const chunk of stream) await writer.data(chunk);
  return stream.rowCount ?? 0;
}
