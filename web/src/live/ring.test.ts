import { expect, test } from 'vitest';
import { FLAG_ALARM, Ring, ringSpanMs } from './ring.ts';

test('keeps ten minutes of a device that sends every two seconds', () => {
  const ring = new Ring();
  for (let t = 0; t <= 2 * ringSpanMs; t += 2_000) ring.add(t, t, 0);
  expect(ring.lastTime - ring.firstTime).toBeGreaterThanOrEqual(ringSpanMs);
});

test('keeps ten minutes of a device that sends ten times a second, including a momentary alarm', () => {
  const ring = new Ring();
  for (let t = 0; t <= ringSpanMs; t += 100) ring.add(t, t === 300_000 ? 95 : 20, t === 300_000 ? FLAG_ALARM : 0);
  expect(ring.firstTime).toBeLessThanOrEqual(3_000);
  expect([...ring.read().flags].filter((flag) => flag === FLAG_ALARM).length).toBe(1);
  expect([...ring.read().values].filter((value) => value === 95).length).toBe(1);
});

test('puts history before what the socket has delivered meanwhile, without duplicates', () => {
  const ring = new Ring();
  ring.add(10_000, 3, 0);
  ring.add(12_000, 4, 0);
  ring.fill([
    [6_000, 1, 0],
    [8_000, 2, 0],
    [10_000, 3, 0],
    [12_000, 4, 0],
  ]);
  expect([...ring.read().values]).toEqual([1, 2, 3, 4]);
});

test('fills the gap of a lost socket', () => {
  const ring = new Ring();
  for (const at of [2_000, 4_000, 20_000, 22_000]) ring.add(at, at, 0);
  ring.fill([2_000, 4_000, 10_000, 16_000, 20_000].map((at) => [at, at, 0] as const));
  expect([...ring.read().times]).toEqual([2_000, 4_000, 10_000, 16_000, 20_000, 22_000]);
});

test('an older point is never placed after a newer one', () => {
  const ring = new Ring();
  ring.add(4_000, 2, 0);
  ring.add(2_000, 1, 0);
  expect([...ring.read().values]).toEqual([2]);
});
