/** How many cards of a section have the full height, and how many half of it. */
export interface Counted {
  readonly full: number;
  readonly half: number;
}

/** Position of a section in the dashboard's grid; rows and columns start at 1. */
export interface Place {
  readonly section: number;
  readonly row: number;
  readonly column: number;
  readonly span: number;
}

interface Row {
  /** Of half the height: only cards of half the height fit into it. */
  readonly isHalf: boolean;
  room: number;
}

/** The columns that a section needs; in a row of full height two half cards share a column. */
const spanIn = (isHalf: boolean, { full, half }: Counted): number => (isHalf ? half : full + Math.ceil(half / 2));

const fits = (row: Row, counted: Counted): boolean =>
  (!row.isHalf || counted.full === 0) && spanIn(row.isHalf, counted) <= row.room;

/**
 * Packs sections into rows. A section goes into the first row that has room for it, so that a small one fills a gap
 * above; none is split, and one with more cards than columns gets rows of its own.
 */
export const packSections = (counts: readonly Counted[], columns: number): readonly Place[] => {
  const rows: Row[] = [];
  return counts.flatMap((counted, section): Place[] => {
    if (counted.full + counted.half === 0) return [];
    let at = rows.findIndex((row) => fits(row, counted));
    if (at === -1) {
      rows.push({ isHalf: counted.full === 0 && counted.half <= columns, room: columns });
      at = rows.length - 1;
    }
    const row = rows[at];
    if (row === undefined) return [];
    const span = Math.min(spanIn(row.isHalf, counted), columns);
    const column = columns - row.room + 1;
    // A section that wraps ends within its last row; nothing joins it there.
    row.room = spanIn(row.isHalf, counted) > columns ? 0 : row.room - span;
    return [{ section, row: at + 1, column, span }];
  });
};

/** Position of a card within its section, in columns and half rows from 1. */
export interface CardPlace {
  readonly row: number;
  readonly column: number;
}

/**
 * Places the cards of a section in columns of two half rows: a card of full height takes a column, two of half the
 * height share one. What is left in the end and fits side by side takes one half row.
 */
export const placeCards = (halves: readonly boolean[], span: number): readonly CardPlace[] => {
  let band = 1;
  let column = 0;
  /** The column whose lower half is free. */
  let open: number | null = null;
  /** From here on, all cards are half and stand side by side. */
  let isFlat = false;
  return halves.map((isHalf, index): CardPlace => {
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

/** The half rows that placed cards take. */
export const halfRowsOf = (halves: readonly boolean[], places: readonly CardPlace[]): number =>
  Math.max(0, ...places.map(({ row }, index) => (halves[index] ? row : row + 1)));
