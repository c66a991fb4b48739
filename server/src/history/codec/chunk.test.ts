import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AcceptedFrame } from '../../pipeline/types.ts';
import { ALARM } from '../../pipeline/types.ts';
import { Sink, Source } from './bytes.ts';
import { chunkFrames, openChunk, recordAlarm, recordNone, recordOk, unpackKeys } from './chunk.ts';
import { ColumnGatherer } from './column.ts';
import { readWhole, scaleOf, writeWhole } from './numbers.ts';
import { packHour } from './pack-hour.ts';
import { columnEnd, readHead, unpackColumn, writeColumn } from './packed-column.ts';
import { openSlots, statusRanks } from './slots.ts';
import { framesOfStoredHour, storedHour } from './testing/hour-of-1-0-0.ts';

const rank = statusRanks(['', 'OK']);
const t0 = Date.UTC(2026, 2, 1, 10);

const oneFrame = (i: number, value: number, flags = 0): AcceptedFrame => ({
  ts: t0 + i,
  deviceTs: t0 + i,
  boot: 1,
  seq: i,
  given: 1,
  layoutId: 1,
  receivedAt: t0 + i,
  values: Float64Array.of(value),
  flags: Uint8Array.of(flags),
  status: new Uint16Array(1),
  state: new Uint16Array(1),
});

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
/** A column of one sensor, written and read again. */
function columnThrough(values: number[]): number[] {
  const frames = values.map((value, i) => oneFrame(i, value));
  const [heads, body] = [new Sink(16), new Sink(16)];
  writeColumn(heads, body, new ColumnGatherer(frames).gather(0));
  const source = new Source(heads.written());
  const head = readHead(source, values.length, 0);
  expect(source.at).toBe(heads.at);
  expect(columnEnd(head)).toBe(body.at);
  return Array.from(unpackColumn(new Source(body.written()), head).values);
}
const noMinusZero = (value: number) => value + 0;

describe('a column of numbers', () => {
  it('is restored bit by bit for any doubles', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true }).map(noMinusZero), { minLength: 1 }), (values) => {
        expect(columnThrough(values)).toEqual(values);
      }),
    );
  });
  it('is restored bit by bit with decimals, steps, jumps and noise', () => {
    const decimal = fc
      .tuple(fc.integer({ min: -3_000_000, max: 3_000_000 }), fc.constantFrom(1, 10, 100, 1_000, 1e6))
      .map(([integer, by]) => noMinusZero(integer / by));
    fc.assert(
      fc.property(fc.array(decimal, { minLength: 1, maxLength: 300 }), (values) => {
        expect(columnThrough(values)).toEqual(values);
      }),
    );
  });
  it('is restored with gaps, rare jumps and numbers of any size', () => {
    const value = fc.oneof(
      { arbitrary: fc.integer({ min: -6, max: 6 }), weight: 40 },
      { arbitrary: fc.constant(Number.NaN), weight: 2 },
      { arbitrary: fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), weight: 1 },
      { arbitrary: fc.maxSafeInteger(), weight: 1 },
    );
    fc.assert(
      fc.property(fc.array(value.map(noMinusZero), { minLength: 1, maxLength: 200 }), fc.boolean(), (values, isSum) => {
        let sum = 0;
        const walked = values.map((step) => {
          if (!Number.isNaN(step)) sum += step % 4e6;
          return Number.isNaN(step) ? step : noMinusZero(sum / 10);
        });
        const course = isSum ? walked : values;
        expect(columnThrough(course)).toEqual(course);
      }),
      {
        numRuns: 300,
        examples: [
          [[Number.NaN, 3], false],
          [[1, 2, 3, 4, 900, 5, 6], false],
        ],
      },
    );
  });
  it('takes half a byte each where the numbers move little, apart from rare jumps', () => {
    const values = Array.from({ length: 1_800 }, (_, i) => (i === 700 ? 900 : (i * 7) % 5) / 10);
    const body = new Sink(16);
    writeColumn(new Sink(16), body, new ColumnGatherer(values.map((value, i) => oneFrame(i, value))).gather(0));
    expect(body.at).toBeLessThan(920);
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
    const { keys } = packHour([oneFrame(0, 1), oneFrame(0, 2, ALARM), oneFrame(0, Number.NaN)], rank);
    expect(Array.from(unpackKeys(keys).record)).toEqual([recordOk, recordAlarm, recordNone]);
  });

  it('of version 1.0.0 is read as before, and so are its slots', () => {
    const frames = framesOfStoredHour();
    const bytes = (text: string) => Buffer.from(text, 'base64');
    const { layoutIds, keys, p, slots } = storedHour;
    expect(chunkFrames(layoutIds, bytes(keys), bytes(p))).toEqual(frames);
    const packed = packHour(frames, rank);
    expect(openSlots(bytes(slots))).toEqual(openSlots(packed.slots));
    expect(packed.p.equals(bytes(p))).toBe(false);
    expect(chunkFrames(packed.layoutIds, packed.keys, packed.p)).toEqual(frames);
  });

  it('takes at most 0.3 bytes per sample for values with two decimals of which three in ten move', () => {
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
    expect((keys.length + p.length + slots.length) / (n * sensors)).toBeLessThan(0.3);
    expect(openChunk(p)[0].column(4).values[n - 1]).toBe(frames[n - 1].values[4]);
  });
});
