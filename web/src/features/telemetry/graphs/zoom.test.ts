import { expect, test } from 'vitest';
import { rangeTimes, zoomTimes, zoomWords } from './zoom.ts';
import { searchOfZoom, zoomSearch } from './zoom-search.ts';

const from = Date.UTC(2026, 10, 20, 16);
const span = { from, to: from + 130 * 60_000 };
const zone = 'America/Chicago';

test('a zoom is described by its own length and times', () => {
  expect(zoomWords(span, '24 h, 1 min per point')).toBe('2 h 10 min of 24 h, 1 min per point');
  expect(zoomTimes(span, zone)).toBe('20 Nov 2026, 10:00 to 12:10 CST');
  expect(zoomTimes({ from, to: from + 86_400_000 }, zone)).toBe('20 Nov 2026, 10:00 to 21 Nov 2026, 10:00 CST');
});

test('a range on its button names its days, and their years where they are not this one', () => {
  const end = from + 86_400_000;
  expect(rangeTimes(span, end, zone)).toBe('Fri 20 Nov 10:00 to 12:10 CST');
  expect(rangeTimes({ from, to: end }, end, zone)).toBe('Fri 20 Nov 10:00 to Sat 21 Nov 10:00 CST');
  expect(rangeTimes(span, Date.UTC(2027, 2, 1), zone)).toBe('20 Nov 2026, 10:00 to 12:10 CST');
});

test('a zoom is restored from the address', () => {
  expect(zoomSearch({ ...searchOfZoom({ from: from + 0.4, to: from + 1_000.5 }, true) })).toEqual({
    from,
    to: from + 1_001,
  });
  expect(searchOfZoom(span, false)).toEqual({});
});

test.each([{}, { from: 'x', to: 'y' }, { from: 5 }, { from: 6, to: 5 }, { from: Number.NaN, to: 5 }])(
  'an address with %j shows the whole',
  (search) => expect(zoomSearch(search)).toEqual({}),
);
