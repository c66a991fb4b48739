import type { Layout } from '@tocsin/contract/layout';
import { describe, expect, it } from 'vitest';
import { type AcceptedFrame, EVALUATED, HOLDS, ownTexts, SENT } from '../../pipeline/types.ts';
import { SignalBuilder, type SignalInput, type SignalResult } from './signal.ts';

const t0 = Date.UTC(2026, 9, 8, 10);
const minute = 60_000;
const hour = 60 * minute;
const texts = [...ownTexts, 'Disabled', 'Not Scanned', 'OK'];
const sensor = (sensorId: string, unit = 'C') => ({
  groupId: '1',
  sensorId,
  name: sensorId,
  type: 'NUMERIC' as const,
  unit,
  states: {},
});
const layout = (layoutId: number, ...ids: string[]): Layout => ({
  layoutId,
  hash: String(layoutId),
  groups: [],
  sensors: ids.map((id) => sensor(id)),
});
const layouts = new Map([
  [1, layout(1, 'speed', 'heat')],
  [2, layout(2, 'speed')],
]);

const frame = (ts: number, values: readonly number[], over: Partial<AcceptedFrame> = {}): AcceptedFrame => ({
  ts,
  deviceTs: ts,
  boot: 1,
  seq: 1,
  given: EVALUATED,
  layoutId: values.length === 2 ? 1 : 2,
  receivedAt: ts + 100,
  values: Float64Array.from(values),
  flags: new Uint8Array(values.length).fill(SENT),
  status: new Uint16Array(values.length),
  state: new Uint16Array(values.length),
  ...over,
});
/** A frame every 30 s from one minute to another. */
const frames = (from: number, to: number, values: readonly number[] = [100, 40], over: Partial<AcceptedFrame> = {}) => {
  const all: AcceptedFrame[] = [];
  for (let ts = t0 + from * minute; ts < t0 + to * minute; ts += 30_000) {
    const received = over.receivedAt === undefined ? ts + 100 : ts + over.receivedAt;
    all.push(frame(ts, values, { ...over, receivedAt: received }));
  }
  return all;
};
const runner = { path: '1.speed', above: null, peak: 100, shown: (_: number, raw: number) => raw };
const signalOf = (all: readonly AcceptedFrame[], over: Partial<SignalInput> = {}): SignalResult => {
  const builder = new SignalBuilder({
    t0,
    texts,
    layouts,
    tail: null,
    offlineMs: 90_000,
    keepsOfflineMs: true,
    events: [],
    runner,
    isMade: () => false,
    ...over,
  });
  builder.add(all);
  return builder.finish();
};
const set = (mask: Uint8Array | undefined): number[] =>
  [...(mask ?? [])].flatMap((one, index) => (one === 1 ? [index] : []));
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n);

describe('freshness', () => {
  it('ends the offline time after the last value, to the minute', () => {
    const { signal } = signalOf(frames(0, 30));
    expect(set(signal.offline)).toEqual(range(31, 60));
    expect(set(signal.missing.get('1.heat')?.value)).toEqual(range(31, 60));
  });

  it('does not come from frames that were received after the offline time, though they were judged live', () => {
    const { signal, frames: counted } = signalOf(frames(0, 60, [100, 40], { receivedAt: 91_000 }));
    expect(counted).toBe(0);
    expect(set(signal.missing.get('1.heat')?.value)).toEqual(range(0, 60));
  });

  it('does not come from late frames, which tell whether the machine ran', () => {
    const { signal } = signalOf(frames(0, 60, [100, 40], { given: 0 }));
    expect(set(signal.running)).toEqual(range(0, 60));
    expect(set(signal.unknown)).toEqual([]);
    expect(set(signal.offline)).toEqual(range(0, 60));
  });

  it('is missing in every minute that a bad value touches', () => {
    const all = frames(0, 60);
    all.splice(20, 1, frame(t0 + 10 * minute, [100, Number.NaN]));
    expect(set(signalOf(all).signal.missing.get('1.heat')?.value)).toEqual([10]);
  });

  it('keeps the age of a sensor that a message leaves out', () => {
    const part = frames(10, 60, [100, 40], { flags: Uint8Array.of(SENT, 0) });
    const { signal } = signalOf([...frames(0, 10), ...part]);
    expect(set(signal.missing.get('1.heat')?.value)).toEqual(range(11, 60));
    expect(signal.missing.has('1.speed')).toBe(false);
  });

  it('lasts without frames for a device that reports by exception, until its session ends', () => {
    const one = frame(t0, [100, 40], { given: EVALUATED | HOLDS });
    const { signal, tail } = signalOf([one], { events: [{ at: t0 + 40 * minute, online: false }] });
    expect(set(signal.offline)).toEqual(range(40, 60));
    expect(set(signal.running)).toEqual(range(0, 60));
    const next = signalOf([], { t0: t0 + hour, tail, events: [{ at: t0 + 70 * minute, online: true }] });
    expect(set(next.signal.offline)).toEqual(range(0, 10));
  });

  it('ends for a sensor that another layout no longer lists', () => {
    const { signal } = signalOf([...frames(0, 30), ...frames(30, 60, [100])]);
    expect(set(signal.missing.get('1.heat')?.value)).toEqual(range(30, 60));
  });

  it('goes on into the next hour', () => {
    const { tail } = signalOf(frames(0, 60));
    const { signal } = signalOf(
      frames(1, 60).map((one) => ({ ...one, ts: one.ts + hour, receivedAt: one.receivedAt + hour })),
      {
        t0: t0 + hour,
        tail,
      },
    );
    expect([set(signal.offline), set(signal.unknown), signal.missing.size]).toEqual([[], [], 0]);
  });
});

it('takes disabled and unscanned sensors for what they say, not for silent ones', () => {
  const off = frames(0, 20, [100, Number.NaN], { state: Uint16Array.of(0, 3) });
  const lost = frames(20, 30, [100, Number.NaN], { status: Uint16Array.of(0, 4) });
  const { signal, enabled } = signalOf([...off, ...lost, ...frames(30, 60)]);
  const missing = signal.missing.get('1.heat');
  expect([set(missing?.value), set(missing?.disabled), set(missing?.scan)]).toEqual([[], range(0, 20), range(20, 30)]);
  expect([...enabled].sort()).toEqual(['1.heat', '1.speed']);
});

describe('the running sensor', () => {
  it('says that the machine runs above half of its highest speed', () => {
    const { signal, above } = signalOf([...frames(0, 20, [51, 40]), ...frames(20, 60, [50, 40])]);
    expect([above, set(signal.running)]).toEqual([50, range(0, 20)]);
  });

  it('says nothing without a value, and nobody knows', () => {
    const { signal } = signalOf([...frames(0, 20), ...frames(20, 60, [Number.NaN, 40])]);
    expect([set(signal.running), set(signal.unknown)]).toEqual([range(0, 20), range(20, 60)]);
  });

  it('is not needed: without one every minute counts', () => {
    const { signal } = signalOf([], { runner: null });
    expect([set(signal.running).length, set(signal.unknown).length]).toEqual([60, 0]);
  });
});

it('measures the offline time by what it hears, and keeps that of a stored hour', () => {
  expect(signalOf(frames(0, 60), { keepsOfflineMs: false }).offlineMs).toBe(90_000);
  expect(signalOf(frames(0, 60), { offlineMs: 75_000 }).offlineMs).toBe(75_000);
});
