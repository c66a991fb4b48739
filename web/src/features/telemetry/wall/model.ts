import { severityRank } from '@tocsin/contract/status';

export interface Shown {
  readonly text: string;
  readonly unit: string;
}

/** Why the messages about a device or one of its sensors are held back: a short text, and one with who and why. */
export interface Held {
  readonly kind: 'walk' | 'shelved' | 'out_of_service';
  /** Name of the sensor that the texts are about. */
  readonly sensor: string;
  readonly short: string;
  readonly full: string;
}

/** One device on the wall with its current status; plain data, because it is compared as JSON. */
export interface Tile {
  readonly id: number;
  readonly title: string;
  /** 'no-data': there is no data, or access to it is refused. */
  readonly severity: 'alarm' | 'warning' | 'offline' | 'no-data' | 'stale' | 'ok';
  readonly held: Held | null;
  /** Name of the sensor on the tile, or what is wrong with the device. */
  readonly sensor: string;
  readonly value: Shown;
  /** The state as the sensor sent it. */
  readonly state: string;
  /** State of the machine, shown at the right of the title. */
  readonly word: string;
  /** Path of the sensor whose value, curve and limit are shown. */
  readonly path: string | null;
  /** Since when, unix ms. */
  readonly since: number | null;
  /** The number of other sensors with the same status. */
  readonly more: number;
  /** Additional line of text. */
  readonly line: string;
  /** What cleared before anybody acknowledged it: 'Touchswitch right, cleared 06:23'; '' for nothing. */
  readonly open: string;
}

/** A tile without data, with the status OK. */
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
  open: '',
});

/** Rank by severity; within one, devices that are held back come last. */
const rankOf = ({ severity, held }: Tile): number => severityRank(severity) + (held === null ? 0 : 0.5);

/** Sorted worst first; equal ones by the `place` of their incident, then newest first; normal ones by name. */
export const inOrder = (tiles: readonly Tile[], place: (device: number) => number = () => 0): readonly Tile[] =>
  [...tiles].sort(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      place(a.id) - place(b.id) ||
      (b.since ?? 0) - (a.since ?? 0) ||
      a.title.localeCompare(b.title, 'en', { numeric: true }),
  );
