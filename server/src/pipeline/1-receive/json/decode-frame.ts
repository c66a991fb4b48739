import type { SensorDef } from '@tocsin/contract/layout';
import { limits } from '@tocsin/contract/limits';
import { SensorStatus } from '@tocsin/contract/status';
import {
  ALARM,
  ALARM_SENT,
  ALL_SENT,
  type DecodedFrame,
  type IndexedLayout,
  ownTexts,
  SENT,
  STATE_SENT,
  STATUS_SENT,
  TEXT_BAD_VALUE,
} from '../../types.ts';
import { cleanText } from '../clean-text.ts';
import { FrameRefusal } from '../frame-refusal.ts';
import { isRecord } from './json-text.ts';

const alarmStatus = SensorStatus.enum.Alarm;

const badValue = ownTexts[TEXT_BAD_VALUE];
const lastMoment = 8.64e15;
const none: readonly never[] = [];

/** Decodes one data message in the JSON convention. Agrees with the contract's DataMessage; throws a FrameRefusal. */
export function decodeFrame(json: unknown, layout: IndexedLayout): DecodedFrame {
  if (!isRecord(json)) throw new FrameRefusal('structure', 'A data message is an object');
  const ts = readTs(json.ts);
  const draft = new Draft(layout.sensors);
  if (json.v !== undefined) readCompact(json, draft, layout.sensors.length);
  else readMap(json.values, draft, layout);
  draft.rejected += badCount(json.seq) + badCount(json.boot);
  return draft.frame(ts, readCount(json.seq), readCount(json.boot), json.historical === true);
}

/**
 * Returns 1 for a value that is present but not an integer of 0 or more. The frame is accepted without it, and it
 * counts as a bad value.
 */
const badCount = (value: unknown): number =>
  value === undefined || value === null || readCount(value) !== null ? 0 : 1;

function readCompact(json: Readonly<Record<string, unknown>>, draft: Draft, count: number): void {
  const v = json.v;
  if (!Array.isArray(v)) throw new FrameRefusal('structure', 'v is an array');
  if (v.length !== count)
    throw new FrameRefusal('length', `v has ${v.length} values, the birth lists ${count} sensors`);
  draft.isComplete = true;
  const { values, flags } = draft;
  flags.fill(ALL_SENT);
  for (let index = 0; index < count; index++) {
    const raw: unknown = v[index];
    // Fast path inside the loop. Adding 0 turns minus zero into 0.
    if (typeof raw === 'number' && raw - raw === 0) values[index] = raw + 0;
    else draft.value(index, raw);
  }
  if (json.alarm !== undefined) {
    if (!Array.isArray(json.alarm)) throw new FrameRefusal('structure', 'alarm is an array of indexes');
    for (const index of json.alarm) {
      if (!Number.isInteger(index) || index < 0 || index >= count)
        throw new FrameRefusal('index', 'alarm names an index that v does not have');
      flags[index] = ALL_SENT | ALARM;
    }
  }
  readTexts(json.status, count, 'status', (index, text) => draft.status(index, text));
  readTexts(json.state, count, 'state', (index, text) => draft.state(index, text));
}

function readTexts(value: unknown, count: number, name: string, take: (index: number, text: unknown) => void): void {
  if (value === undefined) return;
  if (!isRecord(value)) throw new FrameRefusal('structure', `${name} is an object of texts by index`);
  for (const key in value) {
    const index = Number(key);
    if (!(index >= 0 && index < count) || String(index) !== key || !Number.isInteger(index))
      throw new FrameRefusal('index', `${name} names an index that v does not have`);
    take(index, value[key]);
  }
}

function readMap(values: unknown, draft: Draft, layout: IndexedLayout): void {
  if (!isRecord(values)) throw new FrameRefusal('structure', 'A data message needs values or v');
  draft.values.fill(Number.NaN);
  let names = 0;
  for (const path in values) {
    if (++names > limits.sensorsPerDevice)
      throw new FrameRefusal('limit', `More than ${limits.sensorsPerDevice} values in a frame`);
    const value = values[path];
    const index = layout.byPath.get(path);
    if (index === undefined) draft.rejected++;
    else if (isRecord(value)) draft.object(index, value);
    else draft.value(index, value);
  }
}

/**
 * Tens of thousands of frames come and go, and allocating a buffer for each costs more than decoding it, so small
 * frames share one. It has the size of Node's own buffer pool, since a device's last frame keeps it from being freed.
 */
let room = new ArrayBuffer(0);
let taken = 0;
const roomBytes = 8 * 1024;

