/**
 * The values of a stored frame. Sensors send decimals, so most values are integers of tenths or hundredths in two bytes
 * each; all others stay doubles. Either way each value is restored exactly.
 */
export const doubles = 0;
const shorts = 1;
const longs = 2;

const scales = [1, 10, 100, 1000];
const maxShort = 0x7fff;
const maxLong = 0x7fffffff;

/** How values are written: `kind` fits into two bits, `decimals` is the number of decimal places. */
export interface ValueForm {
  readonly kind: number;
  readonly decimals: number;
}
const forms = [shorts, longs].map((kind) => scales.map((_, decimals): ValueForm => ({ kind, decimals })));
const plain: ValueForm = { kind: doubles, decimals: 0 };

/** The shortest form that restores all present values exactly. */
export function formOf(values: Float64Array): ValueForm {
  for (let decimals = 0; decimals < scales.length; decimals++) {
    const most = mostScaled(values, scales[decimals] ?? 1);
    if (most <= maxShort) return forms[0]?.[decimals] ?? plain;
    if (most <= maxLong) return forms[1]?.[decimals] ?? plain;
  }
  return plain;
}

/** The largest absolute scaled value; infinite if one could not be restored exactly. */
function mostScaled(values: Float64Array, scale: number): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    const scaled = Math.round(value * scale);
    if (scaled / scale === value) {
      const size = scaled < 0 ? -scaled : scaled;
      if (size > most) most = size;
    } else if (!Number.isNaN(value)) return Number.POSITIVE_INFINITY;
  }
  return most;
}

/** Writes the present values at `at` and returns the end. Minus zero becomes 0. */
export function writeValues(values: Float64Array, { kind, decimals }: ValueForm, out: Buffer, at: number): number {
  let end = at;
  if (kind === doubles) {
    for (let i = 0; i < values.length; i++) {
      const value = values[i] ?? 0;
      if (!Number.isNaN(value)) end = out.writeDoubleLE(value + 0, end);
    }
    return end;
  }
  const scale = scales[decimals] ?? 1;
  out[end++] = decimals;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    if (Number.isNaN(value)) continue;
    const scaled = Math.round(value * scale);
    out[end++] = scaled;
    out[end++] = scaled >> 8;
    if (kind === shorts) continue;
    out[end++] = scaled >> 16;
    out[end++] = scaled >> 24;
  }
  return end;
}

/** The inverse of `writeValues`: fills the values selected by `isPresent`; the others become NaN. */
export function readValues(
  values: Float64Array,
  kind: number,
  isPresent: ((index: number) => boolean) | null,
  p: Buffer,
  at: number,
): void {
  let next = at;
  const scale = kind === doubles ? 1 : (scales[p[next++] ?? 0] ?? 1);
  const step = kind === doubles ? 8 : 2 * kind;
  for (let i = 0; i < values.length; i++) {
    if (isPresent && !isPresent(i)) {
      values[i] = Number.NaN;
      continue;
    }
    if (kind === doubles) values[i] = p.readDoubleLE(next);
    else values[i] = (kind === shorts ? p.readInt16LE(next) : p.readInt32LE(next)) / scale;
    next += step;
  }
}
