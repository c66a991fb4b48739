import { createHash } from 'node:crypto';

export const dayMs = 86_400_000;
export const dayOf = (t0: number): number => t0 - (t0 % dayMs);

/** A row of `chunk` with its bytes. */
export interface DayChunk {
  readonly t0: number;
  readonly part: number;
  readonly keys: Buffer;
  readonly p: Buffer;
  readonly endState: Buffer | null;
}

/** `[offset, length]` after the head. */
type Place = readonly [number, number];
interface Head {
  readonly device: number;
  readonly day: number;
  readonly chunks: readonly {
    readonly t0: number;
    readonly part: number;
    readonly keys: Place;
    readonly p: Place;
    readonly endState: Place | null;
  }[];
}

/** The first bytes of an object: its kind and the version of its form. */
const mark = Buffer.from('TOCSIN-DAY-1\n');

/** Packs a device's day: mark, length of the head, head of offsets as JSON, then the chunks' bytes as they were stored. */
export function packDay(device: number, day: number, chunks: readonly DayChunk[]): Buffer<ArrayBuffer> {
  const pieces: Buffer[] = [];
  let end = 0;
  const place = (bytes: Buffer): Place => {
    pieces.push(bytes);
    end += bytes.length;
    return [end - bytes.length, bytes.length];
  };
  const head: Head = {
    device,
    day,
    chunks: chunks.map(({ t0, part, keys, p, endState }) => ({
      t0,
      part,
      keys: place(keys),
      p: place(p),
      endState: endState && place(endState),
    })),
  };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([mark, length, text, ...pieces]);
}

/** The chunks of an object by hour and part. Throws if these are no bytes of `packDay`. */
export function openDay(bytes: Buffer): readonly DayChunk[] {
  if (!bytes.subarray(0, mark.length).equals(mark)) throw new Error('not a day of history');
  const begin = mark.length + 4;
  const base = begin + bytes.readUInt32LE(mark.length);
  const head = JSON.parse(bytes.toString('utf8', begin, base)) as Head;
  const at = ([offset, length]: Place): Buffer => bytes.subarray(base + offset, base + offset + length);
  return head.chunks.map(({ t0, part, keys, p, endState }) => ({
    t0,
    part,
    keys: at(keys),
    p: at(p),
    endState: endState && at(endState),
  }));
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** `{installation id}/v1/{client}/{device}/{yyyy}/{mm}/{dd}-{sha256}`. */
export function keyOfDay(
  owner: { readonly installation: string; readonly clientId: number; readonly deviceId: number },
  day: number,
  bytes: Buffer,
): string {
  const date = new Date(day).toISOString().slice(0, 10).replaceAll('-', '/');
  return `${owner.installation}/v1/${owner.clientId}/${owner.deviceId}/${date}-${hashOf(bytes)}`;
}

/** Whether these are the bytes that the key names. */
export const isNamed = (key: string, bytes: Buffer): boolean => key.endsWith(`-${hashOf(bytes)}`);
