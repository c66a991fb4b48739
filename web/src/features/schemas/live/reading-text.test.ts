import { expect, it } from 'vitest';
import { readingText } from './reading-text.ts';

it('names the sensor before its value', () => {
  expect(readingText('Leg 4', 'Speed', '98 %', false)).toBe('Speed 98 %');
  expect(readingText('Mixer 1', 'Gate', 'Closed', true)).toBe('Gate closed');
  expect(readingText('Leg 1', 'Plug', 'OK', true)).toBe('Plug OK');
});

it("does not repeat the machine's name", () => {
  expect(readingText('Silo 3', 'Silo 3 hatch', 'Closed', true)).toBe('Hatch closed');
  expect(readingText('Silo 3', 'Bin 3 hatch', 'Closed', true)).toBe('Hatch closed');
  expect(readingText('Silo 3', 'Bin 13 hatch', 'Closed', true)).toBe('Bin 13 hatch closed');
  expect(readingText('Silo 3', 'Silo 3', 'Closed', true)).toBe('Closed');
  expect(readingText('Fan (old)', 'Fan (old): bearing', '41.0 °C', false)).toBe('Bearing 41.0 °C');
});

it('names a sensor without a value', () => {
  expect(readingText('Silo 3', 'Silo 3 hatch', '', false)).toBe('Hatch');
});
