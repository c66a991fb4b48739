import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AcceptedFrame } from '../../pipeline/types.ts';
import { ALARM } from '../../pipeline/types.ts';
import { Sink, Source } from './bytes.ts';
import { chunkFrames, openChunk, recordAlarm, recordNone, recordOk, unpackKeys } from './chunk.ts';
import { readValues, readWhole, scaleOf, writeValues, writeWhole } from './numbers.ts';
import { packHour } from './pack-hour.ts';
import { statusRanks } from './slots.ts';

const rank = statusRanks(['', 'OK']);
const t0 = Date.UTC(2026, 2, 1, 10);

function through(
  values: number[],
  write: (sink: Sink, values: Float64Array, n: number) => void,
  read: (source: Source, out: Float64Array, n: number) => void,
): number[] {
  const sink = new Sink(16);
  write(sink, Float64Array.from(values), values.length);
  const source = new Source(sink.written());
  const out = new Float64Array(values.length);
  read(source, out, values.length);
  expect(source.at).toBe(sink.at);
  return Array.from(out);
}
const writeDecimals = (sink: Sink, values: Float64Array, n: number) => {
  const integers = new Float64Array(n);
  writeValues(sink, values, n, scaleOf(values, n, integers), integers);
};
const noMinusZero = (value: number) => value + 0;

describe('a column of numbers', () => {
  it('is restored bit by bit for any doubles', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true }).map(noMinusZero), { minLength: 1 }), (values) => {
        expect(through(values, writeDecimals, readValues)).toEqual(values);
      }),
    );
  });
  it('is restored bit by bit with decimals, steps, jumps and noise', () => {
    const decimal = fc
      .tuple(fc.integer({ min: -3_000_000, max: 3_000_000 }), fc.constantFrom(1, 10, 100, 1_000, 1e6))
      .map(([integer, by]) => noMinusZero(integer / by));
    fc.assert(
      fc.property(fc.array(decimal, { minLength: 1, maxLength: 300 }), (values) => {
        expect(through(values, writeDecimals, readValues)).toEqual(values);
      }),
    );
  });
  it('keeps integers of any size', () => {
    const integer = fc.oneof(
      fc.maxSafeInteger(),
      fc.integer({ min: -70_000, max: 70_000 }),
      fc.integer({ min: 0, max: 9 }),
    );
    fc.assert(
      fc.property(fc.array(integer.map(noMinusZero), { minLength: 1 }), (values) => {
        expect(through(values, writeWhole, (source, out, n) => readWhole(source, out, n))).toEqual(values);
      }),
      { numRuns: 500, examples: [[[-22_041, 9_007_199_254_740_948]]] },
    );
  });
  it('finds the number of decimals of its values', () => {
    const scale = (values: number[]) =>
      scaleOf(Float64Array.from(values), values.length, new Float64Array(values.length));
    expect(scale([1, 2])).toBe(0);
    expect(scale([1, 2.5, 73.96732207])).toBe(-1);
    expect(scale([0.1, 41.25])).toBe(2);
    expect(scale([0.1 + 0.2])).toBe(-1);
  });
});

const sensor = fc.record({
  value: fc.oneof(
    fc.double().map(noMinusZero),
    fc.constant(Number.NaN),
    fc.integer({ min: -999, max: 999 }).map((w) => noMinusZero(w / 10)),
  ),
  flags: fc.integer({ min: 0, max: 31 }),
  status: fc.integer({ min: 0, max: 300 }),
  state: fc.integer({ min: 0, max: 300 }),
});
const hour = fc.integer({ min: 0, max: 5 }).chain((sensors) =>
  fc.array(
    fc.record({
      step: fc.integer({ min: 0, max: 4_000 }),
      offset: fc.constantFrom(0, 0, 0, -9_000_000),
      boot: fc.integer({ min: 0, max: 2 }),
      delay: fc.integer({ min: 0, max: 9_000 }),
      given: fc.integer({ min: 0, max: 7 }),
      layoutId: fc.integer({ min: 1, max: 2 }),
      sensors: fc.array(sensor, { minLength: sensors, maxLength: sensors }),
    }),
    { minLength: 1, maxLength: 40 },
  ),
);

describe('a chunk', () => {
  it('restores every frame in order, across layouts', () => {
    fc.assert(
      fc.property(hour, (rows) => {
        let ts = t0;
        const frames = rows.map((row, seq): AcceptedFrame => {
          ts += row.step;
          return {
            ts,
            deviceTs: ts + row.offset,
            boot: row.boot,
            seq,
            given: row.given,
            layoutId: row.layoutId,
            receivedAt: ts + 1_000 * Math.round(row.delay / 1_000),
            values: Float64Array.from(row.sensors, (s) => s.value),
            flags: Uint8Array.from(row.sensors, (s) => s.flags),
            status: Uint16Array.from(row.sensors, (s) => s.status),
            state: Uint16Array.from(row.sensors, (s) => s.state),
          };
        });
        const { layoutIds, keys, p } = packHour(frames, rank);
        expect(chunkFrames(layoutIds, keys, p)).toEqual(frames);
      }),
      { numRuns: 60 },
    );
  });

  it('marks each record that was in alarm or had no value', () => {
    const one = (value: number, flags: number): AcceptedFrame => ({
      ts: t0,
      deviceTs: t0,
      boot: 1,
      seq: 1,
      given: 1,
      layoutId: 1,
      receivedAt: t0,
      values: Float64Array.of(value),
      flags: Uint8Array.of(flags),
      status: new Uint16Array(1),
      state: new Uint16Array(1),
    });
    const { keys } = packHour([one(1, 0), one(2, ALARM), one(Number.NaN, 0)], rank);
    expect(Array.from(unpackKeys(keys).record)).toEqual([recordOk, recordAlarm, recordNone]);
  });

  it('takes less than half a byte per sample for values with two decimals', () => {
    const sensors = 100;
    const n = 1_800;
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const level = Float64Array.from({ length: sensors }, () => 20 + 60 * random());
    const frames = Array.from({ length: n }, (_, i): AcceptedFrame => {
      for (let s = 0; s < sensors; s++) if (random() < 0.3) level[s] += random() * 0.1 - 0.05;
      return {
        ts: t0 + 2_000 * i,
        deviceTs: t0 + 2_000 * i,
        boot: 1,
        seq: i,
        given: 1,
        layoutId: 1,
        receivedAt: t0 + 2_000 * i + 90,
        values: Float64Array.from(level, (v) => Math.round(v * 100) / 100),
        flags: new Uint8Array(sensors).fill(29),
        status: new Uint16Array(sensors),
        state: new Uint16Array(sensors).fill(3),
      };
    });
    const { keys, p, slots } = packHour(frames, rank);
    expect((keys.length + p.length + slots.length) / (n * sensors)).toBeLessThan(0.5);
    expect(openChunk(p)[0].column(4).values[n - 1]).toBe(frames[n - 1].values[4]);
  });
});
