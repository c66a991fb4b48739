import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import type { Log } from '../log.ts';
import type { Counted } from './backup.ts';
import { BackupError, readBackup } from './backup-file.ts';
import { type SequenceShape, setSequence } from './store-catalog.ts';
import type { Piece } from './store-pieces.ts';

/** What a file of a backup has. */
export interface Loaded extends Counted {
  readonly pieces: readonly Piece[];
}

interface Target {
  readonly client: pg.PoolClient;
  /** The columns that each table may get. */
  readonly known: ReadonlyMap<string, readonly string[]>;
  readonly log: Log;
}

/** What a file has, without storing it. */
export const listBackup = (path: string): Promise<Loaded> => readInto(null, path, { now: null });

/** Stores the rows of a file within the client's transaction. */
export async function loadRows(target: Target, path: string): Promise<Loaded> {
  const loading: { now: Loading | null } = { now: null };
  try {
    return await readInto(target, path, loading);
  } catch (error) {
    // A running COPY would block the rollback.
    await loading.now?.abandon();
    throw error;
  }
}

async function readInto(target: Target | null, path: string, loading: { now: Loading | null }): Promise<Loaded> {
  const pieces: Piece[] = [];
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
      loading.now = target && openTable(target, value.table, value.columns as string[]);
      tables++;
      target?.log.debug('Restoring a table', { name: value.table });
    }
    if (value.piece) pieces.push(value.piece as Piece);
    if (value.end) {
      if (target) for (const sequence of value.sequences as SequenceShape[]) await setSequence(target.client, sequence);
      wanted = Number(value.rows);
    }
  }
  if (target && rows !== wanted) throw new BackupError(`The backup says ${wanted} rows, but ${rows} were in it`);
  return { tables, rows: wanted, pieces };
}

function openTable({ client, known }: Target, name: string, columns: readonly string[]): Loading {
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
