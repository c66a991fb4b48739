import type { DeviceId } from '@tocsin/contract/ids';
import type { Layout } from '@tocsin/contract/layout';
import { type Known, unknown } from '../fill-frame.ts';
import type { IndexedLayout, RefusalKind } from '../types.ts';
import { type DedupeWindow, newDedupeWindow } from './dedupe-window.ts';
import { type ClockState, freshClock } from './device-clock.ts';
import { freshSilence, type SilenceState } from './silence.ts';
import { type Texts, textIndex, textsFrom } from './text-table.ts';

/** The newest frame of a device. */
export interface Newest {
  /** Device time with the offset applied, and as it was sent. */
  readonly ts: number;
  readonly deviceTs: number;
  readonly boot: number;
  readonly seq: number;
  readonly receivedAt: number;
}

/** Traffic counters for a device's page; stored with the device state. */
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

/** The last state of one device. Only stage 2 writes it. */
export interface DeviceState {
  readonly deviceId: DeviceId;
  layout: IndexedLayout | null;
  /** Ids of every layout this device ever had, by hash. */
  readonly layoutIds: Map<string, number>;
  /** Times of its latest new layouts, for the limit of 20 an hour. */
  newLayouts: number[];
  /** The same for lists that it had before, which an edge reports as history; not stored. */
  newFormerLayouts: number[];
  /** Its last birth was refused, so its data cannot be decoded until a birth is accepted. */
  layoutRefused: boolean;
  /** Sensors with a `states` list: the text for each raw value. */
  stateOfValue: readonly StatesOf[];
  /** An empty text array shared by all frames without texts. */
  noTexts: Uint16Array;
  readonly texts: Texts;

  known: Known;
  /** Device time of each value's last update; null while the newest frame contained all values. */
  at: Float64Array | null;
  newest: Newest | null;
  readonly recent: DedupeWindow;
  /** The newest frame, by the device's own time, that was refused because its clock is ahead. */
  newestAhead: { readonly ts: number; readonly seq: number } | null;

  /** The newest birth: its own ts, and the session that sent it. */
  bornTs: number | null;
  bornSession: number | null;
  version: string | null;
  boot: number | null;
  uptimeS: number | null;
  /** Reports by exception: the session shows that it is alive. */
  rbe: boolean;

  online: boolean;
  /** When it went offline or online, server time. */
  onlineSince: number | null;
  readonly clock: ClockState;
  readonly silence: SilenceState;
  /** 'Catching up': late frames since it came back, and the newest of them. */
  catchingUp: number | null;
  /** Until then, single old frames are back-fill and not a wrong clock. */
  backfillUntil: number;
  /** Consecutive refused frames since the last accepted one. */
  refusedInARow: number;
  refusedSince: number | null;
  refusedText: string;
  readonly counters: Counters;

  /** Not stored: open sessions, and the end of the grace period after a restart. */
  readonly sessions: Set<number>;
  /** When connections with the device's credentials and one client id last ended each other, again and again. */
  sharedAt: number | null;
  graceUntil: number;
}

/** The initial state of a device that has not sent anything. */
export function newDeviceState(deviceId: DeviceId): DeviceState {
  return {
    deviceId,
    layout: null,
    layoutIds: new Map(),
    newLayouts: [],
    newFormerLayouts: [],
    layoutRefused: false,
    stateOfValue: [],
    noTexts: new Uint16Array(0),
    texts: textsFrom([]),
    known: unknown(0),
    at: null,
    newest: null,
    recent: newDedupeWindow(),
    newestAhead: null,
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
    sharedAt: null,
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

/** Counts the refusal of a whole frame or message; the device is marked when all its data is refused. */
export function countRefusal(deviceState: DeviceState, kind: RefusalKind, text: string, now: number): void {
  const { refused } = deviceState.counters;
  refused[kind] = (refused[kind] ?? 0) + 1;
  deviceState.refusedInARow++;
  deviceState.refusedSince ??= now;
  deviceState.refusedText = text;
}

/** Clears the refusal notice after a frame was accepted. */
export function clearRefusals(deviceState: DeviceState): void {
  deviceState.refusedInARow = 0;
  deviceState.refusedSince = null;
  deviceState.refusedText = '';
}
