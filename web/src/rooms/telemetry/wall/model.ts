import { rank } from '../../../kit/severity.ts';

export interface Shown {
  readonly text: string;
  readonly unit: string;
}

/** One device on the wall as it stands now: plain data, so that it can be compared as text. */
export interface Tile {
  readonly id: number;
  readonly title: string;
  /** 'no-data': nothing of what it sends can be shown, or all of it is refused. */
  readonly severity: 'alarm' | 'warning' | 'offline' | 'no-data' | 'stale' | 'ok';
  /** The sensor that is told, or what is wrong, of a device in trouble. */
  readonly sensor: string;
  readonly value: Shown;
  readonly state: string;
  /** Its paths' limit is looked up by the page. */
  readonly path: string | null;
  /** Since when, unix ms. */
  readonly since: number | null;
  /** How many more sensors of it are as bad. */
  readonly more: number;
  /** What an ordinary device says in two words. */
  readonly line: string;
}

/** Worst first; of equals the newest trouble, calm ones by name. */
export const inOrder = (tiles: readonly Tile[]): readonly Tile[] =>
  [...tiles].sort(
    (a, b) =>
      rank(a.severity) - rank(b.severity) ||
      (b.since ?? 0) - (a.since ?? 0) ||
      a.title.localeCompare(b.title, 'en', { numeric: true }),
  );

export interface Block {
  readonly tiles: readonly Tile[];
  readonly columns: number;
  readonly rows: number;
  /** How high a row is beside those of the other blocks. */
  readonly weight: number;
  /** Tiles that found no room. */
  readonly left: number;
}

const block = (tiles: readonly Tile[], columns: number, mostRows: number, weight: number): Block => {
  const room = columns * mostRows;
  const shown = tiles.slice(0, room);
  const rows = Math.ceil(shown.length / columns);
  return { tiles: shown, columns, rows, weight, left: tiles.length - shown.length };
};

/**
 * Alarms two across, warnings and what is away three, calm ones six; more of them share the height, none scrolls. A few of
 * them share the width: a wall of four devices is not half empty.
 */
export const wallBlocks = (tiles: readonly Tile[]): readonly Block[] => {
  const alarms = tiles.filter((tile) => tile.severity === 'alarm');
  const fine = tiles.filter((tile) => tile.severity === 'ok' || tile.severity === 'stale');
  const trouble = tiles.filter((tile) => tile.severity !== 'alarm' && !fine.includes(tile));
  const alarmColumns = alarms.length === 3 || alarms.length > 4 ? (alarms.length > 9 ? 4 : 3) : 2;
  const troubleColumns = trouble.length <= 6 ? Math.min(3, Math.max(2, trouble.length)) : 4;
  const fineColumns = Math.min(6, Math.max(3, fine.length));
  const busy = alarms.length > 4 || trouble.length > 6;
  return [
    block(alarms, alarmColumns, 3, 388),
    block(trouble, troubleColumns, 2, 284),
    block(fine, fineColumns, busy ? 1 : alarms.length + trouble.length > 0 ? 3 : 5, 205),
  ].filter((each) => each.tiles.length > 0 || each.left > 0);
};

export const rowsOf = (all: Block): readonly (readonly Tile[])[] => {
  const rows: (readonly Tile[])[] = [];
  for (let at = 0; at < all.tiles.length; at += all.columns) rows.push(all.tiles.slice(at, at + all.columns));
  return rows;
};
