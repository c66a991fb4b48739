import type { Tile } from './model.ts';

/** Decides the size of a tile: an alarm, anything else that is not normal, or a normal device. */
export type Level = 'alarm' | 'trouble' | 'calm';

interface WallRow {
  readonly level: Level;
  readonly tiles: readonly Tile[];
  /** Relative widths of its columns; those without a tile are at the end, the first of them beside a single alarm. */
  readonly shares: readonly number[];
  /** Relative height among the rows of the page. */
  readonly weight: number;
  /** Factor by which its texts are larger than designed; at least 1. */
  readonly scale: number;
}
export type WallPage = readonly WallRow[];

/** Space for all rows on a screen of 1920 x 1080, and the gap between tiles, in px. */
const area = { width: 1856, height: 924, gap: 18 } as const;
/** Minimum height of a row, width for which its texts are designed, and maximum number of its tiles. */
const designs: Readonly<Record<Level, { readonly height: number; readonly width: number; readonly most: number }>> = {
  alarm: { height: 400, width: 910, most: 4 },
  trouble: { height: 282, width: 430, most: 4 },
  calm: { height: 216, width: 340, most: 5 },
};
const maxScale = 2.2;
/** Up to this number, alarms are repeated on every page. */
const maxPinned = designs.alarm.most;
/** A single alarm, and the panel beside it that says what to do. */
const alone = [5, 3] as const;
/** Least columns of the rows below what is not normal, so that no normal device is as wide. */
const leastBelow = 2;

/** The level of a tile: 'alarm' only for alarms that are not held back; what else is held back is small. */
export const levelOf = ({ severity, held, open }: Pick<Tile, 'severity' | 'held' | 'open'>): Level => {
  if (severity === 'alarm' && held === null) return 'alarm';
  return open === '' && (severity === 'ok' || (held !== null && severity !== 'alarm')) ? 'calm' : 'trouble';
};

/** Whether a row is a single device with a panel beside it. */
export const hasPanel = ({ tiles, shares }: Pick<WallRow, 'tiles' | 'shares'>): boolean =>
  tiles.length === 1 && shares === alone;

/** Splits tiles into rows of at most `most`, as equal as possible. */
const split = (tiles: readonly Tile[], most: number): readonly (readonly Tile[])[] => {
  const count = Math.ceil(tiles.length / most);
  const rows: (readonly Tile[])[] = [];
  let at = 0;
  for (let row = 0; row < count; row++) {
    const length = Math.ceil((tiles.length - at) / (count - row));
    rows.push(tiles.slice(at, at + length));
    at += length;
  }
  return rows;
};

interface Draft {
  readonly level: Level;
  readonly tiles: readonly Tile[];
  readonly shares: readonly number[];
}
const draft = (level: Level, tiles: readonly Tile[], least = 0): Draft => ({
  level,
  tiles,
  shares: Array.from({ length: Math.max(tiles.length, least) }, () => 1),
});

const heightOf = (rows: readonly Draft[]): number =>
  rows.reduce((sum, { level }) => sum + designs[level].height + area.gap, 0);
/** Number of rows of a level that fit below others. */
const roomFor = (level: Level, rows: readonly Draft[]): number =>
  Math.max(0, Math.floor((area.height + area.gap - heightOf(rows)) / (designs[level].height + area.gap)));

/** Number of normal tiles per row that gives each the most space. */
const calmColumns = (count: number, rowsLeft: number): number => {
  const { most, width, height } = designs.calm;
  const total = rowsLeft * (height + area.gap);
  let best = most;
  let bestScale = 0;
  for (let columns = 1; columns <= most; columns++) {
    const rows = Math.ceil(count / columns);
    if (rows > rowsLeft) continue;
    const scale = Math.min((area.width / columns - area.gap) / width, (total / rows - area.gap) / height);
    if (scale <= bestScale) continue;
    best = columns;
    bestScale = scale;
  }
  return best;
};

/** The page with rows that fill the screen, alarms before others; texts are larger in rows that are higher and wider than needed. */
const finished = (rows: readonly Draft[]): WallPage => {
  const alarms = rows.filter(({ level }) => level === 'alarm').length;
  const left = area.height + area.gap - heightOf(rows);
  return rows.map(({ level, tiles, shares }) => {
    const own = designs[level].height;
    const least = rows.reduce((sum, one) => sum + designs[one.level].height, 0);
    const weight = own + (alarms === 0 ? (left * own) / least : level === 'alarm' ? left / alarms : 0);
    const total = shares.reduce((sum, share) => sum + share, 0);
    const narrowest = (Math.min(...shares.slice(0, tiles.length)) / total) * area.width - area.gap;
    const { height, width } = designs[level === 'alarm' && shares.length > 2 ? 'trouble' : level];
    return { level, tiles, shares, weight, scale: Math.max(1, Math.min(maxScale, weight / height, narrowest / width)) };
  });
};

