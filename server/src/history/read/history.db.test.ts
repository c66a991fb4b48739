import { setTimeout as sleep } from 'node:timers/promises';
import { shippedTypes } from '@tocsin/contract/device-type';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FrameWriter } from '../../pipeline/4-persist/frame-writer.ts';
import {
  device,
  deviceStateRow,
  emptyCatalog,
  event,
  frame,
  putStored,
  recordingCallbacks,
} from '../../pipeline/4-persist/testing/persist.ts';
import {
  type AcceptedFrame,
  ALARM,
  ALL_SENT,
  type EvaluatedDevice,
  HOLDS,
  SENT,
  SEQ_GIVEN,
} from '../../pipeline/types.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { hourMs, hourOf } from '../codec/hour.ts';
import { Compactor } from '../compact/compactor.ts';
import { DuplicateLookup } from '../dedupe/duplicate-lookup.ts';
import type { Series, SeriesQuery } from './calls.ts';
import { HistoryThread } from './history.ts';
import { readVersions } from './store.ts';

const database = testDatabase();
const log = createLog('error');
const minute = 60_000;
/** A day that ends at 10:50; hours up to 10:00 are chunks, the last 50 minutes are hot frames. */
const t0 = Date.UTC(2026, 2, 1, 10);
const end = t0 + 24 * hourMs + 50 * minute;
const clock = drivenClock(t0);
const lost = 'Lost Communication Between T500 and node';
const texts = ['', 'Bad value', 'Other', 'OK', 'Disabled', 'Alarm', 'Misaligned', lost];
let history: HistoryThread;

const evaluatedDevice = (id: number, more: Partial<EvaluatedDevice> = {}): EvaluatedDevice => ({
  id: device(id),
  shownType: shippedTypes['0300'],
  warningRules: [],
  sensorNames: {},
  scales: [],
  degrees: null,
  acknowledgedKinds: [],
  sensorResponses: {},
  ...more,
});
const sensor = (sensorId: string, type: 'NUMERIC' | 'BOOL', unit: string) => ({
  groupId: '4',
  sensorId,
  name: `Sensor ${sensorId}`,
  type,
  unit,
  states: {},
});
const layout = (deviceId: number, layoutId: number, unit = 'C') => ({
  deviceId: device(deviceId),
  layoutId,
  hash: `h${layoutId}`,
  groups: [{ id: '4', name: 'Temperature', meta: {} }],
  sensors: [sensor('a', 'NUMERIC', unit), sensor('b', 'BOOL', '')],
});
const frames: AcceptedFrame[] = [];
function twoSensors(ts: number, value: number, alarm = false, more: Partial<AcceptedFrame> = {}): AcceptedFrame {
  return frame({
    ts,
    seq: ts,
    values: Float64Array.of(value, alarm ? 0 : 1),
    flags: Uint8Array.of(ALL_SENT, ALL_SENT | (alarm ? ALARM : 0)),
    status: Uint16Array.of(3, alarm ? 5 : 3),
    state: Uint16Array.of(3, alarm ? 6 : 3),
    ...more,
  });
}

