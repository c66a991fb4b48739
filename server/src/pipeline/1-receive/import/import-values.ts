import { readMapTime } from '../mapped/map-time.ts';

const digits = /^\d{9,19}(?:[.,]\d{1,9})?$/;
const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})[ T](\d{1,2}):(\d\d)(?::(\d\d(?:[.,]\d{1,9})?))?$/;

/**
 * Unix ms of a time in a file: ISO 8601, a day as 27.11.2026 with its time, or a count since 1970 whose unit its length
 * tells. A time without an offset is one of the zone. Throws a FrameRefusal.
 */
export function timeOf(text: string, zone: string): number {
  if (digits.test(text)) {
    const { length } = text.replace(/[.,].*/, '');
    const unit = length < 12 ? 's' : length < 15 ? 'ms' : length < 18 ? 'us' : 'ns';
    return readMapTime(text.replace(',', '.'), unit, zone, 'time');
  }
  const match = dayFirst.exec(text);
  if (!match) return readMapTime(text.length === 10 ? `${text} 00:00` : text, 'iso', zone, 'time');
  const [, day = '', month = '', year = '', hour = '', minute = '', second = '00'] = match;
  const two = (part: string): string => part.padStart(2, '0');
  return readMapTime(`${year}-${two(month)}-${two(day)} ${two(hour)}:${minute}:${second}`, 'iso', zone, 'time');
}

const noValue = /^(?:[+-]?nan|null|none|n\/a|-)?$/i;

/** A number with a decimal point or comma; NaN: no value; null: something else. */
export function numberOf(raw: string): number | null {
  const plain = Number(raw);
  // Nearly all are plain numbers; nothing at all would count as 0.
  if (Number.isFinite(plain) && (plain !== 0 || raw.includes('0'))) return plain;
  const text = raw.trim();
  if (noValue.test(text)) return Number.NaN;
  const number = text.includes('.') ? Number.NaN : Number(text.replace(',', '.'));
  if (Number.isFinite(number)) return number;
  return text === 'true' ? 1 : text === 'false' ? 0 : null;
}

/** Whether a text looks like InfluxDB's line protocol: its first line has fields after a space, and no column names. */
export function isLineProtocol(text: string): boolean {
  const first = text.split('\n', 50).find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '';
  const [key = '', fields = ''] = piecesOf(first, ' ');
  return !key.includes(';') && fields.indexOf('=') > 0;
}

/**
 * The fields of `measurement,tag=a field=1.5,other=2i 1700000000000000000`, named by measurement, tags and field, and
 * its time ('' without one).
 */
export function fieldsOf(line: string): { readonly fields: (readonly [string, string])[]; readonly time: string } {
  const [key = '', fields = '', time = ''] = piecesOf(line, ' ');
  const read = piecesOf(fields, ',').map((field) => {
    const [name = '', value = ''] = piecesOf(field, '=');
    // Whole numbers end with a letter.
    return [`${key} ${name}`.replaceAll('\\', ''), /^-?\d+[iu]$/.test(value) ? value.slice(0, -1) : value] as const;
  });
  return { fields: read, time };
}

/** Splits at a separator that is neither escaped nor between quotation marks. */
function piecesOf(text: string, separator: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === separator && !isQuoted) {
      pieces.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...pieces, text.slice(from)];
}
