import { expect, test } from 'vitest';
import { inOrderOf, orderOf } from './steady-order.ts';
import type { VisibleSection } from './visible-sections.ts';

const section = (name: string, paths: string, worst: VisibleSection['worst'] = 'ok'): VisibleSection => ({
  name,
  cards: [...paths].map((path) => ({ path, isHalf: false })),
  hidden: 0,
  worst,
  text: '',
});

test('keeps the earlier order of sections and cards, with the present states', () => {
  const before = orderOf([section('Speed', 'ab'), section('Temperature', 'cd')]);
  const now = [section('Temperature', 'dc', 'alarm'), section('Speed', 'ab')];
  const shown = inOrderOf(now, before);
  expect(shown && orderOf(shown)).toEqual(before);
  expect(shown?.[1]?.worst).toBe('alarm');
});

test('an order of other sections or cards is ignored', () => {
  const before = orderOf([section('Speed', 'ab')]);
  expect(inOrderOf([section('Speed', 'abc')], before)).toBeNull();
  expect(inOrderOf([section('Speed', 'ac')], before)).toBeNull();
  expect(inOrderOf([section('Plug', 'ab')], before)).toBeNull();
  expect(inOrderOf([section('Speed', 'ab'), section('Plug', '')], before)).toBeNull();
});
