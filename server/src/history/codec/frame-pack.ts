import type { AcceptedFrame } from '../../pipeline/types.ts';
import { doubles, formOf, readValues, writeValues } from './frame-values.ts';

/**
 * A frame's state as the bytes of `frame.p` and `frame_late.p`. Little endian:
 *   u8 version, u8 given, u8 modes, u16 sensors, then presence bits (unless all are present), flags, status, state, values.
 * Each of the three small columns is one value for all, or a byte or a word a sensor. Values are those of the present
 * ones, bit by bit as they were sent: doubles (all that version 1 knows), or whole numbers of some decimals.
 */
const version = 2;
/** Version 1, found in existing data folders and backups: doubles only. */
const doublesOnly = 1;
const headBytes = 5;
/** Bits of `modes`: how the columns are written. */
const allPresent = 1;
const flagsVary = 2;
const valueShift = 2;
const statusShift = 4;
const stateShift = 6;
const same = 0;
const bytes = 1;
const words = 2;

/** Columns of the frame's row besides p. */
export type PackedContent = Pick<AcceptedFrame, 'given' | 'values' | 'flags' | 'status' | 'state'>;

/** Upper bound of the bytes that `packFrame` writes. */
export const packedBound = (sensors: number): number => headBytes + Math.ceil(sensors / 8) + 13 * sensors + 8;

/** Writes at `at` and returns the end. */
export function packFrame(frame: PackedContent, out: Buffer, at: number): number {
  const { values, flags, status, state } = frame;
  const n = values.length;
  let end = at + headBytes;
  let modes = 0;

  let present = 0;
  for (let i = 0; i < n; i++) if (!Number.isNaN(values[i])) present++;
  if (present === n) modes |= allPresent;
  else end = packPresence(values, out, end);

  const flagMode = n > 0 && isSame(flags) ? same : bytes;
  if (flagMode === bytes) {
    modes |= flagsVary;
    out.set(flags, end);
    end += n;
  } else out[end++] = flags[0] ?? 0;

  const statusMode = modeOf(status);
  end = packWords(status, statusMode, out, end);
  const stateMode = modeOf(state);
  end = packWords(state, stateMode, out, end);
  modes |= (statusMode << statusShift) | (stateMode << stateShift);

  const form = formOf(values);
  modes |= form.kind << valueShift;
  end = writeValues(values, form, out, end);
  out[at] = version;
  out[at + 1] = frame.given;
  out[at + 2] = modes;
  out.writeUInt16LE(n, at + 3);
  return end;
}

function packPresence(values: Float64Array, out: Buffer, at: number): number {
  const end = at + Math.ceil(values.length / 8);
  out.fill(0, at, end);
  for (let i = 0; i < values.length; i++) {
    if (!Number.isNaN(values[i])) out[at + (i >> 3)] = out[at + (i >> 3)] | (1 << (i & 7));
  }
  return end;
}

function isSame(column: Uint8Array | Uint16Array): boolean {
  const first = column[0];
  for (let i = 1; i < column.length; i++) if (column[i] !== first) return false;
  return true;
}

function modeOf(column: Uint16Array): number {
  if (isSame(column)) return same;
  for (let i = 0; i < column.length; i++) if (column[i] > 255) return words;
  return bytes;
}

function packWords(column: Uint16Array, mode: number, out: Buffer, at: number): number {
  if (mode === same) return out.writeUInt16LE(column[0] ?? 0, at);
  let end = at;
  if (mode === bytes) for (let i = 0; i < column.length; i++) out[end++] = column[i];
  else for (let i = 0; i < column.length; i++) end = out.writeUInt16LE(column[i], end);
  return end;
}

/** Bytes of a frame's four arrays. */
export const bytesOf = (sensors: number): number => Math.ceil((13 * sensors) / 8) * 8;

/**
 * Memory for frames that are read together and forgotten together: a buffer for each frame's four arrays would cost more
 * than reading the frame.
 */
export class FrameMemory {
  readonly #size: number;
  #buffer = new ArrayBuffer(0);
  #at = 0;

  /** `size`: bytes taken at once. */
  constructor(size: number) {
    this.#size = size;
  }

  /** Zeroed arrays for `n` sensors. */
  arrays(n: number): Known {
    const bytes = bytesOf(n);
    if (this.#at + bytes > this.#buffer.byteLength) {
      this.#buffer = new ArrayBuffer(Math.max(bytes, this.#size));
      this.#at = 0;
    }
    const at = this.#at;
    this.#at += bytes;
    return {
      values: new Float64Array(this.#buffer, at, n),
      status: new Uint16Array(this.#buffer, at + 8 * n, n),
      state: new Uint16Array(this.#buffer, at + 10 * n, n),
      flags: new Uint8Array(this.#buffer, at + 12 * n, n),
    };
  }
}
type Known = Omit<PackedContent, 'given'>;

/** The inverse of `packFrame`, exact for every double. Throws on an unknown version. */
export function unpackFrame(p: Buffer, memory = new FrameMemory(bytesOf(p.readUInt16LE(3)))): PackedContent {
  if (p[0] !== version && p[0] !== doublesOnly) throw new Error(`frame of unknown version ${p[0]}`);
  const modes = p[2];
  const n = p.readUInt16LE(3);
  const { values, flags, status, state } = memory.arrays(n);
  let at = headBytes;
  const presence = modes & allPresent ? -1 : at;
  if (presence >= 0) at += Math.ceil(n / 8);
  if (modes & flagsVary) {
    flags.set(p.subarray(at, at + n));
    at += n;
  } else flags.fill(p[at++]);
  at = unpackWords(status, (modes >> statusShift) & 3, p, at);
  at = unpackWords(state, (modes >> stateShift) & 3, p, at);
  const kind = p[0] === version ? (modes >> valueShift) & 3 : doubles;
  const isPresent = (index: number): boolean => (p[presence + (index >> 3)] & (1 << (index & 7))) !== 0;
  readValues(values, kind, presence < 0 ? null : isPresent, p, at);
  return { given: p[1], values, flags, status, state };
}

function unpackWords(column: Uint16Array, mode: number, p: Buffer, at: number): number {
  const n = column.length;
  if (mode === same) {
    column.fill(p.readUInt16LE(at));
    return at + 2;
  }
  if (mode === bytes) {
    column.set(p.subarray(at, at + n));
    return at + n;
  }
  for (let i = 0; i < n; i++) column[i] = p.readUInt16LE(at + 2 * i);
  return at + 2 * n;
}
