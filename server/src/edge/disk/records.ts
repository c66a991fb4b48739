import { crc32 } from 'node:zlib';

/** A record on disk: length and CRC-32 of its text, both 32 bits little-endian, then the text in UTF-8. */
export const headBytes = 8;
/** A frame of 1,000 sensors with texts has about 40 kB; a segment's first record holds the state of every device. */
const maxRecordBytes = 64 * 1024 * 1024;

/** Packs texts one after the other, as they are appended to a segment. */
export function packRecords(texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const out = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length + headBytes, 0));
  let at = 0;
  texts.forEach((text, index) => {
    const length = lengths[index] ?? 0;
    out.write(text, at + headBytes, 'utf8');
    out.writeUInt32LE(length, at);
    out.writeUInt32LE(crc32(out.subarray(at + headBytes, at + headBytes + length)), at + 4);
    at += headBytes + length;
  });
  return out;
}

/** A record's text and where it ends; `damaged`: its checksum is wrong, but the records after it can be read. */
export type ReadRecord = { readonly text: string | 'damaged'; readonly end: number };

/** Reads the record at an offset; null: there is none that is whole. */
export function recordAt(bytes: Buffer, at: number): ReadRecord | null {
  const end = endOf(bytes, at);
  if (end === null) return null;
  if (isWhole(bytes, at, end)) return { text: bytes.toString('utf8', at + headBytes, end), end };
  // A changed byte in the middle must not hide what was acknowledged after it.
  const next = endOf(bytes, end);
  return next !== null && isWhole(bytes, end, next) ? { text: 'damaged', end } : null;
}

/** The texts of a segment, and where the last whole record ends: everything behind it is a torn tail. */
export function readRecords(bytes: Buffer): { readonly texts: readonly string[]; readonly end: number } {
  const texts: string[] = [];
  let end = 0;
  for (;;) {
    const record = recordAt(bytes, end);
    if (!record) return { texts, end };
    texts.push(record.text);
    end = record.end;
  }
}

function endOf(bytes: Buffer, at: number): number | null {
  if (at + headBytes > bytes.length) return null;
  const length = bytes.readUInt32LE(at);
  const end = at + headBytes + length;
  return length > 0 && length <= maxRecordBytes && end <= bytes.length ? end : null;
}

const isWhole = (bytes: Buffer, at: number, end: number): boolean =>
  crc32(bytes.subarray(at + headBytes, end)) === bytes.readUInt32LE(at + 4);
