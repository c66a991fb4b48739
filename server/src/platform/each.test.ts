import { expect, it } from 'vitest';
import { forEach } from './each.ts';
import { createLog } from './log.ts';

it('does the rest when some fail, and then says how many and why', async () => {
  const done: number[] = [];
  const logged: string[] = [];
  const log = createLog('error', (line) => logged.push(line));
  const work = async (n: number) => {
    if (n % 2 === 0) throw new Error(`no ${n}`);
    done.push(n);
  };
  await expect(forEach([1, 2, 3, 4, 5], { what: 'rotation', log, nameOf: (n) => n }, work)).rejects.toThrow(
    '2 of 5 failed (rotation): no 2',
  );
  expect(done).toEqual([1, 3, 5]);
  expect(logged.map((line) => JSON.parse(line).rotation)).toEqual([2, 4]);
});
