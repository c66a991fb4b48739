import { expect, test } from 'vitest';
import { readingOf } from './legend-reading.ts';

const slot = 12 * 60_000;
const line = {
  columns: {
    times: Float64Array.of(0, slot),
    values: Float64Array.of(46.7, 72.1),
    low: null,
    high: null,
    flags: Uint8Array.of(0, 1),
    states: Uint16Array.of(0, 0),
    texts: [''],
  },
  gaps: [],
  contact: false,
  unit: 'C',
  decimals: 1,
};

test('shows nothing without a cursor: the newest slot is not a live value', () => {
  expect(readingOf(line, null)).toEqual({ text: '', alarm: false });
});

test('shows a mean at the cursor, and whether there was an alarm in it', () => {
  expect(readingOf(line, 0)).toEqual({ text: 'mean 46.7 °C', alarm: false });
  expect(readingOf(line, slot)).toEqual({ text: 'mean 72.1 °C, with alarm', alarm: true });
});
