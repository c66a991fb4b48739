import { expect, it } from 'vitest';
import { idBlock } from './ids.ts';

const source = (size: number) => {
  let at = 1 - size;
  return () => {
    at += size;
    return Promise.resolve(at);
  };
};

it('refuses to give an id that the database has not handed out', () => {
  expect(() => idBlock(10, source(10)).next()).toThrow('no ids left');
});

it('gives each id once, in order, over the border of a block', async () => {
  const ids = idBlock(4, source(4));
  await ids.fill(10);
  expect(Array.from({ length: 10 }, () => ids.next())).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

it('shares one query among callers that wait at the same time', async () => {
  let requests = 0;
  const take = source(100);
  const ids = idBlock(100, () => {
    requests++;
    return take();
  });
  await Promise.all([ids.fill(50), ids.fill(50), ids.fill(50)]);
  expect(requests).toBe(1);
});
