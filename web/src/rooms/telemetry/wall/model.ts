import { rank, type Severity } from '../../../kit/severity.ts';
import { wordOf } from '../../../kit/standing.ts';
import { numberText, unitText } from '../../../kit/value.ts';
import type { Board, Reading } from '../../../wire/board.ts';
import type { Device } from '../../../wire/plant.ts';
import { standingOf } from '../dashboard/model.ts';

export interface Shown {
  readonly text: string;
  readonly unit: string;
}

/** One device on the wall as it stands now: plain data, so that it can be compared as text. */
export interface Tile {
  readonly id: number;
  readonly title: string;
  readonly severity: 'alarm' | 'warning' | 'offline' | 'ok';
  /** The sensor that is told, of a device in trouble. */
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

const shownOf = (reading: Reading | undefined): Shown => {
  if (reading === undefined) return { text: '', unit: '' };
  const word = wordOf(reading);
  if (word !== null || reading.value === null) return { text: word ?? '', unit: '' };
  return {
    text: numberText(reading.value, reading.unit, reading.decimals),
    unit: unitText(reading.unit, reading.value),
  };
};

/** What tells most of a machine that runs well: the speed and the state of a WDC4. */
const speedPath = '1.1001';
const statePath = '18.18000';

export interface WallWords {
  readonly nodes: (n: number) => string;
  readonly sensors: (n: number) => string;
  readonly allScanned: string;
  readonly notScanned: (n: number) => string;
  readonly nothingYet: string;
  readonly suspended: string;
}

const calm = (
  device: Device,
  board: Board,
  severities: readonly Severity[],
  nodes: boolean,
  words: WallWords,
): Pick<Tile, 'value' | 'line'> => {
  if (nodes) {
    const missed = severities.filter((each) => each === 'not-scanned' || each === 'lost').length;
    const count = board.device()?.groups.filter((group) => group.active).length ?? 0;
    return {
      value: { text: words.nodes(count), unit: '' },
      line: missed === 0 ? words.allScanned : words.notScanned(missed),
    };
  }
  const speed = board.reading(speedPath);
  if (speed !== undefined) return { value: shownOf(speed), line: board.reading(statePath)?.state ?? '' };
  return { value: { text: words.sensors(board.all().size), unit: '' }, line: device.udf_id ?? '' };
};

const quiet = (device: Device): Tile => ({
  id: device.id,
  title: device.title,
  severity: 'ok',
  sensor: '',
  value: { text: '', unit: '' },
  state: '',
  path: null,
  since: null,
  more: 0,
  line: '',
});

/** A device that is away says so before anything else it last said. */
export const tileOf = (device: Device, board: Board, nodes: boolean, now: number, words: WallWords): Tile => {
  const head = board.device();
  const empty = quiet(device);
  if (device.state === 'Suspended') return { ...empty, line: words.suspended };
  if (head === null) {
    const away = device.state === 'Offline';
    const since = device.last_seen === null ? null : Date.parse(device.last_seen);
    return { ...empty, severity: away ? 'offline' : 'ok', since: away ? since : null, line: words.nothingYet };
  }
  if (!head.online) return { ...empty, severity: 'offline', since: board.document()?.received_at ?? null };
  const paths = head.groups.flatMap((group) => group.paths);
  const severities = paths.map((path) => standingOf(board, head, path, now));
  for (const severity of ['alarm', 'warning'] as const) {
    const bad = paths.filter((_path, index) => severities[index] === severity);
    if (bad.length === 0) continue;
    // The newest of them is told.
    const told = [...bad].sort((a, b) => (board.reading(b)?.since ?? 0) - (board.reading(a)?.since ?? 0))[0] ?? '';
    const reading = board.reading(told);
    return {
      ...empty,
      severity,
      sensor: reading?.name ?? '',
      value: shownOf(reading),
      state: reading?.state ?? '',
      path: told,
      since: reading?.since ?? null,
      more: bad.length - 1,
    };
  }
  return { ...empty, ...calm(device, board, severities, nodes, words) };
};

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
 * Alarms two across, warnings and offline three, calm ones six; more of them share the height, none scrolls. A few of
 * them share the width: a wall of four devices is not half empty.
 */
export const wallBlocks = (tiles: readonly Tile[]): readonly Block[] => {
  const alarms = tiles.filter((tile) => tile.severity === 'alarm');
  const trouble = tiles.filter((tile) => tile.severity === 'warning' || tile.severity === 'offline');
  const fine = tiles.filter((tile) => tile.severity === 'ok');
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
