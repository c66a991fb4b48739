import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AcceptedFrame } from '../../pipeline/types.ts';
import { ALARM } from '../../pipeline/types.ts';
import { packHour } from './pack-hour.ts';
import { ALARM_SOME, slotMs, slotsPerHour } from './slot-segment.ts';
import { openSlots, statusRanks } from './slots.ts';

const t0 = Date.UTC(2026, 2, 1, 10);
const texts = ['', 'OK', 'Disabled', 'Alarm', 'Misaligned'];
const rank = statusRanks(texts);

function frame(ts: number, value: number, flags = 0, status = 1, state = 1): AcceptedFrame {
  return {
    ts,
    deviceTs: ts,
    boot: 1,
    seq: ts - t0,
    given: 1,
    layoutId: 1,
    receivedAt: ts,
    values: Float64Array.of(value),
    flags: Uint8Array.of(flags),
    status: Uint16Array.of(status),
    state: Uint16Array.of(state),
  };
}

/** Computes the slots in the simplest way. */
function plainSlots(frames: readonly AcceptedFrame[]) {
  return Array.from({ length: slotsPerHour }, (_, slot) => {
    const inside = frames.filter((f) => Math.floor((f.ts - t0) / slotMs) === slot);
    const values = inside.map((f) => f.values[0]).filter((v) => !Number.isNaN(v));
    if (values.length === 0) return { frames: inside.length, count: 0 };
    return {
      frames: inside.length,
      count: values.length,
      min: Math.min(...values),
      max: Math.max(...values),
      last: values.at(-1),
      mean: values.reduce((sum, v) => sum + v, 0) / values.length,
    };
  });
}

const value = fc.oneof(
  fc.integer({ min: -9_999, max: 9_999 }).map((w) => w / 100 + 0),
  fc.constant(Number.NaN),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((v) => v + 0),
);

describe('the slots of an hour', () => {
  it('equal slots computed in the simplest way', () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 3_599_999 }), value), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(rows, fc.boolean(), (generated, decimals) => {
        const frames = generated
          .map(([at, v]) => frame(t0 + at, decimals ? Math.round(v * 100) / 100 + 0 : v))
          .sort((a, b) => a.ts - b.ts);
        const [segment] = openSlots(packHour(frames, rank).slots);
        plainSlots(frames).forEach((plain, slot) => {
          expect(segment.frames[slot]).toBe(plain.frames);
          expect(segment.count[slot]).toBe(plain.count);
          if (plain.count === 0) {
            expect(segment.min[slot]).toBeNaN();
            return;
          }
          expect([segment.min[slot], segment.max[slot], segment.last[slot]]).toEqual([
            plain.min,
            plain.max,
            plain.last,
          ]);
          const mean = segment.sum[slot] / segment.count[slot];
          expect(Math.abs(mean - (plain.mean ?? 0))).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(mean)));
        });
      }),
    );
  });

  it('preserve every spike and alarm, and the worst status with its state', () => {
    const frames = [
      frame(t0, 20),
      frame(t0 + 1_000, 100, ALARM, 3, 4),
      frame(t0 + 2_000, 20),
      frame(t0 + slotMs, 20),
      frame(t0 + slotMs + 1, 20, 0, 2, 2),
      frame(t0 + slotMs + 2, 21),
    ];
    const [segment] = openSlots(packHour(frames, rank).slots);
    expect([segment.max[0], segment.alarm[0], segment.status[0], segment.state[0]]).toEqual([100, ALARM_SOME, 3, 4]);
    expect([segment.last[1], segment.alarm[1], segment.status[1], segment.state[1]]).toEqual([21, 0, 2, 2]);
  });

  it('keep layouts apart', () => {
    const other = { ...frame(t0 + 5, 2), layoutId: 9, values: Float64Array.of(2, 3), flags: new Uint8Array(2) };
    const frames = [
      frame(t0, 1),
      { ...other, status: new Uint16Array(2), state: new Uint16Array(2) },
      frame(t0 + 9, 4),
    ];
    const { layoutIds, slots } = packHour(frames, rank);
    expect(layoutIds).toEqual([1, 9]);
    const [one, nine] = openSlots(slots);
    expect([one.min[0], one.max[0], nine.sensors, nine.last[slotsPerHour]]).toEqual([1, 4, 2, 3]);
  });

  it('keep numbers of any size, missing values and constant ones', () => {
    const wide = fc.oneof(
      fc.maxSafeInteger().map((v) => v + 0),
      fc.integer({ min: -3, max: 3 }).map((v) => v + 0),
      fc.constant(Number.NaN),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(wide, wide), { minLength: 1, maxLength: 60 }), (rows) => {
        const frames = rows.map(([a, b], i) => {
          const both = { values: Float64Array.of(a, b, 7.5, Number.NaN), flags: new Uint8Array(4) };
          return { ...frame(t0 + i * 50_000, a), ...both, status: new Uint16Array(4), state: new Uint16Array(4) };
        });
        const [segment] = openSlots(packHour(frames, rank).slots);
        for (let sensor = 0; sensor < 4; sensor++) {
          const own = frames.map((one) => ({ ...one, values: one.values.slice(sensor, sensor + 1) }));
          plainSlots(own).forEach((plain, slot) => {
            const at = sensor * slotsPerHour + slot;
            expect(segment.count[at]).toBe(plain.count);
            const { min = Number.NaN, max = Number.NaN, last = Number.NaN } = plain;
            expect([segment.min[at], segment.max[at], segment.last[at]]).toEqual([min, max, last]);
          });
        }
      }),
    );
  });

  it('add decimal fractions without a rounding error', () => {
    const frames = Array.from({ length: 1_000 }, (_, i) => frame(t0 + i, 0.1));
    expect(openSlots(packHour(frames, rank).slots)[0].sum[0]).toBe(100);
  });
});
