import type { DeviceId } from '@tocsin/contract/ids';
import type { Layout } from '@tocsin/contract/layout';
import type { IndexedLayout, RefusalKind } from '../passing.ts';
import { type Known, unknown } from '../whole.ts';
import { type ClockState, freshClock } from './clock.ts';
import { freshRecent, type Recent } from './recent.ts';
import { freshSilence, type SilenceState } from './silence.ts';
import { type Texts, textIndex, textsFrom } from './texts.ts';

/** The newest frame of a device. */
export interface Newest {
  /** Device's time with the offset taken off, and as it was sent. */
  readonly ts: number;
  readonly deviceTs: number;
  readonly boot: number;
  readonly seq: number;
  readonly receivedAt: number;
}

/** What a device's page shows about its traffic; kept with the board. */
export interface Counters {
  frames: number;
  late: number;
  duplicates: number;
  conflicts: number;
  rejectedValues: number;
  cut: number;
  refused: Partial<Record<RefusalKind, number>>;
}

/** The texts of one sensor's raw values, as indexes into the device's texts. */
export interface StatesOf {
  readonly index: number;
  readonly texts: ReadonlyMap<number, number>;
}

/** The last state of one device. Stage 2 alone writes it. */
export interface Board {
  readonly deviceId: DeviceId;
  layout: IndexedLayout | null;
  /** Ids of every layout that this device ever had, by hash. */
  readonly layoutIds: Map<string, number>;
  /** When its latest new layouts came, for the limit of 20 an hour. */
  newLayouts: number[];
  /** Its last birth was refused: its data can't be read until another is taken. */
  layoutRefused: boolean;
  /** Sensors with a `states` list: the text of a raw value. */
  stateOfValue: readonly StatesOf[];
  /** No text for any sensor; shared by all frames that have none. */
  noTexts: Uint16Array;
  readonly texts: Texts;

  known: Known;
  /** When each value was last told, device's time; null while all were told by the newest frame. */
  at: Float64Array | null;
  newest: Newest | null;
  readonly recent: Recent;

  /** The newest birth: its own ts, and the session that brought it. */
  bornTs: number | null;
  bornSession: number | null;
  version: string | null;
  boot: number | null;
  uptimeS: number | null;
  /** Reports by exception: the session is its sign of life. */
  rbe: boolean;

  online: boolean;
  /** Since when it is offline or online, server's time. */
  onlineSince: number | null;
  readonly clock: ClockState;
  readonly silence: SilenceState;
  /** 'Catching up': late frames since it came back; the newest of them. */
  catchingUp: number | null;
  /** Single old frames are back-fill until then, not a clock gone wrong. */
  backfillUntil: number;
  /** Whole frames refused since the last that was taken. */
  refusedInARow: number;
  refusedSince: number | null;
  refusedText: string;
  readonly counters: Counters;

  /** Not kept: open sessions, and until when a restart forgives silence. */
  readonly sessions: Set<number>;
  graceUntil: number;
}

/** The board of a device of which nothing was ever heard. */
export function freshBoard(deviceId: DeviceId): Board {
  return {
    deviceId,
    layout: null,
    layoutIds: new Map(),
    newLayouts: [],
    layoutRefused: false,
    stateOfValue: [],
    noTexts: new Uint16Array(0),
    texts: textsFrom([]),
    known: unknown(0),
    at: null,
    newest: null,
    recent: freshRecent(),
    bornTs: null,
    bornSession: null,
    version: null,
    boot: null,
    uptimeS: null,
    rbe: false,
    online: false,
    onlineSince: null,
    clock: freshClock(),
    silence: freshSilence(),
    catchingUp: null,
    backfillUntil: 0,
    refusedInARow: 0,
    refusedSince: null,
    refusedText: '',
    counters: { frames: 0, late: 0, duplicates: 0, conflicts: 0, rejectedValues: 0, cut: 0, refused: {} },
    sessions: new Set(),
    graceUntil: 0,
  };
}

/** Texts of raw values, as indexes into the device's texts. */
export function statesOf(layout: Layout, texts: Texts): readonly StatesOf[] {
  return layout.sensors.flatMap((sensor, index) => {
    const entries = Object.entries(sensor.states);
    if (entries.length === 0) return [];
    return { index, texts: new Map(entries.map(([value, text]) => [Number(value), textIndex(texts, text)])) };
  });
}

/** Counts a refusal of a whole frame or message; a device of which everything is refused is shown as such. */
export function countRefusal(board: Board, kind: RefusalKind, text: string, now: number): void {
  const { refused } = board.counters;
  refused[kind] = (refused[kind] ?? 0) + 1;
  board.refusedInARow++;
  board.refusedSince ??= now;
  board.refusedText = text;
}

/** A frame was taken: what was refused before no longer stands on the device. */
export function forgiveRefusals(board: Board): void {
  board.refusedInARow = 0;
  board.refusedSince = null;
  board.refusedText = '';
}