/**
 * The pages of a wall, shown in turn. No tile is smaller than designed: those that do not fit are on the next page. Up
 * to four alarms are repeated on every page; a single alarm has a panel beside it, and so has the only other trouble of
 * which an incident tells what to do.
 */
export const wallPages = (
  tiles: readonly Tile[],
  isTold: (device: number) => boolean = () => false,
): readonly WallPage[] => {
  const alarms = tiles.filter((tile) => levelOf(tile) === 'alarm');
  const trouble = tiles.filter((tile) => levelOf(tile) === 'trouble');
  const calm = tiles.filter((tile) => levelOf(tile) === 'calm');
  const isTroubleAlone = alarms.length === 0 && trouble.length === 1 && trouble.every(({ id }) => isTold(id));
  const single = isTroubleAlone ? trouble.splice(0) : alarms;
  const isPinned = single.length > 0 && single.length <= maxPinned;
  const alarmRows = split(alarms, designs.alarm.most).map((row) => draft('alarm', row));
  const level = isTroubleAlone ? 'trouble' : 'alarm';
  const pinned: readonly Draft[] = single.length === 1 ? [{ level, tiles: single, shares: alone }] : alarmRows;
  const pages: WallPage[] = [];
  const isLeft = (): boolean => (!isPinned && alarmRows.length > 0) || trouble.length > 0 || calm.length > 0;
  do {
    const rows = isPinned ? [...pinned] : alarmRows.splice(0, roomFor('alarm', []));
    const { most } = designs.trouble;
    const least = rows.length > 0 ? leastBelow : 0;
    // A few devices share one row below an alarm.
    if (alarms.length > 0 && trouble.length > 0 && trouble.length + calm.length <= most)
      rows.push(draft('trouble', [...trouble.splice(0), ...calm.splice(0)]));
    rows.push(
      ...split(trouble.splice(0, roomFor('trouble', rows) * most), most).map((row) => draft('trouble', row, least)),
    );
    const below = rows.length > 0 ? leastBelow : 0;
    const room = roomFor('calm', rows);
    const next = room === 0 ? [] : calm.splice(0, room * designs.calm.most);
    rows.push(...split(next, Math.max(below, calmColumns(next.length, room))).map((row) => draft('calm', row, below)));
    pages.push(finished(rows));
  } while (isLeft());
  return pages;
};

/** Room on a screen of 1920 px for title and chips beside the clock, and what live sign and number of the page take of it. */
const headRoom = { alone: 1_560, live: 200, pages: 200 } as const;
/** Widths in px: a letter of the title, of a chip, of small words; margins, icon and gap of a chip. */
const widths = { title: 23, letter: 14, small: 10.5, chip: 70 } as const;
/** Letters of small words on one line, as in the styles. */
const smallLine = 17;

/** The words of a chip without its number: '9 need somebody' has 'need somebody'. */
export const wordsOf = (text: string, count: number): string => {
  const [before, after] = [`${count} `, `: ${count}`];
  if (text.startsWith(before)) return text.slice(before.length);
  return text.endsWith(after) ? text.slice(0, -after.length) : text;
};

/** The width of small words, on two lines where they are long, and of the number before them. */
const smallWidth = (text: string): number =>
  2 * widths.letter + widths.small * Math.min(smallLine, text.split(' ').slice(1).join(' ').length);

interface HeadFit {
  /** Places of the chips whose words are small, or left out. */
  readonly words: ReadonlyMap<number, 'small' | 'none'>;
  readonly hasLive: boolean;
}

/**
 * What makes a head fit, by the widths of letters and margins: words get small, those that yield first, then from the
 * last one; then the live sign goes, then words. The first chip, which is the worst, stays large.
 */
export function headFit(
  title: string,
  chips: readonly { readonly text: string; readonly yields?: true }[],
  hasPages: boolean,
): HeadFit {
  const words = new Map<number, 'small' | 'none'>();
  const room = headRoom.alone - (hasPages ? headRoom.pages : 0) - widths.title * title.length;
  const widthOf = (text: string, n: number): number => {
    const own = words.get(n);
    return own === 'none' ? 2 * widths.letter : own === 'small' ? smallWidth(text) : widths.letter * text.length;
  };
  const fits = (within: number): boolean =>
    chips.reduce((sum, { text }, n) => sum + widthOf(text, n) + widths.chip, 0) < within;
  const order = [...chips.keys()]
    .slice(1)
    .sort((a, b) => Number(chips[b]?.yields ?? 0) - Number(chips[a]?.yields ?? 0) || b - a);
  for (const n of order) if (!fits(room - headRoom.live)) words.set(n, 'small');
  if (fits(room - headRoom.live)) return { words, hasLive: true };
  for (const n of order) if (!fits(room)) words.set(n, 'none');
  return { words, hasLive: false };
}
