import type { Sink, Source } from './bytes.ts';

/**
 * Columns of numbers. Integers are written as differences (or as distances from the minimum, where that is smaller), in
 * as few bytes as the largest needs, one byte plane after the other, so that zstd finds the pattern.
 */
const constant = 0;
const steady = 1;
const differences = 2;
const distances = 3;
const doubles = 4;
const largest = 2_147_483_647;

/** Zigzag encoding: small numbers of either sign become small unsigned ones. */
export const zig = (value: number): number => (value << 1) ^ (value >> 31);

const scratch = { raw: new Uint32Array(0) };
/** Room for `n` numbers, shared by all columns: its content lasts until the next call. */
export function rawRoom(n: number): Uint32Array {
  if (scratch.raw.length < n) scratch.raw = new Uint32Array(n * 2);
  return scratch.raw;
}

/** Writes `n` integers of any size that a double can hold. */
export function writeWhole(sink: Sink, values: Float64Array, n: number): void {
  if (n === 0) return;
  const first = values[0];
  const { least, most, leastStep, mostStep, steps, mean } = courseOf(values, n);
  if (least === most) {
    sink.u8(constant);
    sink.f64(first);
  } else if (leastStep < -largest / 2 || mostStep > largest / 2) {
    // The differences are too large to be exact.
    sink.u8(doubles);
    writeDoublePlanes(sink, values, n);
  } else if (leastStep === mostStep) {
    sink.u8(steady);
    sink.f64(first);
    sink.f64(mostStep);
  } else if (most - least <= 65_535 && isNoise(values, n, mean, steps)) {
    const raw = rawRoom(n);
    for (let i = 0; i < n; i++) raw[i] = values[i] - least;
    sink.u8(distances);
    sink.f64(least);
    writePlanes(sink, raw, n, most - least);
  } else {
    const raw = rawRoom(n);
    for (let i = 1; i < n; i++) raw[i - 1] = zig(values[i] - values[i - 1]);
    sink.u8(differences);
    sink.f64(first);
    writePlanes(sink, raw, n - 1, Math.max(zig(leastStep) >>> 0, zig(mostStep) >>> 0));
  }
}

/** How `n` integers run: their extremes, those of the steps between them, the sum of the steps' sizes, the mean. */
export interface Course {
  readonly least: number;
  readonly most: number;
  readonly leastStep: number;
  readonly mostStep: number;
  readonly steps: number;
  readonly mean: number;
}

/** The course of at least one integer. */
export function courseOf(values: Float64Array, n: number): Course {
  const first = values[0];
  let least = first;
  let most = first;
  let leastStep = n > 1 ? values[1] - first : 0;
  let mostStep = leastStep;
  let steps = 0;
  let sum = 0;
  let before = first;
  for (let i = 1; i < n; i++) {
    const value = values[i];
    const step = value - before;
    before = value;
    if (value < least) least = value;
    if (value > most) most = value;
    if (step < leastStep) leastStep = step;
    if (step > mostStep) mostStep = step;
    steps += Math.abs(step);
    sum += value - first;
  }
  return { least, most, leastStep, mostStep, steps, mean: first + sum / n };
}

/** Values that jump around their mean are closer to it than to each other. */
export function isNoise(values: Float64Array, n: number, mean: number, steps: number): boolean {
  let away = 0;
  for (let i = 0; i < n; i++) away += Math.abs(values[i] - mean);
  return away < steps;
}

function writePlanes(sink: Sink, raw: Uint32Array, n: number, most: number): void {
  const width = most <= 0xff ? 1 : most <= 0xffff ? 2 : 4;
  sink.u8(width);
  sink.room(n * width);
  const { bytes } = sink;
  let { at } = sink;
  for (let plane = 0; plane < width; plane++) {
    const shift = 8 * plane;
    for (let i = 0; i < n; i++) bytes[at++] = raw[i] >>> shift;
  }
  sink.at = at;
}

export function writeDoublePlanes(sink: Sink, values: Float64Array, n: number): void {
  const plain = new Uint8Array(values.buffer, values.byteOffset, 8 * n);
  sink.room(8 * n);
  const { bytes } = sink;
  let { at } = sink;
  for (let plane = 0; plane < 8; plane++) for (let i = plane; i < 8 * n; i += 8) bytes[at++] = plain[i];
  sink.at = at;
}