/** Makes `room` a zeroed buffer with at least this many bytes left and returns the offset at which they begin. */
function takeRoom(bytes: number): number {
  if (taken + bytes > room.byteLength) {
    room = new ArrayBuffer(Math.max(bytes, roomBytes));
    taken = 0;
  }
  const at = taken;
  taken += Math.ceil(bytes / 8) * 8;
  return at;
}

/** A frame being decoded: typed arrays in layout order, texts sparse. */
export class Draft {
  readonly values: Float64Array;
  readonly flags: Uint8Array;
  rejected = 0;
  isComplete = false;
  #sensors: readonly SensorDef[];
  #stateAt: number[] | null = null;
  #stateText: string[] = [];
  #statusAt: number[] | null = null;
  #statusText: string[] = [];
  #bad: Set<number> | null = null;

  constructor(sensors: readonly SensorDef[]) {
    this.#sensors = sensors;
    const at = takeRoom(sensors.length * 9);
    this.values = new Float64Array(room, at, sensors.length);
    this.flags = new Uint8Array(room, at + sensors.length * 8, sensors.length);
  }

  /** Sets the value only. Anything that is not a number becomes no value with the state 'Bad value'. */
  value(index: number, raw: unknown): void {
    this.flags[index] = (this.flags[index] ?? 0) | SENT;
    if (typeof raw === 'number' && raw - raw === 0) {
      // Adding 0 turns minus zero into 0.
      this.values[index] = raw + 0;
    } else if (raw === null || raw === undefined) {
      this.values[index] = Number.NaN;
    } else if (typeof raw === 'boolean' && this.#sensors[index]?.type !== 'NUMERIC') {
      this.values[index] = raw ? 1 : 0;
    } else {
      this.values[index] = Number.NaN;
      this.rejected++;
      this.state(index, badValue);
      this.#bad ??= new Set();
      this.#bad.add(index);
    }
  }

  /**
   * `{"value": 1, "alarm": true, "status": "Alarm", "state": "Misaligned"}`; missing keys leave the reading unchanged.
   */
  object(index: number, sent: Readonly<Record<string, unknown>>): void {
    if (sent.value !== undefined) this.value(index, sent.value);
    const alarm = readBoolean(sent.alarm);
    if (alarm !== null || sent.status === alarmStatus) {
      const inAlarm = alarm === true || sent.status === alarmStatus;
      this.flags[index] = ((this.flags[index] ?? 0) & ~ALARM) | ALARM_SENT | (inAlarm ? ALARM : 0);
    }
    if (sent.status !== undefined) this.status(index, sent.status);
    if (sent.state !== undefined) this.state(index, sent.state);
  }

  state(index: number, raw: unknown): void {
    if (this.#bad?.has(index)) return;
    const text = readText(raw);
    if (text === null) return;
    this.flags[index] = (this.flags[index] ?? 0) | STATE_SENT;
    this.#stateAt ??= [];
    this.#stateAt.push(index);
    this.#stateText.push(text);
  }

  status(index: number, raw: unknown): void {
    const text = readText(raw);
    if (text === null) return;
    const inAlarm = text === alarmStatus ? ALARM | ALARM_SENT : 0;
    this.flags[index] = (this.flags[index] ?? 0) | STATUS_SENT | inAlarm;
    this.#statusAt ??= [];
    this.#statusAt.push(index);
    this.#statusText.push(text);
  }

  frame(ts: number, seq: number | null, boot: number | null, historical: boolean): DecodedFrame {
    return {
      ts,
      seq,
      boot,
      historical,
      isComplete: this.isComplete,
      values: this.values,
      flags: this.flags,
      stateAt: this.#stateAt ?? none,
      stateText: this.#stateText,
      statusAt: this.#statusAt ?? none,
      statusText: this.#statusText,
      rejected: this.rejected,
    };
  }
}

const asNumber = 'send milliseconds since 1970 as a number';
/** Returns unix milliseconds; fractions of a millisecond are dropped. */
export function readTs(value: unknown): number {
  if (typeof value === 'string') throw new FrameRefusal('no_ts', `ts is a text: ${asNumber}`);
  if (typeof value !== 'number') throw new FrameRefusal('no_ts', 'ts is missing');
  if (!(value >= 0 && value <= lastMoment)) throw new FrameRefusal('no_ts', `ts is out of range: ${asNumber}`);
  return Math.floor(value);
}

/** Reads seq or boot; anything but an integer reads as absent. */
export function readCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** Accepts every form of alarm flag that firmware writes, so that no alarm is lost. */
function readBoolean(value: unknown): boolean | null {
  if (value === true || value === 1 || value === 'true') return true;
  if (value === false || value === 0 || value === 'false') return false;
  return null;
}

const uncounted = { count: 0 };
function readText(value: unknown): string | null {
  if (typeof value === 'string') return cleanText(value, uncounted);
  if (value === null) return '';
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}
