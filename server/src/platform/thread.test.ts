import { getPriority } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { Refusal } from './errors.ts';
import { createLog } from './log.ts';
import { OccasionalThread, Thread, threadHeaps } from './thread.ts';

type Calls = {
  readonly hang: { readonly takes: null; readonly gives: never };
  readonly busy: { readonly takes: null; readonly gives: never };
  readonly broken: { readonly takes: null; readonly gives: never };
  readonly nice: { readonly takes: null; readonly gives: number };
  readonly stop: { readonly takes: null; readonly gives: unknown };
};
const options = {
  file: new URL('./testing/thread-worker.ts', import.meta.url),
  data: null,
  log: createLog('silent'),
  answers: {},
  maxWaiting: 2,
};
const newThread = () => new Thread<Calls, Record<never, never>>(options);
let thread = newThread();
afterEach(() => thread.stop());

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof Refusal ? error.code : 'an error'),
  );

const atLeastMega = (bytes: number) => bytes > 2 ** 20;

describe('a thread', () => {
  // meets: owasp-asvs-5 V15.2.2
  it('that is not running, or has too many questions, is overloaded', async () => {
    thread = newThread();
    expect(await codeOf(thread.ask('hang', null))).toBe('unavailable');
    thread.start();
    const waiting = [codeOf(thread.ask('hang', null)), codeOf(thread.ask('hang', null))];
    expect(await codeOf(thread.ask('hang', null))).toBe('unavailable');
    // Work that has begun continues nevertheless.
    const carriedOn = codeOf(thread.carryOn('busy', null));
    expect(await carriedOn).toBe('unavailable');
    await thread.stop();
    expect(await Promise.all(waiting)).toEqual(['unavailable', 'unavailable']);
  });

  it('passes on overload errors of the thread, and no others', async () => {
    thread = newThread();
    thread.start();
    expect(await codeOf(thread.ask('busy', null))).toBe('unavailable');
    expect(await codeOf(thread.ask('broken', null))).toBe('an error');
  });

  it('is listed with the memory of its heap while it runs', async () => {
    thread = newThread();
    thread.start();
    await thread.ask('nice', null);
    expect(await threadHeaps()).toEqual({
      line: expect.toSatisfy(atLeastMega),
      'testing/thread-worker': expect.toSatisfy(atLeastMega),
    });
    await thread.stop();
    expect(await threadHeaps()).toEqual({ line: expect.toSatisfy(atLeastMega) });
  });

  it.runIf(process.platform === 'linux')('gives way to the thread that started it', async () => {
    thread = newThread();
    thread.start();
    expect(await thread.ask('nice', null)).toBe(getPriority() + 5);
  });
});

it('an occasional thread starts with a call, and ends after a time without one', async () => {
  const occasional = new OccasionalThread<Calls, Record<never, never>>(options, 1);
  expect(await codeOf(occasional.carryOn('busy', null))).toBe('unavailable');
  const hanging = codeOf(occasional.ask('hang', null));
  expect(await codeOf(occasional.ask('broken', null))).toBe('an error');
  expect(occasional.isRunning).toBe(true);
  await occasional.stop();
  expect(await hanging).toBe('unavailable');
  expect(await codeOf(occasional.ask('broken', null))).toBe('an error');
  await expect.poll(() => occasional.isRunning).toBe(false);
});