beforeAll(async () => {
  const frameWriter = new FrameWriter({
    address: database.address,
    log,
    clock,
    catalog: emptyCatalog,
    bounds: { gatherMs: 1 },
  });
  await frameWriter.start(
    recordingCallbacks((id) => deviceStateRow(id, { texts, layoutId: id === 3 ? 31 : id === 4 ? 41 : id })).callbacks,
  );
  const put = (overrides: Parameters<typeof putStored>[1]) => putStored(frameWriter, overrides);
  const hours = new Compactor({
    pool: database.pool,
    log,
    retention: { fullDays: 400, slotsDays: 3_650 },
    dependencies: {
      evaluateHour: ({ frames }) => ({ frames, end: '', insert: [], ends: [], moves: [], remove: [], merges: [] }),
      device: async (id) => ({
        evaluatedDevice: evaluatedDevice(id),
        names: { clientId: 1, siteId: 1, clientCompany: '', siteTitle: '', title: '' } as never,
      }),
      committed: () => {},
      now: () => clock.now(),
    },
  });
  // Device 1: every 20 s, with a spike, a silence of an hour and a contact that opens for a moment.
  for (let ts = t0; ts < end; ts += 20_000) {
    const at = ts - t0;
    if (at >= 5 * hourMs && at < 6 * hourMs) continue;
    const spike = at === 3 * hourMs + 20_000;
    frames.push(twoSensors(ts, spike ? 100 : 20 + (at % 7_000) / 100, at === 2 * hourMs));
  }
  await put({ deviceId: device(1), layout: layout(1, 1), hasDeviceState: true });
  await put({ deviceId: device(1), lateFrames: frames.filter((one) => one.ts < t0 + 24 * hourMs) });
  // Device 2 reports by exception: two frames a day, offline between 15:00 and 16:00.
  const rare = { given: SEQ_GIVEN | HOLDS, layoutId: 2 };
  await put({
    deviceId: device(2),
    layout: layout(2, 2),
    hasDeviceState: true,
    lateFrames: [twoSensors(t0 + minute, 5, false, rare), twoSensors(t0 + 8 * hourMs, 7, true, rare)],
    events: [event({ id: 1, deviceId: device(2), type: 'device_offline', at: t0 + 5 * hourMs })],
    ends: [{ id: 1, deviceId: device(2), endedAt: t0 + 6 * hourMs, reason: null }],
  });
  // Device 3 changes its unit from F to C, device 4 from C to bar.
  for (const [id, from, to] of [
    [3, 'F', 'C'],
    [4, 'C', 'bar'],
  ] as const) {
    await put({ deviceId: device(id), layout: layout(id, id * 10, from) });
    await put({ deviceId: device(id), layout: layout(id, id * 10 + 1, to), hasDeviceState: true });
    const lateFrames = [
      twoSensors(t0, 50, false, { layoutId: id * 10 }),
      twoSensors(t0 + 10 * minute, 20, false, { layoutId: id * 10 + 1 }),
      twoSensors(t0 + 20 * minute, 68, false, { layoutId: id * 10 }),
    ];
    await put({ deviceId: device(id), lateFrames });
  }
  // Device 5 gets hot and is lost a moment later; its contact is always disabled but sends a value nevertheless.
  await put({ deviceId: device(5), layout: layout(5, 5), hasDeviceState: true });
  const hotThenLost = Array.from({ length: 60 }, (_, at) => {
    const gone = at >= 8 && at < 15;
    const state = Uint16Array.of(gone ? 7 : 3, 4);
    const value = gone ? Number.NaN : at === 7 ? 100 : 20;
    return twoSensors(t0 + at * minute, value, false, { layoutId: 5, status: Uint16Array.of(0, 0), state });
  });
  await put({ deviceId: device(5), lateFrames: hotThenLost });
  clock.advanceTo(t0 + 24 * hourMs + 20 * minute);
  for (;;) {
    await hours.round();
    const { rows } = await database.pool.query('select count(*)::int as n from pending_hour where t0 < $1', [
      t0 + 24 * hourMs,
    ]);
    if (rows[0].n === 0) break;
    await sleep(5);
  }
  const last = frames.filter((one) => one.ts >= t0 + 24 * hourMs);
  await put({ deviceId: device(1), frames: last.filter((_, i) => i % 5 !== 2) });
  await put({ deviceId: device(1), lateFrames: last.filter((_, i) => i % 5 === 2) });
  await frameWriter.stop();
  history = new HistoryThread({ address: database.address, log, logLevel: 'error' });
  history.start();
});
afterAll(() => history.stop());

const ask = (more: Partial<SeriesQuery> = {}) =>
  history.series({
    device: evaluatedDevice(1),
    from: t0,
    to: end,
    slotMs: 12 * minute,
    paths: null,
    offlineAfterMs: 3 * minute,
    ...more,
  });
const points = ({ ts, value }: Series) => Array.from(ts, (at, i): [number, number] => [at, value[i]]);
const one = async (more: Partial<SeriesQuery>, at = 0) => (await ask(more)).series[at];

/** Computes slots in the simplest way from what was sent. */
function plain(from: number, to: number, slotMs: number) {
  const slots = new Map<number, number[]>();
  for (const { ts, values } of frames) {
    if (ts < from || ts >= to) continue;
    const slot = Math.floor(ts / slotMs) * slotMs;
    slots.set(slot, [...(slots.get(slot) ?? []), values[0]]);
  }
  return [...slots].map(([ts, values]) => ({
    ts,
    mean: values.reduce((sum, v) => sum + v, 0) / values.length,
    min: Math.min(...values),
    max: Math.max(...values),
  }));
}

