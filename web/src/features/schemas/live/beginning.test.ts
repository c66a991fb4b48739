import { expect, test } from 'vitest';
import { makeBeginning } from './beginning.ts';
import type { ShownState } from './machine-status.ts';

const states = (leg: ShownState, silo: ShownState = 'ok') =>
  new Map<string, ShownState>([
    ['leg', leg],
    ['silo', silo],
  ]);

test('a view begins once, at the worst machine', () => {
  const next = makeBeginning();
  expect(next(undefined, states('reading', 'reading'))).toBe(null);
  expect(next('leg', states('alarm', 'warning'))).toBe('leg');
  expect(next('silo', states('ok', 'warning'))).toBe(null);
});

test('a machine whose values come late is begun at, also after it was said to have no information', () => {
  const next = makeBeginning();
  expect(next(undefined, states('reading'))).toBe(null);
  expect(next('leg', states('no_info'))).toBe(null);
  expect(next('leg', states('alarm'))).toBe('leg');
});

test('what begins at a machine that was seen without an alarm moves nothing, and nothing after it does', () => {
  const next = makeBeginning();
  expect(next(undefined, states('ok', 'reading'))).toBe(null);
  expect(next('leg', states('warning', 'reading'))).toBe(null);
  expect(next('silo', states('warning', 'alarm'))).toBe(null);
});
