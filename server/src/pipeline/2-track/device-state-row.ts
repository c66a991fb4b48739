import { packedBound, packFrame, unpackFrame } from '../../history/codec/frame-pack.ts';
import { indexLayout, type Known, unknown } from '../fill-frame.ts';
import type { DeviceStateRow, IndexedLayout, StoredDeviceState } from '../types.ts';
import { lastKeys, newDedupeWindow } from './dedupe-window.ts';
import { type ClockState, freshClock } from './device-clock.ts';
import { type Counters, type DeviceState, type Newest, newDeviceState, statesOf } from './device-state.ts';
import { type KeyList, keysFrom, type SavedKeys, saveKeys } from './saved-keys.ts';
import { freshSilence } from './silence.ts';
import { textsFrom } from './text-table.ts';

const version = 2;
/** Version 1, which versions before 2.0.0 wrote: values and marks apart, doubles only, and keys as a list. */
const versionOne = 1;
/** The number of frames a device may have sent without an acknowledgement when the server stopped. */
const keysStored = 32;

/**
 * The row's `state`. It is written for each device in each batch, so bytes count: the last values and their marks are
 * packed like a stored frame, as base64.
 */
interface Saved {
  readonly v: typeof version;
  readonly known: string;
  readonly at: string;
  readonly newest: Newest | null;
  readonly keys: SavedKeys;
  readonly newestAhead?: DeviceState['newestAhead'];
  readonly newLayouts: readonly number[];
  readonly layoutRefused: boolean;
  readonly born: readonly [number | null, string | null, number | null, number | null, boolean];
  readonly onlineSince: number | null;
  readonly clock: ClockState;
  readonly gaps: readonly number[];
  readonly lastArrival: number | null;
  readonly catchingUp: number | null;
  readonly backfillUntil: number;
  readonly refused: readonly [number, number | null, string];
  readonly counters: Counters;
  readonly textsLost: number;
  /** The evaluation state, as stage 3 serialized it. */
  readonly judged: string;
}

/** What version 1 has in place of `known` and `keys`. */
interface SavedOne extends Omit<Saved, 'v' | 'known' | 'keys'> {
  readonly v: typeof versionOne;
  readonly values: string;
  readonly flags: string;
  readonly status: string;
  readonly states: string;
  readonly keys: KeyList;
}

/** The device state as a row that is committed with its frames, and the evaluation state beside it. */
export function toRow(deviceState: DeviceState, evaluationState: string): DeviceStateRow {
  const { known, newest } = deviceState;
  const saved: Saved = {
    v: version,
    known: packKnown(known),
    at: deviceState.at ? pack(deviceState.at) : '',
    newest,
    ...(deviceState.newestAhead ? { newestAhead: deviceState.newestAhead } : {}),
    keys: saveKeys(lastKeys(deviceState.recent, keysStored)),
    newLayouts: deviceState.newLayouts,
    layoutRefused: deviceState.layoutRefused,
    born: [deviceState.bornTs, deviceState.version, deviceState.boot, deviceState.uptimeS, deviceState.rbe],
    onlineSince: deviceState.onlineSince,
    clock: deviceState.clock,
    gaps: deviceState.silence.gaps,
    lastArrival: deviceState.silence.lastArrival,
    catchingUp: deviceState.catchingUp,
    backfillUntil: deviceState.backfillUntil,
    refused: [deviceState.refusedInARow, deviceState.refusedSince, deviceState.refusedText],
    counters: deviceState.counters,
    textsLost: deviceState.texts.overflow,
    judged: evaluationState,
  };
  return {
    deviceId: deviceState.deviceId,
    layoutId: deviceState.layout?.layoutId ?? null,
    newestTs: newest?.ts ?? null,
    receivedAt: newest?.receivedAt ?? null,
    online: deviceState.online,
    texts: [...deviceState.texts.list],
    state: JSON.stringify(saved),
  };
}

/** Restores the device state of the last commit, and the evaluation state of the row. Throws on another version. */
export function fromRow(stored: StoredDeviceState): { deviceState: DeviceState; evaluationState: string } {
  const { row } = stored;
  const deviceState = newDeviceState(row.deviceId);
  const saved = JSON.parse(row.state) as Saved | SavedOne;
  if (saved.v !== version && saved.v !== versionOne)
    throw new Error(`device ${row.deviceId}: its stored state is of an unknown version`);
  const layout = stored.layout ? indexLayout(stored.layout) : null;
  const texts = textsFrom(row.texts);
  texts.overflow = saved.textsLost;
  const [bornTs, versionInfo, boot, uptimeS, rbe] = saved.born;
  const [refusedInARow, refusedSince, refusedText] = saved.refused;
  return {
    evaluationState: saved.judged,
    deviceState: {
      ...deviceState,
      layout,
      layoutIds: new Map(stored.layoutIds),
      newLayouts: [...saved.newLayouts],
      layoutRefused: saved.layoutRefused,
      texts,
      stateOfValue: layout ? statesOf(layout, texts) : [],
      noTexts: new Uint16Array(layout?.sensors.length ?? 0),
      known: readKnown(saved, layout),
      at: saved.at === '' ? null : new Float64Array(unpack(saved.at)),
      newest: saved.newest,
      newestAhead: saved.newestAhead ?? null,
      recent: newDedupeWindow(keysFrom(saved.keys)),
      bornTs,
      version: versionInfo,
      boot,
      uptimeS,
      rbe,
      online: row.online,
      onlineSince: saved.onlineSince,
      clock: { ...freshClock(), ...saved.clock },
      silence: freshSilence(saved.gaps, saved.lastArrival),
      catchingUp: saved.catchingUp,
      backfillUntil: saved.backfillUntil,
      refusedInARow,
      refusedSince,
      refusedText,
      counters: saved.counters,
    },
  };
}

function readKnown(saved: Saved | SavedOne, layout: IndexedLayout | null): Known {
  const count = layout?.sensors.length ?? 0;
  const known = saved.v === version ? unpackFrame(Buffer.from(saved.known, 'base64')) : readKnownOne(saved);
  if (known.values.length !== count) return unknown(count);
  const { values, flags, status, state } = known;
  return { values, flags, status, state };
}

function readKnownOne(saved: SavedOne): Known {
  const values = new Float64Array(unpack(saved.values));
  return {
    values,
    flags: new Uint8Array(unpack(saved.flags)),
    status: saved.status === '' ? new Uint16Array(values.length) : new Uint16Array(unpack(saved.status)),
    state: saved.states === '' ? new Uint16Array(values.length) : new Uint16Array(unpack(saved.states)),
  };
}

/** Reused, because a state is packed for each device in each batch. */
let room = Buffer.alloc(0);

function packKnown({ values, flags, status, state }: Known): string {
  const bound = packedBound(values.length);
  if (room.length < bound) room = Buffer.alloc(2 * bound);
  const end = packFrame({ given: 0, values, flags, status, state }, room, 0);
  return room.toString('base64', 0, end);
}

function pack(array: Float64Array): string {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64');
}

/** Copies the bytes, because Buffer's pool is not aligned for doubles. */
function unpack(text: string): ArrayBuffer {
  const bytes = Buffer.from(text, 'base64');
  const own = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(own).set(bytes);
  return own;
}