describe('full resolution', () => {
  it('is refused for more than a day at once', async () => {
    await expect(ask({ slotMs: null, to: t0 + 27 * hourMs })).rejects.toThrow(/at most one day/);
  });
  it('is every value as it was sent, from chunks, live and late frames', async () => {
    const series = await one({ slotMs: null });
    const values = points(series).filter(([, value]) => !Number.isNaN(value));
    expect(values).toEqual(frames.map((sent) => [sent.ts, sent.values[0]]));
  });
  it('has a gap where the device was silent for longer than its offline time', async () => {
    const { ts, value } = await one({ slotMs: null });
    const gaps = Array.from(ts).filter((_, i) => Number.isNaN(value[i]));
    expect(gaps).toEqual([t0 + 5 * hourMs - 20_000 + 1]);
  });
  it('shows contacts as 1 in alarm and -1 otherwise, with the state', async () => {
    const from = t0 + 2 * hourMs - 20_000;
    const answer = await ask({ slotMs: null, from, to: from + 60_000, paths: ['4.b'] });
    const [contact] = answer.series;
    expect(Array.from(contact.value)).toEqual([-1, 1, -1]);
    expect(Array.from(contact.state, (state) => answer.texts[state])).toEqual(['OK', 'Misaligned', 'OK']);
  });
});

describe('slots', () => {
  it.each([
    ['a minute', minute],
    ['6 minutes', 6 * minute],
    ['12 minutes', 12 * minute],
    ['30 minutes', 30 * minute],
  ])('of %s equal those computed from what was sent', async (_, slotMs) => {
    const from = slotMs === minute ? end - 24 * hourMs : t0;
    const { ts, value, min, max } = await one({ slotMs, from });
    const got = Array.from(ts, (at, i) => ({ ts: at, mean: value[i], min: min?.[i], max: max?.[i] })).filter(
      (slot) => !Number.isNaN(slot.mean),
    );
    const wanted = plain(Math.floor(from / slotMs) * slotMs, end, slotMs);
    expect(got.map(({ mean: _m, ...rest }) => rest)).toEqual(wanted.map(({ mean: _m, ...rest }) => rest));
    got.forEach((slot, i) => {
      expect(slot.mean).toBeCloseTo(wanted[i].mean, 9);
    });
  });
  it('of any whole number of minutes contain every value of the range, as on the day of 25 hours', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -3 * hourMs, max: hourMs }),
        fc.integer({ min: 20 * hourMs, max: 26.4 * hourMs }),
        fc.oneof(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 2, max: 3_000 })),
        async (later, length, mostPoints) => {
          const slotMs = Math.ceil(length / mostPoints / minute) * minute;
          const from = t0 + later;
          const { ts, min, max } = await one({ slotMs, from, to: from + length });
          const got = Array.from(ts, (at, i) => ({ ts: at, min: min?.[i], max: max?.[i] })).filter(
            (slot) => !Number.isNaN(slot.min),
          );
          const wholeFrom = Math.floor(from / slotMs) * slotMs;
          const wanted = plain(wholeFrom, Math.ceil((from + length) / slotMs) * slotMs, slotMs);
          expect(got).toEqual(wanted.map(({ mean: _m, ...rest }) => rest));
          expect(got.length).toBeLessThanOrEqual(mostPoints + 1);
        },
      ),
      { numRuns: 150 },
    );
  });
  it('preserve every spike and moment of alarm, and show a gap where nothing was received', async () => {
    const [numbers, contact] = (await ask({ slotMs: 30 * minute })).series;
    expect(numbers.max).toContain(100);
    const at = Array.from(contact.ts).indexOf(t0 + 2 * hourMs);
    expect([contact.value[at], contact.min?.[at], contact.max?.[at], contact.alarm[at]]).toEqual([-1, -1, 1, 1]);
    const gap = Array.from(numbers.ts).indexOf(t0 + 5 * hourMs);
    expect(numbers.value[gap]).toBeNaN();
  });
  it('keep what a sensor sent before it was lost, and are gaps where it sent nothing or was disabled', async () => {
    const query = { device: evaluatedDevice(5), to: t0 + hourMs };
    const [heat, disabled] = (await ask({ ...query, slotMs: 12 * minute })).series;
    expect(Array.from(heat.max ?? [])).toEqual([100, 20, 20, 20, 20]);
    expect(heat.value[0]).toBeCloseTo((7 * 20 + 100) / 8, 9);
    expect(texts[heat.state[0]]).toBe('');
    expect(Array.from(disabled.value)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
    const fine = (await ask({ ...query, slotMs: minute })).series[0];
    const gaps = Array.from(fine.ts).filter((_, i) => Number.isNaN(fine.value[i]));
    expect(gaps.map((at) => (at - t0) / minute)).toEqual([8, 9, 10, 11, 12, 13, 14]);
    expect(texts[fine.state[8]]).toBe(lost);
  });
  it('of a device that reports by exception hold the last value, but not while it was offline', async () => {
    const query = { device: evaluatedDevice(2), slotMs: 30 * minute };
    const { ts, value } = await one({ ...query, to: t0 + 12 * hourMs });
    const at = (hour: number) => value[Array.from(ts).indexOf(t0 + hour * hourMs)];
    expect([at(0), at(4.5)]).toEqual([5, 5]);
    expect(at(5)).toBeNaN();
    expect([at(8), at(11.5)]).toEqual([7, 7]);
    const later = await one({ ...query, from: t0 + 10 * hourMs, to: t0 + 12 * hourMs });
    expect(Array.from(later.value)).toEqual([7, 7, 7, 7]);
  });
});

