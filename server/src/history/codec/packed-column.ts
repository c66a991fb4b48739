import type { Sink, Source } from './bytes.ts';
import { type GatheredColumn, newColumn, type ReadColumn } from './column.ts';
import { isNoise, powers, rawRoom, readDoublePlanes, writeDoublePlanes, zig } from './numbers.ts';

/**
 * A sensor's column in a chunk of codec 2. Its head (form, scale, first value, constant marks) goes to one stream and its
 * numbers to another, because each stream compresses better alone. Integers are differences, or distances from the
 * minimum where that is smaller. Where nearly all are below 15 they take four bits each: two numbers in a byte let the
 * entropy coder of zstd see pairs, and it has half as many bytes to process.
 */
const empty = 0;
const doubles = 1;
const constant = 2;
const steady = 3;
const differences = 4;
const distances = 5;
const formBits = 7;

/** How integers are written: four bits each, or 1, 2 or 4 byte planes. */
const widthShift = 3;
const widths = [0, 1, 2, 4];
const nibbles = 0;
/** The first value does not fit a variable-length integer. */
const wideFirst = 32;
/** Flags, status and state are constant. */
const quietMarks = 64;

/** Marks a number outside the four bits; the numbers themselves follow in four bytes each. */
const outsider = 15;
/** At most one in this many may be outside, else whole bytes are smaller. */
const numbersPerOutsider = 24;

const mostStep = 0x3fff_ffff;
const maxVar = 2 ** 50;

/** Writes a column of `n` frames; `readHead` and `unpack` are the inverse. */
export function writeColumn(heads: Sink, body: Sink, gathered: GatheredColumn): void {
  const { n, count, column, quiet } = gathered;
  const marks = quiet ? quietMarks : 0;
  if (count > 0 && count < n) writePresence(body, column.values);
  const headAt = heads.at;
  heads.u8(0);
  heads.variable(n - count);
  heads.bytes[headAt] = marks | (count === 0 ? empty : writeValues(heads, body, gathered));
  if (quiet) {
    heads.u8(column.flags[0]);
    heads.variable(column.status[0]);
    heads.variable(column.state[0]);
    return;
  }
  for (const small of [column.flags, column.status, column.state]) writeSmall(heads, body, small);
}

function writePresence(body: Sink, values: Float64Array): void {
  const size = Math.ceil(values.length / 8);
  body.room(size);
  body.bytes.fill(0, body.at, body.at + size);
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) body.bytes[body.at + (i >> 3)] |= 1 << (i & 7);
  body.at += size;
}

/** Returns the form byte. */
function writeValues(heads: Sink, body: Sink, { present, integers, count, scale, course }: GatheredColumn): number {
  const isConstant = course !== null && course.least === course.most;
  // Differences of 31 bits and more gain nothing.
  if (course === null || (!isConstant && (course.leastStep < -mostStep || course.mostStep > mostStep))) {
    writeDoublePlanes(body, present, count);
    return doubles;
  }
  heads.u8(scale);
  if (isConstant) return constant | writeFirst(heads, course.least);
  if (course.leastStep === course.mostStep) {
    const wide = writeFirst(heads, integers[0]);
    heads.signed(course.mostStep);
    return steady | wide;
  }
  const raw = rawRoom(count + 1);
  if (course.most - course.least <= 65_535 && isNoise(integers, count, course.mean, course.steps)) {
    for (let i = 0; i < count; i++) raw[i] = integers[i] - course.least;
    const wide = writeFirst(heads, course.least);
    return distances | wide | writeRaw(heads, body, raw, count, course.most - course.least);
  }
  for (let i = 1; i < count; i++) raw[i - 1] = zig(integers[i] - integers[i - 1]);
  const wide = writeFirst(heads, integers[0]);
  const most = Math.max(zig(course.leastStep) >>> 0, zig(course.mostStep) >>> 0);
  return differences | wide | writeRaw(heads, body, raw, count - 1, most);
}

function writeFirst(heads: Sink, first: number): number {
  if (first < maxVar && first > -maxVar) {
    heads.signed(first);
    return 0;
  }
  heads.f64(first);
  return wideFirst;
}

