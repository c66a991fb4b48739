import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** COPY in PostgreSQL's binary format: signature, number fields and row parsing. */
export const copySignature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');

/** Writes a four-byte field with its length; returns the position of the next one. */
export function writeInt4(out: Buffer, value: number, at: number): number {
  return out.writeInt32BE(value, out.writeInt32BE(4, at));
}

/** Integers up to 2^53; Buffer has BigInt methods only, which allocate an object per call. */
export function writeInt8(out: Buffer, value: number, at: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an integer`);
  const high = Math.floor(value / 4_294_967_296);
  const next = out.writeInt32BE(high, out.writeInt32BE(8, at));
  return out.writeUInt32BE(value - high * 4_294_967_296, next);
}

/** Decodes the output of COPY (select ...) TO STDOUT BINARY: each field's bytes, null for NULL. */
export function* decodeCopy(data: Buffer): Generator<(Buffer | null)[]> {
  let at = copySignature.length;
  for (;;) {
    const count = data.readInt16BE(at);
    at += 2;
    if (count < 0) return;
    const row: (Buffer | null)[] = [];
    for (let i = 0; i < count; i++) {
      const length = data.readInt32BE(at);
      at += 4;
      if (length < 0) row.push(null);
      else {
        row.push(data.subarray(at, at + length));
        at += length;
      }
    }
    yield row;
  }
}

export const readInt4 = (field: Buffer | null): number => (field ? field.readInt32BE(0) : Number.NaN);
export const readInt8 = (field: Buffer | null): number =>
  field ? field.readInt32BE(0) * 4_294_967_296 + field.readUInt32BE(4) : Number.NaN;

/** Runs COPY table FROM STDIN BINARY with prepared bytes. */
export function copyInto(client: pg.Client, into: string, data: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = client.query(copyFrom(`copy ${into} from stdin binary`));
    stream.on('error', reject);
    stream.on('finish', () => resolve());
    stream.end(data);
  });
}

/**
 * The bytes of COPY (select ...) TO STDOUT BINARY. It takes no parameters; interpolate numbers only, through
 * `Number(...)`.
 */
export async function copyOut(client: pg.Client | pg.PoolClient, select: string): Promise<Buffer> {
  const stream = client.query(copyTo(`copy (${select}) to stdout binary`));
  const chunks: Buffer[] = [];
  for await (const part of stream) chunks.push(part);
  return Buffer.concat(chunks);
}