describe('settings and layouts', () => {
  const scale = (since: number, k: number, c: number) => ({
    path: '4.a',
    type: 'NUMERIC' as const,
    unit: 'C',
    k,
    c,
    since,
  });

  it('apply k and c as they were at the time, and split a slot in which they change', async () => {
    const change = t0 + 7 * hourMs + 10 * minute + 5_000;
    const scaled = evaluatedDevice(1, { scales: [scale(0, 1, 0), scale(change, -2, 1)] });
    const from = t0 + 7 * hourMs;
    const { value, min, max } = await one({ device: scaled, from, to: from + 30 * minute, slotMs: 30 * minute });
    const sent = frames.filter(({ ts }) => ts >= from && ts < from + 30 * minute);
    const shown = sent.map(({ ts, values }) => (ts < change ? values[0] : -2 * values[0] + 1));
    expect(min?.[0]).toBeCloseTo(Math.min(...shown), 9);
    expect(max?.[0]).toBeCloseTo(Math.max(...shown), 9);
    expect(value[0]).toBeCloseTo(shown.reduce((sum, v) => sum + v, 0) / shown.length, 9);
  });
  it('join F and C in the current unit', async () => {
    const series = await one({ device: evaluatedDevice(3), slotMs: null, to: t0 + hourMs, offlineAfterMs: hourMs });
    expect(series.unit).toBe('C');
    expect(points(series).map(([, value]) => value)).toEqual([10, 20, 20]);
  });
  it('break the line with a mark where a unit changes to an incompatible one', async () => {
    const series = await one({ device: evaluatedDevice(4), slotMs: null, to: t0 + hourMs, offlineAfterMs: hourMs });
    expect(series.breaks).toEqual([t0 + 10 * minute, t0 + 20 * minute]);
    expect(points(series).map(([, value]) => value)).toEqual([50, Number.NaN, 20, Number.NaN, 68]);
  });
});

describe('records', () => {
  const records = (from: number | null, limit: number, offset: number, newestFirst = from === null) =>
    history.records({ deviceId: device(1), from, newestFirst, limit, offset });

  it('are newest first without a time, ascending from a time, paged over hours', async () => {
    const newest = await records(null, 3, 0);
    expect(newest.count).toBe(frames.length);
    expect(newest.records.map((r) => r.ts)).toEqual(
      frames
        .slice(-3)
        .reverse()
        .map((sent) => sent.ts),
    );
    const from = t0 + 2 * hourMs - 5_000;
    const later = frames.filter((sent) => sent.ts >= from);
    const page = await records(from, 400, 100);
    expect(page.count).toBe(later.length);
    expect(page.records.map((r) => r.ts)).toEqual(later.slice(100, 500).map((sent) => sent.ts));
    const lastFirst = await records(from, 400, 100, true);
    expect(lastFirst.count).toBe(later.length);
    expect(lastFirst.records.map((r) => r.ts)).toEqual(
      later
        .toReversed()
        .slice(100, 500)
        .map((sent) => sent.ts),
    );
    expect((await records(from, 1, 0)).records).toEqual([{ ts: t0 + 2 * hourMs, seq: null, status: 'Alarm' }]);
  });
  it('give the complete state of their moment, with the events active then', async () => {
    const at = t0 + 2 * hourMs;
    const moment = await history.moment({ deviceId: device(1), ts: at, seq: null });
    expect(Array.from(moment?.frame.values ?? [])).toEqual([frames.find((sent) => sent.ts === at)?.values[0], 0]);
    expect(moment?.layout.sensors.map((s) => s.sensorId)).toEqual(['a', 'b']);
    expect(moment?.texts[moment.frame.state[1]]).toBe('Misaligned');
    expect(await history.moment({ deviceId: device(1), ts: at + 1, seq: null })).toBeNull();
    // The interval depends on the frames before it in its hour: nothing yet, then enough.
    expect(moment?.usualMs).toBe(60_000);
    expect((await history.moment({ deviceId: device(1), ts: at + 10 * minute, seq: null }))?.usualMs).toBe(20_000);
  });
});

