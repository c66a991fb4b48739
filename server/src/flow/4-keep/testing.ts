import { DeviceId } from '@tocsin/contract/ids';
import type { Catalog } from '../catalog.ts';
import {
  ALL_SENT,
  type BoardRow,
  type Committed,
  type EventRow,
  type KeepAsks,
  type KeepEntry,
  type KeepOutcome,
  type KeptFrame,
  ownTexts,
  SEQ_GIVEN,
} from '../passing.ts';

/** Factories for tests of this stage: valid things; overrides show only what the test is about. */
export const device = (n: number): DeviceId => DeviceId.parse(n);
/** A whole hour, 2026-03-01 10:00 UTC. */
export const t0 = Date.UTC(2026, 2, 1, 10);

export function frame(overrides: Partial<KeptFrame> & { n?: number } = {}): KeptFrame {
  const { n = 3, ...rest } = overrides;
  const ts = rest.ts ?? t0;
  return {
    ts,
    deviceTs: ts,
    boot: 1,
    seq: 1,
    given: SEQ_GIVEN,
    layoutId: 1,
    receivedAt: ts + 80,
    values: Float64Array.from({ length: n }, (_, i) => 40 + i / 10),
    flags: new Uint8Array(n).fill(ALL_SENT),
    status: new Uint16Array(n),
    state: new Uint16Array(n).fill(1),
    ...rest,
  };
}

export function entry(overrides: Partial<KeepEntry> = {}): KeepEntry {
  return {
    deviceId: device(1),
    layout: null,
    frames: [],
    lateFrames: [],
    board: false,
    events: [],
    ends: [],
    changes: [],
    steps: [],
    restamp: null,
    done: () => {},
    ...overrides,
  };
}

/** The entry and the promise of what becomes of it. */
export function awaited(overrides: Partial<KeepEntry> = {}): [KeepEntry, Promise<[KeepOutcome, number]>] {
  let settle: (outcome: [KeepOutcome, number]) => void = () => {};
  const outcome = new Promise<[KeepOutcome, number]>((resolve) => {
    settle = resolve;
  });
  return [entry({ ...overrides, done: (...given) => settle(given) }), outcome];
}

export function event(overrides: Partial<EventRow> = {}): EventRow {
  return {
    id: 1,
    deviceId: device(1),
    type: 'alarm_on',
    at: t0,
    receivedAt: t0 + 80,
    groupId: '4',
    sensorId: '4000',
    sensorName: 'Head bearing left',
    content: 'Alarm',
    value: 81.5,
    late: false,
    told: true,
    forebearId: null,
    active: true,
    test: false,
    ruleId: null,
    ...overrides,
  };
}

export function boardRow(deviceId: DeviceId, overrides: Partial<BoardRow> = {}): BoardRow {
  return {
    deviceId,
    layoutId: 1,
    newestTs: t0,
    receivedAt: t0 + 80,
    online: true,
    texts: [...ownTexts],
    state: '{}',
    ...overrides,
  };
}

export const emptyCatalog: Catalog = {
  byId: () => undefined,
  byUdfId: () => undefined,
  bySerialNumber: () => undefined,
  all: () => [],
};

/** What stage 4 asks, answered plainly, and a record of what it said. */
export function recordingAsks(row: (id: DeviceId) => BoardRow = (id) => boardRow(id)) {
  const record = {
    committed: [] as Committed[],
    discarded: [] as (readonly DeviceId[] | 'all')[],
    refused: [] as DeviceId[],
  };
  const asks: KeepAsks = {
    boardRow: row,
    committed: (batch) => record.committed.push(batch),
    discard: (devices) => record.discarded.push(devices),
    refused: (deviceId) => record.refused.push(deviceId),
  };
  return { asks, record };
}
