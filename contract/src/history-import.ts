import { z } from 'zod';
import { endpoint, QueryFlag } from './endpoint.ts';

/** Most bytes of a file that is imported by page, and of the pieces in which it is sent. */
export const maxImportBytes = 200 * 1024 * 1024;
export const pieceBytes = 8 * 1024 * 1024;
/** Imported readings are older than this, or older than the first frame that the device sent itself. */
export const leastAgeMs = 24 * 3_600_000;
/** Lines that were not taken are listed up to this number. */
export const maxRefusals = 50;

/** Where the values of a column, or of a name in a line, go: the path of a sensor; null: nowhere. */
export const ImportColumns = z.record(z.string().max(256), z.string().nullable());
export type ImportColumns = z.infer<typeof ImportColumns>;

export const ImportRefusal = z.object({ line: z.number(), text: z.string() });

/** What was found in a piece of a file, and what became of it. */
export const ImportedPiece = z.object({
  /** wide: a column for each sensor; long: a sensor and a value in each line. */
  format: z.enum(['wide', 'long', 'line-protocol']),
  columns: ImportColumns,
  /** The first lines, with the header. */
  first: z.array(z.array(z.string())),
  lines: z.number(),
  values: z.number(),
  /** Moments that were stored, and those that were stored before. */
  stored: z.number(),
  doubled: z.number(),
  /** Lines and values that could not be taken, and the first of them. */
  refused: z.number(),
  refusals: z.array(ImportRefusal),
  /** ISO 8601; null: no value was found. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The sensors of the device, to choose from. */
  sensors: z.array(z.object({ path: z.string(), name: z.string(), unit: z.string() })),
});
export type ImportedPiece = z.infer<typeof ImportedPiece>;

const lineFeed = 0x0a;

/** The report of the pieces so far with one more. */
const withPiece = (sum: ImportedPiece, piece: ImportedPiece): ImportedPiece => ({
  ...sum,
  columns: { ...sum.columns, ...piece.columns },
  lines: sum.lines + piece.lines,
  values: sum.values + piece.values,
  stored: sum.stored + piece.stored,
  doubled: sum.doubled + piece.doubled,
  refused: sum.refused + piece.refused,
  refusals: [...sum.refusals, ...piece.refusals].slice(0, maxRefusals),
});

/**
 * Imports a file in pieces of whole lines, each with the line of names. A piece that was imported before changes nothing,
 * so that a file that was cut in the middle is simply begun again. null: a line is longer than a piece.
 */
export async function importPieces(
  size: number,
  read: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>,
  send: (bytes: readonly Uint8Array<ArrayBuffer>[], firstLine: number) => Promise<ImportedPiece>,
  onPiece: (sum: ImportedPiece, share: number) => void,
): Promise<ImportedPiece | null> {
  let sum: ImportedPiece | null = null;
  let head: Uint8Array<ArrayBuffer> = new Uint8Array();
  for (let at = 0; at < size || sum === null; ) {
    const bytes = await read(at, Math.min(at + pieceBytes, size));
    const end = at + bytes.length === size ? bytes.length : bytes.lastIndexOf(lineFeed) + 1;
    if (end === 0 && size > 0) return null;
    const hasHead = sum?.format !== 'line-protocol';
    const piece = await send([head, bytes.subarray(0, end)], (sum?.lines ?? 0) + (hasHead ? 2 : 1));
    sum = sum ? withPiece(sum, piece) : piece;
    if (at === 0 && sum.format !== 'line-protocol') head = bytes.slice(0, bytes.indexOf(lineFeed) + 1);
    at += end;
    onPiece(sum, size === 0 ? 1 : at / size);
  }
  return sum;
}

export const endpoints = {
  piece: endpoint.post('/api/v1/devices/:id/history-import/', {
    may: 'device.edit',
    programs: 'none',
    says: 'Import readings of the past from a piece of a CSV or line protocol file; the same piece again changes nothing. A form field `columns` may say, as JSON, which names are which sensors',
    query: z.object({
      /** Only says what is in the file. */
      dry_run: QueryFlag.default(false),
      /** The number of the first line after the header. */
      first_line: z.coerce.number().int().min(1).default(2),
      /** Of times without an offset; the site's when left out. */
      time_zone: z.string().max(64).optional(),
    }),
    multipart: true,
    maxBytes: 9 * 1024 * 1024,
    reply: ImportedPiece,
  }),
} as const;
