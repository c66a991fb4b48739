import type { FilmMoment } from '@tocsin/contract/film';
import { expect, test, vi } from 'vitest';
import { Reel } from './reel.ts';

const moments = (from: number, step: number, count: number): FilmMoment[] =>
  Array.from({ length: count }, (_, n) => ({ at: from + n * step, documents: [] }));

test('a reel loads ahead of the play head, without a gap, up to now', async () => {
  const asked: number[] = [];
  const load = async (from: number, step: number, count: number) => {
    asked.push(from);
    return moments(from, step, Math.min(count, Math.floor((1_000 - from) / step) + 1));
  };
  const reel = new Reel(load, { from: 0, step: 10, now: () => 1_000 });
  expect([reel.next(), reel.isOver()]).toEqual([null, false]);
  const seen: number[] = [];
  await vi.waitFor(() => {
    for (let moment = reel.next(); moment; moment = reel.next()) seen.push(moment.at);
    expect(reel.isOver()).toBe(true);
  });
  expect(seen).toEqual(moments(0, 10, 101).map(({ at }) => at));
  expect(asked).toEqual([0, 400, 800]);
});

test('the last step is shorter where less than one is left: an alarm of ten seconds ago is played, too', async () => {
  const load = async (from: number, step: number) => moments(from, step, Math.floor((25_000 - from) / step) + 1);
  const reel = new Reel(load, { from: 30_000, step: 15_000, now: () => 25_000 });
  await vi.waitFor(() => expect(reel.next()?.at).toBe(25_000));
  expect([reel.isOver(), reel.failed()]).toEqual([true, false]);
});

test('a server whose clock is behind ends the playback, which has not failed', async () => {
  const reel = new Reel(async () => [], { from: 0, step: 10, now: () => 5 });
  await vi.waitFor(() => expect(reel.isOver()).toBe(true));
  expect([reel.next(), reel.failed()]).toEqual([null, false]);
});

test('continues after fewer moments than requested, and a failure ends the playback', async () => {
  let calls = 0;
  const load = async (from: number, step: number) => {
    if (++calls > 2) throw new Error('gone');
    return moments(from, step, 3);
  };
  const reel = new Reel(load, { from: 0, step: 10, now: () => 1_000 });
  const seen: number[] = [];
  await vi.waitFor(() => {
    for (let moment = reel.next(); moment; moment = reel.next()) seen.push(moment.at);
    expect(reel.failed()).toBe(true);
  });
  expect(seen).toEqual([0, 10, 20, 30, 40, 50]);
  expect(reel.isOver()).toBe(true);
});