/** Returns the bits of the width in the form byte. */
function writeRaw(heads: Sink, body: Sink, raw: Uint32Array, n: number, most: number): number {
  let outside = 0;
  if (most >= outsider) for (let i = 0; i < n; i++) if (raw[i] >= outsider) outside++;
  if (outside * numbersPerOutsider <= n) {
    heads.variable(outside);
    writeNibbles(body, raw, n, outside);
    return nibbles << widthShift;
  }
  const index = most <= 0xff ? 1 : most <= 0xffff ? 2 : 3;
  const width = widths[index];
  body.room(n * width);
  const { bytes } = body;
  let { at } = body;
  for (let plane = 0; plane < width; plane++) {
    const shift = 8 * plane;
    for (let i = 0; i < n; i++) bytes[at++] = raw[i] >>> shift;
  }
  body.at = at;
  return index << widthShift;
}

function writeNibbles(body: Sink, raw: Uint32Array, n: number, outside: number): void {
  body.room(((n + 1) >> 1) + 4 * outside);
  const { bytes } = body;
  let { at } = body;
  raw[n] = 0;
  if (outside === 0) for (let i = 0; i < n; i += 2) bytes[at++] = raw[i] | (raw[i + 1] << 4);
  else
    for (let i = 0; i < n; i += 2) {
      const low = raw[i] < outsider ? raw[i] : outsider;
      const high = raw[i + 1] < outsider ? raw[i + 1] : outsider;
      bytes[at++] = low | (high << 4);
    }
  body.at = at;
  if (outside > 0) for (let i = 0; i < n; i++) if (raw[i] >= outsider) body.u32(raw[i]);
}

/** One of flags, status and state: its width in bytes and the value of all if 0; else byte planes in the body. */
function writeSmall(heads: Sink, body: Sink, values: Uint8Array | Uint16Array): void {
  const n = values.length;
  let most = 0;
  let isSame = true;
  for (let i = 0; i < n; i++) {
    if (values[i] > most) most = values[i];
    if (values[i] !== values[0]) isSame = false;
  }
  const width = isSame ? 0 : most > 255 ? 2 : 1;
  heads.u8(width);
  if (width === 0) {
    heads.variable(most);
    return;
  }
  body.room(n * width);
  for (let i = 0; i < n; i++) body.bytes[body.at + i] = values[i];
  if (width === 2) for (let i = 0; i < n; i++) body.bytes[body.at + n + i] = values[i] >>> 8;
  body.at += n * width;
}

interface SmallHead {
  readonly width: number;
  readonly value: number;
}

/** What the body needs to be read: `at` is the beginning of the column there. */
export interface ColumnHead {
  readonly n: number;
  readonly at: number;
  readonly count: number;
  readonly form: number;
  readonly width: number;
  readonly divisor: number;
  readonly first: number;
  readonly step: number;
  readonly outside: number;
  readonly flags: SmallHead;
  readonly status: SmallHead;
  readonly state: SmallHead;
}

/** Reads the head of a column of `n` frames whose body begins at `at`. */
export function readHead(heads: Source, n: number, at: number): ColumnHead {
  const bits = heads.u8();
  const form = bits & formBits;
  const count = n - heads.variable();
  const isScaled = form > doubles;
  const divisor = isScaled ? powers[heads.u8()] : 1;
  const first = !isScaled ? 0 : bits & wideFirst ? heads.f64() : heads.signed();
  const width = widths[(bits >> widthShift) & 3];
  const step = form === steady ? heads.signed() : 0;
  const outside = form >= differences && width === 0 ? heads.variable() : 0;
  const isQuiet = (bits & quietMarks) !== 0;
  const flags = isQuiet ? { width: 0, value: heads.u8() } : readSmallHead(heads);
  const status = isQuiet ? { width: 0, value: heads.variable() } : readSmallHead(heads);
  const state = isQuiet ? { width: 0, value: heads.variable() } : readSmallHead(heads);
  return { n, at, count, form, width, divisor, first, step, outside, flags, status, state };
}

