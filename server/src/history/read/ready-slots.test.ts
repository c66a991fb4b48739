import { expect, test } from 'vitest';
import type { SlotSegment } from '../codec/slot-segment.ts';
import { ReadySlots } from './ready-slots.ts';

/** 10 slots of one sensor: 41 bytes a slot, 40 for the frames. */
const segment = (): SlotSegment => ({
  sensors: 1,
  frames: new Uint32Array(10),
  holds: false,
  count: new Uint32Array(10),
  min: new Float64Array(10),
  max: new Float64Array(10),
  last: new Float64Array(10),
  sum: new Float64Array(10),
  alarm: new Uint8Array(10),
  status: new Uint16Array(10),
  state: new Uint16Array(10),
});
const one = 450;

test('evicts the least recently used entry, and never holds more than its limit', () => {
  const ready = new ReadySlots(2 * one);
  ready.put('a', [segment()]);
  ready.put('b', [segment()]);
  expect(ready.bytes).toBe(2 * one);
  ready.get('a');
  ready.put('c', [segment()]);
  expect(ready.get('b')).toBeUndefined();
  expect(ready.get('a')).toBeDefined();
  expect(ready.bytes).toBe(2 * one);
});

test('does not hold anything larger than its limit', () => {
  const ready = new ReadySlots(one);
  ready.put('a', [segment(), segment()]);
  expect(ready.get('a')).toBeUndefined();
  expect(ready.bytes).toBe(0);
});

test('replaces a key without counting it twice', () => {
  const ready = new ReadySlots(3 * one);
  ready.put('a', [segment()]);
  ready.put('a', [segment(), segment()]);
  expect(ready.bytes).toBe(2 * one);
});
