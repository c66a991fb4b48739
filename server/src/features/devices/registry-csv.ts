import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BadRow } from '@tocsin/contract/device-registry';
import { type DeviceType, shippedTypes } from '@tocsin/contract/device-type';
import { parse } from 'csv-parse';
import { badField } from '../../platform/errors.ts';
import { hasMoreThan } from '../../platform/occurrences.ts';
import { openPrefix } from './codes.ts';

/** A manufactured unit as a row of the operator's file. */
export interface Unit {
  readonly line: number;
  readonly serialNumber: string;
  readonly code: string;
  /** The code of its type. */
  readonly type: string;
}

export interface RegistryFile {
  readonly good: readonly Unit[];
  readonly bad: readonly BadRow[];
}

const columns = ['serial_number', 'code', 'device_type'] as const;
const maxRows = 200_000;
/** Characters that are parsed in one turn of the event loop. */
const sliceLength = 64 * 1024;
const tooManyRows = `At most ${maxRows} rows can be taken at once`;

/** A type that units of the registry may have, by code or label. */
export type UnitType = Pick<DeviceType, 'code' | 'label'>;

/**
 * Parses a CSV file of units in slices, so that a long one holds up nothing else: columns in any order, comma or
 * semicolon, unknown columns ignored. Throws when it is not such a file; bad rows are reported with their line.
 */
export async function readRegistryFile(
  bytes: Uint8Array,
  types: readonly UnitType[] = Object.values(shippedTypes),
): Promise<RegistryFile> {
  const typeOf = new Map(types.flatMap(({ code, label }) => [code, label].map((name) => [name.toLowerCase(), code])));
  const text = decodeCsv(bytes);
  // Counted before the rows are built; a file of 200,000 rows has a header and a line end beside them.
  if (hasMoreThan(text, '\n', maxRows + 2)) throw badField('file', tooManyRows);
  const good: Unit[] = [];
  const bad: BadRow[] = [];
  const lineOf = new Map<string, number>();
  let columnAt: ColumnAt | null = null;
  let count = 0;
  for await (const { record, line } of csvRows(text)) {
    if (columnAt === null) {
      columnAt = columnsOf(record);
      continue;
    }
    if (++count > maxRows) throw badField('file', tooManyRows);
    const cell = (index: number): string => (record[index] ?? '').trim();
    if (record.every((value) => value.trim() === '')) continue;
    const serialNumber = cell(columnAt.serial);
    const code = cell(columnAt.code);
    const type = typeOf.get(cell(columnAt.type).toLowerCase());
    const wrong = wrongIn(serialNumber, code, type, cell(columnAt.type), lineOf.get(serialNumber));
    if (wrong !== null || type === undefined) {
      bad.push({ line, serial_number: serialNumber.slice(0, 64), text: wrong ?? '' });
      continue;
    }
    lineOf.set(serialNumber, line);
    good.push({ line, serialNumber, code, type });
  }
  if (columnAt === null) columnsOf([]);
  if (good.length + bad.length === 0) throw badField('file', 'The file has no rows');
  return { good, bad };
}

type ColumnAt = Readonly<Record<'serial' | 'code' | 'type', number>>;

/** Finds the columns by the file's first line; throws when one is missing. */
function columnsOf(header: readonly string[]): ColumnAt {
  const names = header.map((name) => name.trim().toLowerCase());
  const at = (name: (typeof columns)[number]) => names.indexOf(name);
  if (columns.some((name) => at(name) < 0))
    throw badField('file', `The first line must name the columns ${columns.join(', ')}`);
  return { serial: at('serial_number'), code: at('code'), type: at('device_type') };
}

// A serial number is a user name in MQTT and Basic authentication, where a colon would end it.
const serialPattern = /^[\x21-\x39\x3b-\x7e]{1,64}$/;
const codePattern = /^[\x20-\x7e]{4,64}$/;

function wrongIn(
  serialNumber: string,
  code: string,
  type: string | undefined,
  typeText: string,
  before: number | undefined,
): string | null {
  if (serialNumber.toUpperCase().startsWith(openPrefix)) return `Serial numbers with ${openPrefix} are made by Tocsin`;
  if (serialNumber === '') return 'The serial number is missing';
  if (!serialPattern.test(serialNumber))
    return 'A serial number has 1 to 64 letters, digits and signs, no space or colon';
  if (code === '') return 'The code is missing';
  if (!codePattern.test(code)) return 'A code has 4 to 64 letters, digits and signs';
  if (type === undefined)
    return typeText === '' ? 'The device type is missing' : `The device type '${typeText.slice(0, 20)}' is unknown`;
  if (before !== undefined) return `The serial number stands in line ${before} already`;
  return null;
}

/** The text of a CSV file; throws when it is not UTF-8. */
export function decodeCsv(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badField('file', 'The file must be CSV text in UTF-8');
  }
}

interface Row {
  readonly record: readonly string[];
  readonly line: number;
}

/** Rows with their lines, in slices: comma, semicolon or tab by the first line. */
export async function* csvRows(text: string): AsyncGenerator<Row> {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const delimiter = first.includes(',') ? ',' : first.includes(';') ? ';' : first.includes('\t') ? '\t' : ',';
  const parser = Readable.from(slicesOf(text)).compose(
    parse({ bom: true, delimiter, relax_column_count: true, info: true, skip_empty_lines: true }),
  );
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      yield { record, line: info.lines };
  } catch (error) {
    const lines = error instanceof Error && 'lines' in error ? ` near line ${String(error.lines)}` : '';
    throw badField('file', `The file can't be read as CSV${lines}`);
  }
}

async function* slicesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += sliceLength) {
    yield text.slice(at, at + sliceLength);
    await nextTurn();
  }
}