function readSmallHead(heads: Source): SmallHead {
  const width = heads.u8();
  return { width, value: width === 0 ? heads.variable() : 0 };
}

/** The end of the column in the body. */
export function columnEnd({ n, at, count, form, width, outside, flags, status, state }: ColumnHead): number {
  const presence = count > 0 && count < n ? Math.ceil(n / 8) : 0;
  const m = form === differences ? count - 1 : form === distances ? count : 0;
  const numbers = form === doubles ? 8 * count : width === 0 ? ((m + 1) >> 1) + 4 * outside : m * width;
  return at + presence + numbers + n * (flags.width + status.width + state.width);
}

/** Restores a column into a zeroed one, with a marker if flags, status and state are constant. */
export function unpackColumn(body: Source, head: ColumnHead, column = newColumn(head.n)): ReadColumn {
  const { n, count } = head;
  const { values } = column;
  body.at = head.at;
  if (count === n) readNumbers(body, values, head);
  else if (count === 0) values.fill(Number.NaN);
  else {
    const presence = body.at;
    body.at += Math.ceil(n / 8);
    const present = new Float64Array(count);
    readNumbers(body, present, head);
    for (let i = 0, k = 0; i < n; i++)
      values[i] = body.bytes[presence + (i >> 3)] & (1 << (i & 7)) ? present[k++] : Number.NaN;
  }
  readSmall(body, column.flags, head.flags);
  readSmall(body, column.status, head.status);
  readSmall(body, column.state, head.state);
  return { ...column, quiet: head.flags.width + head.status.width + head.state.width === 0 };
}

function readSmall(body: Source, out: Uint8Array | Uint16Array, { width, value }: SmallHead): void {
  const n = out.length;
  if (width === 0) {
    if (value !== 0) out.fill(value);
    return;
  }
  const { bytes, at } = body;
  for (let i = 0; i < n; i++) out[i] = bytes[at + i];
  if (width === 2) for (let i = 0; i < n; i++) out[i] |= bytes[at + n + i] << 8;
  body.at = at + n * width;
}

function readNumbers(body: Source, out: Float64Array, head: ColumnHead): void {
  const { form, first, divisor, step } = head;
  const n = out.length;
  if (form === doubles) readDoublePlanes(body, out, n);
  else if (form === constant) out.fill(first / divisor);
  else if (form === steady) for (let i = 0; i < n; i++) out[i] = (first + i * step) / divisor;
  else if (form === distances) {
    const raw = readRaw(body, head, n);
    for (let i = 0; i < n; i++) out[i] = (first + raw[i]) / divisor;
  } else if (form === differences) {
    const raw = readRaw(body, head, n - 1);
    let value = first;
    out[0] = value / divisor;
    for (let i = 1; i < n; i++) {
      const z = raw[i - 1];
      value += (z >>> 1) ^ -(z & 1);
      out[i] = value / divisor;
    }
  } else throw new Error(`a column of unknown form ${form}`);
}

function readRaw(body: Source, { width, outside }: ColumnHead, n: number): Uint32Array {
  const raw = rawRoom(n + 1);
  const { bytes } = body;
  let { at } = body;
  if (width === 0) {
    for (let i = 0; i < n; i += 2) {
      const byte = bytes[at++];
      raw[i] = byte & 15;
      raw[i + 1] = byte >>> 4;
    }
    body.at = at;
    if (outside > 0) for (let i = 0; i < n; i++) if (raw[i] === outsider) raw[i] = body.u32();
    return raw;
  }
  if (width === 1) for (let i = 0; i < n; i++) raw[i] = bytes[at + i];
  else if (width === 2) for (let i = 0; i < n; i++) raw[i] = bytes[at + i] | (bytes[at + n + i] << 8);
  else
    for (let i = 0; i < n; i++)
      raw[i] = bytes[at + i] | (bytes[at + n + i] << 8) | (bytes[at + 2 * n + i] << 16) | (bytes[at + 3 * n + i] << 24);
  at += n * width;
  body.at = at;
  return raw;
}
