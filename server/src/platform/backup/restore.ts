import type pg from 'pg';
import type { InjectFault } from '../fault-injection.ts';
import type { Log } from '../log.ts';
import { migrate } from '../migrate.ts';
import type { BackupHead, Counted } from './backup.ts';
import { BackupError, readBackup, verifyBackup } from './backup-file.ts';
import { type Loaded, listBackup, loadRows } from './load-rows.ts';
import * as store from './store-catalog.ts';
import { abandonPieces, addPieces, arePiecesMissing, piecesFolder, relocatePieces } from './store-pieces.ts';

/** Reads only the head of a backup. */
export async function readHead(path: string): Promise<BackupHead> {
  for await (const record of readBackup(path)) {
    if (record.kind === 'json' && record.value.head) return record.value.head as BackupHead;
    break;
  }
  throw new BackupError(`${path} has no head`);
}

export interface Restored extends Counted {
  /** Of the history that is still to come back, by the running server, and from where. */
  readonly pieces: number;
  readonly folder: string;
}
export interface RestoreOptions {
  /** Called once the rows are committed, before the restore counts as complete. */
  readonly loaded?: () => void;
  readonly injectFault?: InjectFault;
}

/**
 * Restores an empty database from a file in one transaction. Newer migrations are applied afterwards. One that was ended
 * in the middle is continued by calling it again. The history in pieces is left to the running server.
 */
export async function restore(
  pool: pg.Pool,
  path: string,
  log: Log,
  { loaded = () => {}, injectFault = () => {} }: RestoreOptions = {},
): Promise<Restored> {
  const head = await readHead(path);
  await verifyBackup(path);
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    const begun = await store.begunRestore(client);
    if (begun === null && (await store.hasTables(client)))
      throw new BackupError('The database is not empty: a restore needs a fresh one, so that nothing is lost');
    if (begun !== null && begun.madeAt !== head.madeAt)
      throw new BackupError(`The restore of a backup of ${begun.madeAt} was begun here: call that one again`);
    if (!(await store.isAlone(client, pool)))
      throw new BackupError('A Tocsin server is running with this database: stop it before a restore');
    if (begun === null) await store.beginRestore(client, head.madeAt);
    await injectFault('restore-begun');
    if (!begun?.isLoaded) {
      await migrate(pool, log, { only: new Set(head.migrations) });
      await injectFault('restore-migrated');
    }
    const { pieces, ...counted } = begun?.isLoaded
      ? await listBackup(path)
      : await load(client, head, path, { log, injectFault });
    await injectFault('restore-loaded');
    loaded();
    await migrate(pool, log);
    await store.endRestore(client);
    return { ...counted, pieces: pieces.length, folder: piecesFolder(path) };
  } finally {
    client.release(true);
  }
}

export interface Continued {
  /** Pieces that are still to come back. */
  readonly pieces: number;
  /** Files of those that were given up. */
  readonly abandoned: readonly string[];
}
/**
 * For a backup whose pieces are still to come back: they are read beside this file from now on. Those that could not be
 * read are given up if asked. null: its rows are not completely here, or its history is.
 */
export async function continueRestore(pool: pg.Pool, path: string, doAbandon: boolean): Promise<Continued | null> {
  const { rows } = await pool.query<{ there: boolean }>(`select to_regclass('history_piece') is not null as there`);
  if (!rows[0]?.there || !(await arePiecesMissing(pool)) || (await store.begunRestore(pool)) !== null) return null;
  const { pieces } = await listBackup(path);
  const abandoned = doAbandon ? await abandonPieces(pool) : [];
  const waiting = await relocatePieces(pool, pieces, piecesFolder(path));
  return waiting + abandoned.length > 0 ? { pieces: waiting, abandoned } : null;
}

async function load(
  client: pg.PoolClient,
  head: BackupHead,
  path: string,
  { log, injectFault }: { readonly log: Log; readonly injectFault: InjectFault },
): Promise<Loaded> {
  await client.query('begin');
  try {
    const tables = await store.listTables(client);
    const known = new Map(tables.map((table) => [table.name, table.columns]));
    for (const { name } of tables) await store.quietTriggers(client, name, true);
    await store.emptyTables(client, [...known.keys()]);
    for (const partition of head.partitions) await store.makePartition(client, partition);
    const loaded = await loadRows({ client, known, log }, path);
    if (loaded.pieces.length > 0) await addPieces(client, loaded.pieces, piecesFolder(path));
    await store.freeJobs(client);
    if (known.has('public.archive_object')) await store.renewInstallation(client);
    for (const { name } of tables) await store.quietTriggers(client, name, false);
    await store.markLoaded(client);
    await injectFault('restore-written');
    await client.query('commit');
    await client.query('analyze');
    return loaded;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
