import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Log } from '../log.ts';
import { isCitus } from '../store-citus.ts';
import { BackupError, BackupWriter } from './backup-file.ts';
import * as store from './store-catalog.ts';
import { arePiecesMissing, piecesBefore, piecesFolder } from './store-pieces.ts';
import { copyRows, PieceFolder, pieceTables, planPieces } from './write-pieces.ts';

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
export interface BackedUp extends Counted {
  /** Bytes of all files. */
  readonly bytes: number;
}

export const markOf = (secret: string): string =>
  createHash('sha256').update(`tocsin ${secret}`).digest('hex').slice(0, 16);

/**
 * Writes all data as of one moment, while the server keeps running. Only the tables' definitions are locked. The file has
 * the catalogue, which is all but the history that is older than some hours; that follows in pieces, in a folder beside
 * it. `isWhole`: everything is in the file, as earlier versions can restore it.
 */
export async function backup(
  pool: pg.Pool,
  path: string,
  secret: { readonly value: string; readonly fromFolder: boolean },
  log: Log,
  isWhole = false,
): Promise<BackedUp> {
  const client = await pool.connect();
  const writer = new BackupWriter(path);
  let folder: PieceFolder | null = null;
  try {
    if ((await isCitus(client)) && !(await store.isAlone(client, pool)))
      throw new BackupError('On Citus a backup is as of one moment only while nothing is stored: stop every process');
    await client.query('set statement_timeout = 0');
    await client.query('begin isolation level repeatable read read only');
    if (!isWhole && (await arePiecesMissing(client)))
      throw new BackupError('History of a restored backup is still coming back: wait until it is complete');
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
    const before = isWhole ? null : await piecesBefore(client);
    let rows = 0;
    for (const table of tables) {
      await writer.json({ table: table.name, columns: table.columns });
      rows += await copyRows(client, selectOf(table, before), writer);
      log.debug('Backed up a table', { name: table.name });
    }
    const catalogueRows = rows;
    let bytes = 0;
    const spans = before === null ? [] : await planPieces(client, head.partitions, before);
    if (spans.length > 0) folder = await PieceFolder.open(piecesFolder(path));
    for (const span of spans) {
      const written = await folder?.write(client, tables, span);
      if (!written) continue;
      await writer.json({ piece: written.piece });
      rows += written.rows;
      bytes += written.piece.bytes;
    }
    await folder?.sync();
    // Sequences are not part of the snapshot: read last, they are beyond every id in it.
    const mark = await writer.end({ sequences: await store.listSequences(client), rows: catalogueRows });
    const complete = folder;
    folder = null;
    await complete?.keepOnlyOwn();
    return { tables: tables.length, rows, bytes: bytes + mark.bytes };
  } catch (error) {
    await writer.abandon();
    await folder?.abandon();
    throw error;
  } finally {
    await client.query('rollback').catch(() => {});
    client.release(true);
  }
}

/**
 * The rows of a table that the file has. Without history in pieces, and without live frames that are in chunks already,
 * unless a rule's window may need them.
 */
function selectOf({ name, columns }: store.TableShape, before: number | null): string {
  const list = columns.map((column) => `t.${column}`).join(', ');
  // COPY cannot read a partitioned table by name.
  const all = `select ${list} from ${name} t`;
  if (before === null) return all;
  if (pieceTables.includes(name)) return `${all} where t0 >= ${before}`;
  if (name !== 'public.frame' && name !== 'public.frame_bundle') return all;
  const chunk = 'select 1 from chunk c where c.device_id = t.device_id and c.t0 = t.ts - t.ts % 3600000';
  return `${all} where not exists (${chunk})
    union all ${all} where exists (${chunk})
      and exists (select 1 from rule_window w where w.device_id = t.device_id and t.ts >= w.ts - 7200000)`;
}
