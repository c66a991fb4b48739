/** Number of a section's cards with full and with half height. */
export interface CardCounts {
  readonly full: number;
  readonly half: number;
}

/** Position of a section in the dashboard's grid; rows and columns start at 1. */
export interface SectionPosition {
  readonly section: number;
  readonly row: number;
  readonly column: number;
  readonly span: number;
}

interface Row {
  /** A row of half height, into which only half cards fit. */
  readonly isHalf: boolean;
  room: number;
}

/** Number of columns that a section needs; in a row of full height, two half cards share a column. */
const spanIn = (isHalf: boolean, { full, half }: CardCounts): number => (isHalf ? half : full + Math.ceil(half / 2));

const fits = (row: Row, counts: CardCounts): boolean =>
  (!row.isHalf || counts.full === 0) && spanIn(row.isHalf, counts) <= row.room;

/**
 * Packs sections into rows, first fit, so that a small section fills a gap further up. No section is split; one with
 * more cards than columns gets its own rows.
 */
export const packSections = (countsBySection: readonly CardCounts[], columns: number): readonly SectionPosition[] => {
  const rows: Row[] = [];
  return countsBySection.flatMap((counts, section): SectionPosition[] => {
    if (counts.full + counts.half === 0) return [];
    let at = rows.findIndex((row) => fits(row, counts));
    if (at === -1) {
      rows.push({ isHalf: counts.full === 0 && counts.half <= columns, room: columns });
      at = rows.length - 1;
    }
    const row = rows[at];
    if (row === undefined) return [];
    const span = Math.min(spanIn(row.isHalf, counts), columns);
    const column = columns - row.room + 1;
    // A section that wraps shares its rows with no other section.
    row.room = spanIn(row.isHalf, counts) > columns ? 0 : row.room - span;
    return [{ section, row: at + 1, column, span }];
  });
};

/** Position of a card within its section, in columns and half rows from 1. */
export interface CardPosition {
  readonly row: number;
  readonly column: number;
}

/**
 * Places the cards of a section in columns of two half rows: a full card takes a column, and two half cards share one.
 * The last half cards take a single half row if they fit side by side.
 */
export const placeCards = (halves: readonly boolean[], span: number): readonly CardPosition[] => {
  let band = 1;
  let column = 0;
  /** The column whose lower half is free; null: none. */
  let open: number | null = null;
  /** True once only half cards remain that fit side by side. */
  let isFlat = false;
  return halves.map((isHalf, index): CardPosition => {
    if (isHalf && open !== null && !isFlat) {
      const place = { row: band + 1, column: open };
      open = null;
      return place;
    }
    if (column === span) {
      band += 2;
      column = 0;
      open = null;
    }
    column++;
    if (column === 1) isFlat = halves.length - index <= span && halves.slice(index).every(Boolean);
    if (isHalf && !isFlat) open = column;
    return { row: band, column };
  });
};

/** Number of half rows that placed cards occupy. */
export const halfRowsOf = (halves: readonly boolean[], places: readonly CardPosition[]): number =>
  Math.max(0, ...places.map(({ row }, index) => (halves[index] ? row : row + 1)));
