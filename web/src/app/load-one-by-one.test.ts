import { expect, test } from 'vitest';
import { loadOneByOne } from './load-one-by-one.ts';

const at = async (): Promise<void> => undefined;

test('loads one page after the other, also after one that fails', async () => {
  const seen: string[] = [];
  const page =
    (name: string, fails = false) =>
    async (): Promise<void> => {
      seen.push(`${name} begins`);
      await Promise.resolve();
      if (fails) throw new Error('offline');
      seen.push(`${name} is loaded`);
    };
  await loadOneByOne([page('a'), page('b', true), () => undefined, page('c')], at, new AbortController().signal);
  expect(seen).toEqual(['a begins', 'a is loaded', 'b begins', 'c begins', 'c is loaded']);
});

test('begins no further page when it is left', async () => {
  const end = new AbortController();
  const seen: string[] = [];
  const first = async (): Promise<void> => {
    seen.push('a');
    end.abort();
  };
  await loadOneByOne([first, async () => seen.push('b')], at, end.signal);
  expect(seen).toEqual(['a']);
});
