import { expect, test } from 'vitest';
import { placeOf } from './tour-place.ts';

const card = { width: 320, height: 180 };
const desk = { width: 1440, height: 1000 };

test('the card stands below what it points at', () => {
  expect(placeOf({ left: 300, top: 0, width: 200, height: 48 }, card, desk)).toEqual({ left: 300, top: 60 });
});

test('above it where there is no room below', () => {
  expect(placeOf({ left: 300, top: 940, width: 60, height: 60 }, card, desk)).toEqual({ left: 300, top: 748 });
});

test('whole within the window at its right edge', () => {
  expect(placeOf({ left: 1400, top: 10, width: 30, height: 30 }, card, desk).left).toBe(1440 - 320 - 12);
});

test('in the middle when there is nothing to point at', () => {
  expect(placeOf(null, card, desk)).toEqual({ left: 554, top: 404 });
});

test('within a window that is hardly larger than the card', () => {
  const { left, top } = placeOf({ left: 0, top: 20, width: 360, height: 60 }, card, { width: 344, height: 300 });
  expect(left).toBe(12);
  expect(top).toBeGreaterThanOrEqual(12);
});
