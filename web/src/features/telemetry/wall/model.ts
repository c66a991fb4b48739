import { severityRank } from '@tocsin/contract/status';

export interface Shown {
  readonly text: string;
  readonly unit: string;
}

/** Why the messages about a device or one of its sensors are held back: in a few words, and with who and why. */
export interface Held {
  readonly kind: 'shelved' | 'out_of_service';
  readonly short: string;
  readonly full: string;
}

/** One device on the wall with its current status: plain data, so that it can be compared as JSON. */
export interface Tile {
  readonly id: number;
  readonly title: string;
  /** 'no-data': nothing can be shown, or all data is refused. */
  readonly severity: 'alarm' | 'warning' | 'offline' | 'no-data' | 'stale' | 'ok';
  readonly held: Held | null;
  /** The sensor named on the tile, or what is wrong with the device. */
  readonly sensor: string;
  readonly value: Shown;
  /** The sensor's own words. */
  readonly state: string;
  /** The state of the machine, at the right of the title. */
  readonly word: string;
  /** The sensor whose value, curve and limit are shown. */
  readonly path: string | null;
  /** Since when, unix ms. */
  readonly since: number | null;
  /** The number of other sensors with the same status. */
  readonly more: number;
  /** What else there is to say. */
  readonly line: string;
}

export const emptyTile = ({ id, title }: Pick<Tile, 'id' | 'title'>): Tile => ({
  id,
  title,
  severity: 'ok',
  held: null,
  sensor: '',
  value: { text: '', unit: '' },
  state: '',
  word: '',
  path: null,
  since: null,
  more: 0,
  line: '',
});

/** What is held back comes after what is not, whatever its state. */
const rankOf = ({ severity, held }: Tile): number => severityRank(severity) + (held === null ? 0 : 0.5);

/** Worst first, of equals the most urgent by `level` (1 to 5) and then the newest; normal ones by name. */
export const inOrder = (tiles: readonly Tile[], level: (device: number) => number = () => 5): readonly Tile[] =>
  [...tiles].sort(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      level(a.id) - level(b.id) ||
      (b.since ?? 0) - (a.since ?? 0) ||
      a.title.localeCompare(b.title, 'en', { numeric: true }),
  );
