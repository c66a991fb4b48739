// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { GraphLoader } from './loader.ts';

afterEach(() => vi.unstubAllGlobals());

it('requests a graph once while its answer is under way, whoever watches it again', async () => {
  vi.useFakeTimers();
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return new Promise(() => undefined);
  });
  const loader = new GraphLoader(1, { kind: 'scale', scale: 'day' }, { from: 0, to: 1 }, 'not known');
  loader.watch('1.2.3')();
  await vi.advanceTimersByTimeAsync(100);
  loader.watch('1.2.3');
  loader.watch('1.2.4');
  await vi.advanceTimersByTimeAsync(100);
  expect(asked.map((url) => new URL(url, 'http://x').searchParams.getAll('sensor_id'))).toEqual([['1.2.3'], ['1.2.4']]);
  // Another range is another question.
  loader.move({ kind: 'scale', scale: 'hour' });
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toHaveLength(3);
  loader.end();
  vi.useRealTimers();
});