describe('several devices at one moment', () => {
  const at = (ts: number, ...ids: number[]) => history.moments({ deviceIds: ids.map(device), at: ts });

  it('give the last frame until then, in hours with and without a chunk', async () => {
    for (const wanted of [t0 + 2 * hourMs, t0 + 2 * hourMs + 1, end - 5 * minute]) {
      const [moment] = await at(wanted, 1);
      expect(moment?.frame.ts).toBe(frames.findLast(({ ts }) => ts <= wanted)?.ts);
    }
  });
  it('give an older hour when nothing came since, and nothing before the first frame', async () => {
    const late = await at(end + 30 * hourMs, 1, 999);
    expect(late.map((moment) => moment?.frame.ts)).toEqual([frames.at(-1)?.ts, undefined]);
    expect(await at((frames[0]?.ts ?? 0) - 1, 1)).toEqual([null]);
  });
  it('is the same in a film, whose steps are those at which something changed', async () => {
    // A short run compares every third moment, and the thorough run each.
    const checkedSteps = process.env.TOCSIN_TESTS === 'short' ? 3 : 1;
    const spans = [
      { from: t0 - hourMs, stepMs: 37 * minute },
      { from: end - 20 * minute, stepMs: 7_000 },
    ];
    for (const { from, stepMs } of spans) {
      const films = await history.film({ deviceIds: [device(1), device(2)], from, stepMs, count: 60 });
      for (let step = 0; step < 60; step += checkedSteps) {
        const shown = films.map((film) => film.findLast((each) => each.step <= step)?.moment.frame.ts);
        expect(shown).toEqual((await at(from + step * stepMs, 1, 2)).map((moment) => moment?.frame.ts));
      }
      expect(films[1]?.length).toBeLessThanOrEqual(2);
    }
  });
});

describe('duplicates', () => {
  it('are found in finished hours by their own time, with content if requested', async () => {
    const known = frames[7];
    const row = (given: number, deviceTs: number) => ({ deviceId: 1, frame: { deviceTs, given } });
    const lookup = new DuplicateLookup({ address: database.address, log: createLog('silent'), logLevel: 'silent' });
    lookup.start();
    const { duplicates, read } = await lookup.find([row(3, known.ts), row(0, known.ts), row(3, known.ts + 1)]);
    await lookup.stop();
    const [same, content, none] = duplicates;
    expect(same.map(({ boot, seq }) => [boot, seq])).toEqual([[1, known.seq]]);
    expect(Array.from(content[0].content().values)).toEqual(Array.from(known.values));
    expect(content[0].content().flags[0] & SENT).toBe(SENT);
    expect(none).toEqual([]);
    const versions = read.map((hours) => hours.version);
    expect(versions[0]).not.toBe('');
    expect(await readVersions(database.pool, read)).toEqual(versions);
    await database.pool.query('update chunk set n = n where device_id = 1 and t0 = $1', [hourOf(known.ts)]);
    expect(await readVersions(database.pool, read)).not.toEqual(versions);
    // An hour in which other times were stored changes nothing.
    const before = await readVersions(database.pool, read);
    await database.pool.query('update chunk set n = n where device_id = 1 and t0 > $1', [hourOf(known.ts)]);
    expect(await readVersions(database.pool, read)).toEqual(before);
  });
});