/** Reads `n` numbers into `out`; `divisor` restores scaled values. */
export function readWhole(source: Source, out: Float64Array, n: number, divisor = 1): void {
  if (n === 0) return;
  const mode = source.u8();
  if (mode === doubles) {
    readDoublePlanes(source, out, n);
    if (divisor !== 1) for (let i = 0; i < n; i++) out[i] /= divisor;
    return;
  }
  const first = source.f64();
  if (mode === constant) out.fill(first / divisor, 0, n);
  else if (mode === steady) {
    const step = source.f64();
    for (let i = 0; i < n; i++) out[i] = (first + i * step) / divisor;
  } else if (mode === distances) readDistances(source, out, n, first, divisor);
  else if (mode === differences) readDifferences(source, out, n, first, divisor);
  else throw new Error(`a column of unknown mode ${mode}`);
}

function readDistances(source: Source, out: Float64Array, n: number, least: number, divisor: number): void {
  const width = source.u8();
  const { bytes, at } = source;
  if (width === 1) for (let i = 0; i < n; i++) out[i] = (least + bytes[at + i]) / divisor;
  else for (let i = 0; i < n; i++) out[i] = (least + (bytes[at + i] | (bytes[at + n + i] << 8))) / divisor;
  source.at = at + n * width;
}

function readDifferences(source: Source, out: Float64Array, n: number, first: number, divisor: number): void {
  const width = source.u8();
  const { bytes, at } = source;
  const m = n - 1;
  let value = first;
  out[0] = value / divisor;
  // Repeats the previous quotient where the value has not changed.
  let last = out[0];
  if (width === 1) {
    for (let i = 0; i < m; i++) {
      const z = bytes[at + i];
      if (z !== 0) {
        value += (z >>> 1) ^ -(z & 1);
        last = value / divisor;
      }
      out[i + 1] = last;
    }
  } else {
    for (let i = 0; i < m; i++) {
      let z = bytes[at + i] | (bytes[at + m + i] << 8);
      if (width === 4) z |= (bytes[at + 2 * m + i] << 16) | (bytes[at + 3 * m + i] << 24);
      if (z !== 0) {
        value += (z >>> 1) ^ -(z & 1);
        last = value / divisor;
      }
      out[i + 1] = last;
    }
  }
  source.at = at + m * width;
}

export function readDoublePlanes(source: Source, out: Float64Array, n: number): void {
  const plain = new Uint8Array(out.buffer, out.byteOffset, 8 * n);
  const { bytes } = source;
  let { at } = source;
  for (let plane = 0; plane < 8; plane++) for (let i = plane; i < 8 * n; i += 8) plain[i] = bytes[at++];
  source.at = at;
}

const noValue = 0;
const scaled = 1;
const maxScale = 6;
export const powers = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];

/** The smallest s up to 6 for which every value is exactly an integer / 10^s; -1: none. */
export function scaleOf(values: Float64Array, n: number, out: Float64Array): number {
  let scale = 0;
  let factor = 1;
  for (let i = 0; i < n; ) {
    const value = values[i];
    const rounded = Math.round(value * factor);
    if (rounded / factor === value && rounded < 9e15 && rounded > -9e15) {
      out[i++] = rounded;
      continue;
    }
    if (scale === maxScale) return -1;
    factor = powers[++scale];
    i = 0;
  }
  return scale;
}

/** Reads the `n` numbers of a column of codec 1 into `out`. */
export function readValues(source: Source, out: Float64Array, n: number): void {
  const kind = source.u8();
  if (kind === noValue) return;
  if (kind === scaled) readWhole(source, out, n, powers[source.u8()]);
  else readDoublePlanes(source, out, n);
}

/** Small unsigned numbers: one for all, or a byte or two bytes each. */
export function writeSmall(sink: Sink, values: Uint8Array | Uint16Array, n: number): void {
  let most = 0;
  let same = true;
  for (let i = 0; i < n; i++) {
    if (values[i] > most) most = values[i];
    if (values[i] !== values[0]) same = false;
  }
  const mode = same ? 0 : most > 255 ? 2 : 1;
  sink.u8(mode);
  if (mode === 0) {
    sink.u16(values[0] ?? 0);
    return;
  }
  sink.room(n * mode);
  for (let i = 0; i < n; i++) sink.bytes[sink.at + i] = values[i];
  if (mode === 2) for (let i = 0; i < n; i++) sink.bytes[sink.at + n + i] = values[i] >>> 8;
  sink.at += n * mode;
}

/** True if all are equal. */
export function readSmall(source: Source, out: Uint8Array | Uint16Array, n: number): boolean {
  const mode = source.u8();
  if (mode === 0) {
    out.fill(source.u16(), 0, n);
    return true;
  }
  const { bytes, at } = source;
  for (let i = 0; i < n; i++) out[i] = bytes[at + i];
  if (mode === 2) for (let i = 0; i < n; i++) out[i] |= bytes[at + n + i] << 8;
  source.at = at + n * mode;
  return false;
}
