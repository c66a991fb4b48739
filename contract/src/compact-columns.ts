/**
 * Columns of numbers in few bytes, every number bit for bit as it was. How a column is stored is said in the header; its
 * bytes, if it has any, begin at a multiple of 8.
 */
export type ColumnHead =
  /** Every number is this one; null is NaN. */
  | { readonly as: 'same'; readonly n: number; readonly first: number | null }
  /** Equal steps from the first number. */
  | { readonly as: 'steps'; readonly n: number; readonly first: number; readonly step: number }
  /** int16: the number times `scale`, NaN as -32768. */
  | { readonly as: 'scaled'; readonly n: number; readonly scale: number }
  | { readonly as: 'float64' | 'uint16' | 'uint8'; readonly n: number };

export type NumberColumn = Float64Array | Uint16Array | Uint8Array;

export interface PackedColumn {
  readonly head: ColumnHead;
  /** null: the head says everything. */
  readonly numbers: NumberColumn | Int16Array | null;
}

const scales = [1, 10, 100] as const;
const notANumber = -32_768;
const most = 32_767;

/** Whether JSON keeps a number as it is. */
const isJson = (value: number): boolean => Number.isFinite(value) && !Object.is(value, -0);

/** Whether all are the first one, which may be NaN; marks and indexes apart from doubles, as each loop is hot. */
function areSame(column: Uint16Array | Uint8Array): boolean {
  const [first] = column;
  for (let i = 1; i < column.length; i++) if (column[i] !== first) return false;
  return column.length > 0;
}
function areSameDoubles(column: Float64Array): boolean {
  const [first] = column;
  for (let i = 1; i < column.length; i++) if (!Object.is(column[i], first)) return false;
  return column.length > 0;
}

/** The number at a place of equal steps, computed in the same way by both sides. */
const stepped = (first: number, step: number, at: number): number => first + at * step;

function hasSteps(column: Float64Array): boolean {
  const [first = Number.NaN, second = Number.NaN] = column;
  for (let i = 0; i < column.length; i++) if (!Object.is(column[i], stepped(first, second - first, i))) return false;
  return column.length > 1 && isJson(first);
}

/**
 * The numbers times `scale` as integers, or null if one would not come back bit for bit; a negative zero would lose its
 * sign.
 */
function scaled(column: Float64Array, scale: number): Int16Array | null {
  const n = column.length;
  const integers = new Int16Array(n);
  for (let i = 0; i < n; i++) {
    const value = column[i] ?? 0;
    // An int32 from here on: twice as fast as Math.round. What is too large for one does not equal the value below.
    const integer = (value * scale + (value < 0 ? -0.5 : 0.5)) | 0;
    if (integer / scale === value && integer >= -most && integer <= most && (integer !== 0 || 1 / value > 0))
      integers[i] = integer;
    else if (Number.isNaN(value)) integers[i] = notANumber;
    else return null;
  }
  return integers;
}

/** Length of the beginning of a column that is tried first, so that most scales that do not fit cost little. */
const tried = 16;

/** Finds the shortest form of a column. Its numbers may be `column` itself. */
export function packColumn(column: NumberColumn): PackedColumn {
  const n = column.length;
  if (column instanceof Float64Array) return packDoubles(column);
  if (areSame(column)) return { head: { as: 'same', n, first: column[0] ?? 0 }, numbers: null };
  return { head: { as: column instanceof Uint16Array ? 'uint16' : 'uint8', n }, numbers: column };
}

function packDoubles(column: Float64Array): PackedColumn {
  const n = column.length;
  const [first = 0, second = 0] = column;
  if (areSameDoubles(column) && (isJson(first) || Number.isNaN(first)))
    return { head: { as: 'same', n, first: Number.isNaN(first) ? null : first }, numbers: null };
  if (hasSteps(column)) return { head: { as: 'steps', n, first, step: second - first }, numbers: null };
  for (const scale of scales) {
    const numbers = scaled(column.subarray(0, tried), scale) && scaled(column, scale);
    if (numbers) return { head: { as: 'scaled', n, scale }, numbers };
  }
  return { head: { as: 'float64', n }, numbers: column };
}

/** Number of bytes of a column's numbers, without padding. */
export const bytesOf = ({ as, n }: ColumnHead): number => {
  if (as === 'float64') return n * 8;
  if (as === 'uint8') return n;
  return as === 'uint16' || as === 'scaled' ? n * 2 : 0;
};

/** Reads a column as doubles; a `float64` one is a view into `buffer`. */
export function readDoubles(head: ColumnHead, buffer: ArrayBuffer, at: number): Float64Array {
  if (head.as === 'float64') return new Float64Array(buffer, at, head.n);
  const column = new Float64Array(head.n);
  if (head.as === 'same') return head.first === 0 ? column : column.fill(head.first ?? Number.NaN);
  if (head.as === 'steps') return column.map((_, i) => stepped(head.first, head.step, i));
  if (head.as !== 'scaled') throw new Error(`a column of ${head.as} is not one of doubles`);
  const integers = new Int16Array(buffer, at, head.n);
  for (let i = 0; i < head.n; i++) {
    const integer = integers[i] ?? 0;
    column[i] = integer === notANumber ? Number.NaN : integer / head.scale;
  }
  return column;
}

/** Reads a column of marks: uint8 is a view into `buffer`. */
export function readBytes(head: ColumnHead, buffer: ArrayBuffer, at: number): Uint8Array {
  if (head.as === 'same') return new Uint8Array(head.n).fill(head.first ?? 0);
  if (head.as !== 'uint8') throw new Error(`a column of ${head.as} is not one of bytes`);
  return new Uint8Array(buffer, at, head.n);
}

/** Reads a column of indexes: uint16 is a view into `buffer`. */
export function readIndexes(head: ColumnHead, buffer: ArrayBuffer, at: number): Uint16Array {
  if (head.as === 'same') return new Uint16Array(head.n).fill(head.first ?? 0);
  if (head.as !== 'uint16') throw new Error(`a column of ${head.as} is not one of indexes`);
  return new Uint16Array(buffer, at, head.n);
}
