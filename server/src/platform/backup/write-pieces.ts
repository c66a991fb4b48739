import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { dayMs } from '../partitions.ts';
import { BackupWriter, syncFolder } from './backup-file.ts';
import type { PartitionShape, TableShape } from './store-catalog.ts';
import { type Piece, type PieceSpan, sizesOfDays } from './store-pieces.ts';

/** Columns of these tables that grow with history, in pieces. */
export const pieceTables: readonly string[] = ['public.chunk', 'public.slots'];
/** Bytes of one piece, unless a device has more in a day. */
const pieceBytes = 64e6;

/** Writes a select's rows as the data of a table; returns their number. */
export async function copyRows(client: pg.ClientBase, select: string, writer: BackupWriter): Promise<number> {
  const stream = client.query(copyTo(`copy (${select}) to stdout binary`));
  for await (const part of stream) await writer.data(part);
  return stream.rowCount ?? 0;
}

/** The pieces of the hours before a moment, the latest day first. A piece is of one day, and so of one partition. */
export async function planPieces(
  client: pg.ClientBase,
  partitions: readonly PartitionShape[],
  before: number,
): Promise<PieceSpan[]> {
  const months = new Set(
    partitions.flatMap(({ parent, name }) => (pieceTables.includes(parent) ? [name.slice(-6)] : [])),
  );
  const spans: (PieceSpan & { bytes: number })[] = [];
  for (const month of [...months].sort().reverse()) {
    const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(4))];
    const end = Math.min(Date.UTC(year, number), before);
    for (const { day, device, bytes } of await sizesOfDays(client, Date.UTC(year, number - 1), end)) {
      const last = spans.at(-1);
      if (last?.from === day && last.bytes + bytes <= pieceBytes)
        spans.splice(-1, 1, { ...last, deviceTo: device, bytes: last.bytes + bytes });
      else spans.push({ from: day, to: Math.min(day + dayMs, before), deviceFrom: device, deviceTo: device, bytes });
    }
  }
  return spans;
}

/** Writes pieces into a folder. Unchanged ones keep their names, so that a copy elsewhere needs only the others. */
export class PieceFolder {
  readonly #folder: string;
  readonly #before: ReadonlySet<string>;
  readonly #named = new Set<string>();

  private constructor(folder: string, before: readonly string[]) {
    this.#folder = folder;
    this.#before = new Set(before);
  }

  static async open(folder: string): Promise<PieceFolder> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new PieceFolder(folder, await readdir(folder));
  }

  async write(client: pg.ClientBase, tables: readonly TableShape[], span: PieceSpan) {
    const file = join(this.#folder, 'next');
    const writer = new BackupWriter(file);
    try {
      let rows = 0;
      for (const { name, columns } of tables.filter((table) => pieceTables.includes(table.name))) {
        await writer.json({ table: name, columns });
        rows += await copyRows(
          client,
          `select ${columns.join(', ')} from ${name} where t0 >= ${span.from} and t0 < ${span.to}
             and device_id between ${span.deviceFrom} and ${span.deviceTo} order by device_id, t0, part`,
          writer,
        );
      }
      const mark = await writer.end({ sequences: [], rows });
      const day = new Date(span.from).toISOString().slice(0, 10);
      const piece: Piece = {
        name: `${day}-${span.deviceFrom}-${mark.sha256.slice(0, 16)}.piece`,
        ...mark,
        from: span.from,
        to: span.to,
        deviceFrom: span.deviceFrom,
        deviceTo: span.deviceTo,
      };
      this.#named.add(piece.name);
      await rename(file, join(this.#folder, piece.name));
      return { piece, rows };
    } catch (error) {
      await writer.abandon();
      throw error;
    }
  }

  async sync(): Promise<void> {
    await syncFolder(this.#folder);
  }

  /** The backup is complete: pieces of a former one with its name are no longer needed. */
  async keepOnlyOwn(): Promise<void> {
    for (const name of await readdir(this.#folder))
      if (!this.#named.has(name)) await rm(join(this.#folder, name), { force: true });
  }

  /** The backup failed: what a former one with its name has stays. */
  async abandon(): Promise<void> {
    for (const name of this.#named) if (!this.#before.has(name)) await rm(join(this.#folder, name), { force: true });
  }
}
