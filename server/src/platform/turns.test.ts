import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('runs as much at once as it may, the rest in order, and goes on after a failure', async () => {
  const inTurn = createTurns(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const all = ends.map(({ promise }, n) =>
    inTurn(async () => {
      begun.push(n);
      await promise;
    }),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  ends[1]?.reject(new Error('broken'));
  await expect(all[1]).rejects.toThrow('broken');
  ends[2]?.resolve();
  await all[2];
  for (const { resolve } of ends) resolve();
  await Promise.all([all[0], all[3]]);
  expect(begun).toEqual([0, 1, 2, 3]);
  expect(await inTurn(async () => 'free again')).toBe('free again');
});
