import { type Block, type ModbusPlan, type Span, spansIn } from './modbus-map.ts';

/** A part of a block, with the fields that it is asked for. */
export interface Piece extends Block {
  readonly spans: readonly Span[];
}

/** An address that the slave refuses, as small as the map reads it. */
export interface RefusedAddress {
  readonly block: Block;
  /** The Modbus exception, 2 or 3. */
  readonly code: number;
}

interface Division {
  /** Unix ms; then the whole block is tried again. */
  readonly until: number;
  readonly pieces: readonly Piece[];
  readonly refused: readonly RefusedAddress[];
}

/** How long a division holds: an address that did not exist while a PLC started may exist later. */
const rememberedMs = 600_000;
/** Divisions of one poll; what is left is divided in the next one. */
const mostAPoll = 64;

/** Illegal address and illegal value: the slave refuses what was asked, and may answer a part of it. */
export const isDivisible = (code: number): boolean => code === 2 || code === 3;

/** Which parts of a device's blocks its slave refuses. Blocks are divided until the refused address is found. */
export class RefusedBlocks {
  readonly #plan: ModbusPlan;
  readonly #divisions = new Map<Block, Division>();
  #left = mostAPoll;

  constructor(plan: ModbusPlan) {
    this.#plan = plan;
  }

  /** Begins a poll. */
  begin(): void {
    this.#left = mostAPoll;
  }

  /** What to ask for a block of the plan now, and which of its addresses are known to be refused. */
  of(block: Block, now: number): { readonly pieces: readonly Piece[]; readonly refused: readonly RefusedAddress[] } {
    const known = this.#divisions.get(block);
    if (known && now < known.until) return known;
    this.#divisions.delete(block);
    return { pieces: [{ ...block, spans: spansIn(this.#plan, block) }], refused: [] };
  }

  /** The halves of a refused piece; null when it is a single field, or when this poll has divided enough. */
  halves({ fn, spans }: Piece): readonly [Piece, Piece] | null {
    if (spans.length < 2 || this.#left === 0) return null;
    this.#left--;
    const middle = spans.length >> 1;
    const around = (part: readonly Span[]): Piece => {
      const at = Math.min(...part.map((span) => span.at));
      return { fn, at, count: Math.max(...part.map((span) => span.end)) - at, spans: part };
    };
    return [around(spans.slice(0, middle)), around(spans.slice(middle))];
  }

  /** Remembers what a divided block is asked as from now on. */
  remember(block: Block, pieces: readonly Piece[], refused: readonly RefusedAddress[], now: number): void {
    const until = this.#divisions.get(block)?.until ?? now + rememberedMs;
    this.#divisions.set(block, { until, pieces, refused });
  }

  forget(): void {
    this.#divisions.clear();
  }

  /** Every refused address that is remembered. */
  all(): readonly RefusedAddress[] {
    return [...this.#divisions.values()].flatMap(({ refused }) => refused);
  }
}

const meanings: Readonly<Record<number, string>> = {
  1: 'function not known',
  2: 'address does not exist',
  3: 'value not allowed',
  4: 'device failed',
  5: 'still working',
  6: 'busy',
  8: 'memory error',
  10: 'no path behind the gateway',
  11: 'no answer behind the gateway',
};

/** `Exception 2, address does not exist (function 3, address 105)`. */
export const exceptionText = (code: number, { fn, at, count }: Block): string => {
  const meaning = meanings[code];
  const where = count === 1 ? `address ${at}` : `address ${at}, ${count}`;
  return `Exception ${code}${meaning ? `, ${meaning}` : ''} (function ${fn}, ${where})`;
};
