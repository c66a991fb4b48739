import { severityRank } from '@tocsin/contract/status';

export interface Shown {
  readonly text: string;
  readonly unit: string;
}

/** One device on the wall with its current status: plain data, so that it can be compared as JSON. */
export interface Tile {
  readonly id: number;
  readonly title: string;
  /** 'no-data': nothing can be shown, or all data is refused. */
  readonly severity: 'alarm' | 'warning' | 'offline' | 'no-data' | 'stale' | 'ok';
  /** The sensor named on the tile, or what is wrong with the device. */
  readonly sensor: string;
  readonly value: Shown;
  readonly state: string;
  /** The sensors whose limit the page looks up. */
  readonly path: string | null;
  /** Since when, unix ms. */
  readonly since: number | null;
  /** The number of other sensors with the same status. */
  readonly more: number;
  /** A two-word summary of a normal device. */
  readonly line: string;
}

/** Worst first, of equals the most urgent by `level` (1 to 5) and then the newest; normal ones by name. */
export const inOrder = (tiles: readonly Tile[], level: (device: number) => number = () => 5): readonly Tile[] =>
  [...tiles].sort(
    (a, b) =>
      severityRank(a.severity) - severityRank(b.severity) ||
      level(a.id) - level(b.id) ||
      (b.since ?? 0) - (a.since ?? 0) ||
      a.title.localeCompare(b.title, 'en', { numeric: true }),
  );

export interface Block {
  readonly tiles: readonly Tile[];
  readonly columns: number;
  readonly rows: number;
  /** The row height relative to the other blocks. */
  readonly weight: number;
  /** The number of tiles without space. */
  readonly left: number;
}

const block = (tiles: readonly Tile[], columns: number, maxRows: number, weight: number): Block => {
  const room = columns * maxRows;
  const shown = tiles.slice(0, room);
  const rows = Math.ceil(shown.length / columns);
  return { tiles: shown, columns, rows, weight, left: tiles.length - shown.length };
};

/**
 * Alarms are two per row, warnings and offline devices three, normal ones six. More of them share the height, a few
 * share the width; nothing scrolls.
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
