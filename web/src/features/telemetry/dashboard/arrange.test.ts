import { expect, test } from 'vitest';
import { halfRowsOf, packSections, placeCards } from './arrange.ts';

const full = (count: number) => ({ full: count, half: 0 });
const half = (count: number) => ({ full: 0, half: count });
/** Formats positions as `row: section at column, ...`. */
const drawn = (counts: Parameters<typeof packSections>[0], columns: number) =>
  packSections(counts, columns).map(({ section, row, column, span }) => `${row}: ${section} at ${column}+${span}`);

test('a bucket elevator shows its temperatures in the third row, behind two of half the height', () => {
  const speed = { full: 2, half: 1 };
  const counts = [half(7), speed, speed, half(3), full(6), half(1), half(2), full(6)];
  expect(drawn(counts, 7)).toEqual([
    '1: 0 at 1+7',
    '2: 1 at 1+3',
    '2: 2 at 4+3',
    '3: 3 at 1+3',
    '4: 4 at 1+6',
    '2: 5 at 7+1',
    '3: 6 at 4+2',
    '5: 7 at 1+6',
  ]);
});

test('two half cards share a column of a full row', () => {
  expect(drawn([full(5), half(4)], 7)).toEqual(['1: 0 at 1+5', '1: 1 at 6+2']);
});

test('a section larger than a row gets its own rows, and an empty one none', () => {
  expect(drawn([full(5), full(0), full(1)], 3)).toEqual(['1: 0 at 1+3', '2: 2 at 1+1']);
  expect(drawn([half(9), half(1)], 3)).toEqual(['1: 0 at 1+3', '2: 1 at 1+1']);
});

const places = (cards: string, span: number) =>
  placeCards(
    [...cards].map((card) => card === 'h'),
    span,
  ).map(({ row, column }) => `${column}.${row}`);

test('half cards stand below each other between full ones, whatever the order', () => {
  expect(places('FFh', 3)).toEqual(['1.1', '2.1', '3.1']);
  expect(places('hFh', 2)).toEqual(['1.1', '2.1', '1.2']);
  expect(places('hhF', 2)).toEqual(['1.1', '1.2', '2.1']);
});

test('half cards that fit side by side take one half row', () => {
  expect(places('hhh', 3)).toEqual(['1.1', '2.1', '3.1']);
  expect(places('hhhh', 2)).toEqual(['1.1', '1.2', '2.1', '2.2']);
  expect(places('FFhh', 2)).toEqual(['1.1', '2.1', '1.3', '2.3']);
});

test('no two cards of any section overlap, and the last half row is counted', () => {
  for (let span = 1; span <= 4; span++)
    for (let mask = 0; mask < 64; mask++) {
      const halves = Array.from({ length: 6 }, (_, bit) => (mask & (1 << bit)) !== 0);
      const taken = new Set<string>();
      const placed = placeCards(halves, span);
      placed.forEach(({ row, column }, index) => {
        expect(column).toBeLessThanOrEqual(span);
        for (const each of halves[index] ? [row] : [row, row + 1]) {
          expect(taken.has(`${column}.${each}`)).toBe(false);
          taken.add(`${column}.${each}`);
        }
      });
      expect(halfRowsOf(halves, placed)).toBe(Math.max(...[...taken].map((cell) => Number(cell.split('.')[1]))));
    }
});
