import { expect, test } from 'vitest';
import { placeOf } from './guide-place.ts';

const card = { width: 320, height: 180 };
const sink = { width: 1440, height: 1000 };

test('the card is placed below its target', () => {
  expect(placeOf({ left: 300, top: 0, width: 200, height: 48 }, card, sink)).toEqual({ left: 300, top: 60 });
});

test('above it if there is no space below', () => {
  expect(placeOf({ left: 300, top: 940, width: 60, height: 60 }, card, sink)).toEqual({ left: 300, top: 748 });
});

test('inside the window at its right edge', () => {
  expect(placeOf({ left: 1400, top: 10, width: 30, height: 30 }, card, sink).left).toBe(1440 - 320 - 12);
});

test('centred if there is no target', () => {
  expect(placeOf(null, card, sink)).toEqual({ left: 554, top: 410 });
});

test('inside a window hardly larger than the card', () => {
  const { left, top } = placeOf({ left: 0, top: 20, width: 360, height: 60 }, card, { width: 344, height: 300 });
  expect(left).toBe(12);
  expect(top).toBeGreaterThanOrEqual(12);
});

test('clear of header, banner and bottom bar', () => {
  const insets = { top: 96, bottom: 56 };
  expect(placeOf({ left: 300, top: 0, width: 200, height: 48 }, card, sink, insets).top).toBe(108);
  expect(placeOf({ left: 300, top: 900, width: 200, height: 90 }, card, sink, insets).top).toBe(708);
  const phone = { width: 390, height: 844 };
  const { top } = placeOf({ left: 0, top: 60, width: 390, height: 700 }, card, phone, insets);
  expect(top).toBeGreaterThanOrEqual(108);
  expect(top + card.height).toBeLessThanOrEqual(844 - 56 - 12);
});
