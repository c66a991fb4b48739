import { expect, test } from 'vitest';
import type { Site } from '../../wire/plant.ts';
import { nextSorting, sorted } from './model.ts';

const site = (id: number, title: string): Site => ({
  id,
  title,
  timezone: 'UTC',
  is_suspended: false,
  is_active: true,
});
const titles = (all: readonly Site[]): readonly string[] => all.map((each) => each.title);
const all = [site(1, 'Leg 10'), site(2, 'leg 2'), site(3, 'Annex')];

test('keeps the order of the server until somebody sorts', () => {
  expect(titles(sorted(all, 'newest'))).toEqual(['Leg 10', 'leg 2', 'Annex']);
});

test('sorts by name as people count, and turns round', () => {
  expect(titles(sorted(all, nextSorting('newest')))).toEqual(['Annex', 'leg 2', 'Leg 10']);
  expect(titles(sorted(all, nextSorting('ascending')))).toEqual(['Leg 10', 'leg 2', 'Annex']);
});
