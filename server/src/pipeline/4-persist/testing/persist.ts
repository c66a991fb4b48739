import { setTimeout as sleep } from 'node:timers/promises';
import { DeviceId } from '@tocsin/contract/ids';
import type pg from 'pg';
import type { Compactor } from '../../../history/compact/compactor.ts';
import { isIntakeClosed } from '../../../history/compact/store.ts';
import type { Catalog } from '../../catalog.ts';
import {
  type AcceptedFrame,
  ALL_SENT,
  type Committed,
  type DeviceStateRow,
  type EventRow,
  type FrameWriterCallbacks,
  ownTexts,
  SEQ_GIVEN,
  type WriteEntry,
  type WriteOutcome,
} from '../../types.ts';

/** Factories for tests of this stage: they build valid data; overrides show only the subject of the test. */
export const device = (n: number): DeviceId => DeviceId.parse(n);
/** A full hour, 2026-03-01 10:00 UTC. */
export const t0 = Date.UTC(2026, 2, 1, 10);

export function frame(overrides: Partial<AcceptedFrame> & { n?: number } = {}): AcceptedFrame {
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

export function entry(overrides: Partial<WriteEntry> = {}): WriteEntry {
  return {
    deviceId: device(1),
    layout: null,
    frames: [],
    lateFrames: [],
    hasDeviceState: false,
    events: [],
    ends: [],
    changes: [],
    steps: [],
    shelves: [],
    walks: [],
    restamp: null,
    done: () => {},
    ...overrides,
  };
}

/** An entry and the promise of its outcome. */
export function awaited(overrides: Partial<WriteEntry> = {}): [WriteEntry, Promise<[WriteOutcome, number]>] {
  let settle: (outcome: [WriteOutcome, number]) => void = () => {};
  const outcome = new Promise<[WriteOutcome, number]>((resolve) => {
    settle = resolve;
  });
  return [entry({ ...overrides, done: (...given) => settle(given) }), outcome];
}

/** Puts an entry into the writer and resolves when it is stored; rejects with any other outcome. */
export async function putStored(
  writer: { put: (entry: WriteEntry) => void },
  overrides: Partial<WriteEntry>,
): Promise<void> {
  const [one, outcome] = awaited(overrides);
  writer.put(one);
  const [result] = await outcome;
  if (result !== 'stored') throw new Error(`the entry is not stored but ${result}`);
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
    notified: true,
    forebearId: null,
    active: true,
    test: false,
    ruleId: null,
    needsAcknowledgement: false,
    shelved: false,
    priority: 'high',
    respondWithinMinutes: null,
    ...overrides,
  };
}

export function deviceStateRow(deviceId: DeviceId, overrides: Partial<DeviceStateRow> = {}): DeviceStateRow {
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

/** Callbacks of stage 4 with plain answers, recording their calls. */
export function recordingCallbacks(row: (id: DeviceId) => DeviceStateRow = (id) => deviceStateRow(id)) {
  const record = {
    committed: [] as Committed[],
    discarded: [] as (readonly DeviceId[] | 'all')[],
    refused: [] as DeviceId[],
  };
  const callbacks: FrameWriterCallbacks = {
    deviceStateRow: row,
    committed: (batch) => record.committed.push(batch),
    discard: (devices) => record.discarded.push(devices),
    refused: (deviceId) => record.refused.push(deviceId),
  };
  return { callbacks, record };
}

/**
 * Runs the compactor until it has written all hours due at its last closing. One run may not be enough: it writes
 * nothing while a transaction is open anywhere in the cluster, and test files share one.
 */
export async function runCompactionJob(hours: Compactor, pool: pg.Pool): Promise<void> {
  for (;;) {
    await hours.round();
    const client = await pool.connect();
    const isShut = await isIntakeClosed(client).finally(() => client.release());
    if (isShut) break;
    await sleep(5);
  }
  await hours.round();
}
