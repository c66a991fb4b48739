import { expect, test } from 'vitest';
import { nextSorting, sorted } from './model.ts';

const site = (id: number, title: string) => ({ id, title });
const titles = (all: readonly { readonly title: string }[]): readonly string[] => all.map((each) => each.title);
const all = [site(1, 'Leg 10'), site(2, 'leg 2'), site(3, 'Annex')];

test('keeps the order of the server until somebody sorts', () => {
  expect(titles(sorted(all, 'newest'))).toEqual(['Leg 10', 'leg 2', 'Annex']);
});

test('sorts by name as people count, and turns round', () => {
  expect(titles(sorted(all, nextSorting('newest')))).toEqual(['Annex', 'leg 2', 'Leg 10']);
  expect(titles(sorted(all, nextSorting('ascending')))).toEqual(['Leg 10', 'leg 2', 'Annex']);
});
