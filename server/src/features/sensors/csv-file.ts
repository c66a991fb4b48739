import { parse } from 'csv-parse/sync';
import type { FastifyRequest } from 'fastify';
import { badField, Refusal } from '../../platform/errors.ts';
import { readFile } from '../../platform/http/form.ts';
import { hasMoreThan } from '../../platform/occurrences.ts';

/** A line of an imported file: its cells by column in lowercase, and its number in the file. */
export interface CsvLine {
  readonly record: Readonly<Partial<Record<string, string>>>;
  readonly info: { readonly lines: number };
}

const maxLines = 50_000;
const maxCells = 500_000;

/** The file of a call; throws 400 without one and 413 beyond `maxBytes`. */
export async function fileOf({ request }: { readonly request: FastifyRequest }, maxBytes: number): Promise<Buffer> {
  const file = await readFile(request, maxBytes);
  if (file?.name !== 'file') throw badField('file', 'Please choose a file.');
  if (file.isCut) throw new Refusal('too-large');
  return file.bytes;
}

/** Parses an imported file with a header and a line length of at most `lineLength`. Throws 400 at `file`. */
export function csvLines(file: Buffer, lineLength: number): readonly [CsvLine, ...CsvLine[]] {
  const text = file.toString('latin1');
  if (hasMoreThan(text, '\n', maxLines) || hasMoreThan(text, ',', maxCells))
    throw badField('file', `A file has at most ${maxLines} lines and ${maxCells} cells.`);
  let lines: readonly CsvLine[];
  try {
    lines = parse(file, {
      columns: (head: string[]) => head.map((name) => name.trim().toLowerCase()),
      bom: true,
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: lineLength,
    });
  } catch (error) {
    throw badField('file', `The file is not a CSV: ${error instanceof Error ? error.message : 'it cannot be read'}`);
  }
  const [first, ...rest] = lines;
  if (!first) throw badField('file', 'The file has no rows.');
  return [first, ...rest];
}

/** A cell without the prefix with which exports escape formulas. */
export const unescaped = (cell: string): string =>
  cell
    .trim()
    .replace(/^'(?=[=+\-@\t\r])/, '')
    .replaceAll('\u0000', '');
