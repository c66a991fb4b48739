import { describe, expect, it } from 'vitest';
import { drivenClock } from './clock.ts';
import { Refusal } from './errors.ts';
import { testDatabase } from './testing/database.ts';
import { createThrottle } from './throttle.ts';

const database = testDatabase();
const clock = drivenClock(1_790_000_000_000);
const limit = { bucket: 'test', most: 5, windowMs: 60_000 };
const throttle = () => createThrottle(database.db, clock);
const right = async () => 'right';
const wrong = async (): Promise<string> => {
  throw new Refusal('invalid', 'wrong');
};
const codeOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'right',
    (error: unknown) => (error instanceof Refusal ? error.code : 'bug'),
  );

describe('guarded attempts', () => {
  it('pass when they are right, however many are in flight at once', async () => {
    const { guarded } = throttle();
    const answers = await Promise.all(Array.from({ length: 70 }, () => codeOf(guarded(limit, 'right', right))));
    expect(new Set(answers)).toEqual(new Set(['right']));
  });

  it('get no further than the limit when they are wrong, all at once too', async () => {
    const { guarded } = throttle();
    let tried = 0;
    const guess = () => {
      tried++;
      return wrong();
    };
    const answers = await Promise.all(Array.from({ length: 40 }, () => codeOf(guarded(limit, 'wrong', guess))));
    expect(tried).toBe(5);
    expect(answers.filter((code) => code === 'too-many')).toHaveLength(35);
    expect(await codeOf(guarded(limit, 'wrong', right))).toBe('too-many');
    expect(await codeOf(guarded(limit, 'another', right))).toBe('right');
  });

  it('let every right one through among wrong ones below the limit', async () => {
    const { guarded } = throttle();
    const works = Array.from({ length: 30 }, (_, i) => (i % 10 === 0 ? wrong : right));
    const answers = await Promise.all(works.map((work) => codeOf(guarded(limit, 'mixed', work))));
    expect(answers.filter((code) => code === 'right')).toHaveLength(27);
    expect(answers.filter((code) => code === 'invalid')).toHaveLength(3);
  });

  it('do not count a fault of ours', async () => {
    const { guarded } = throttle();
    for (let n = 0; n < 10; n++)
      expect(await codeOf(guarded(limit, 'fault', () => Promise.reject(new Error('away'))))).toBe('bug');
    expect(await codeOf(guarded(limit, 'fault', right))).toBe('right');
  });

  it('are refused as overload when too many of one key wait', async () => {
    const { guarded } = throttle();
    const authorizer = Promise.withResolvers<string>();
    const held = Array.from({ length: 200 }, () => codeOf(guarded(limit, 'held', () => authorizer.promise)));
    expect(await codeOf(guarded(limit, 'held', right))).toBe('unavailable');
    authorizer.resolve('open');
    expect(new Set(await Promise.all(held))).toEqual(new Set(['right']));
  });

  it('count long keys with the same beginning apart', async () => {
    const { guarded } = throttle();
    const start = 'x'.repeat(300);
    for (let n = 0; n < 5; n++) await codeOf(guarded(limit, `${start}a`, wrong));
    expect(await codeOf(guarded(limit, `${start}a`, right))).toBe('too-many');
    expect(await codeOf(guarded(limit, `${start}b`, right))).toBe('right');
  });
});
