import { describe, expect, it } from 'vitest';
import { BackOff } from './back-off.ts';
import { drivenClock } from './clock.ts';
import { type Attempt, Reconnector } from './reconnector.ts';

const settled = () => new Promise<void>((done) => setImmediate(done));

/** A peer whose answers the test controls one by one. */
function peer(more: { readonly connectWithinMs?: number; readonly steadyMs?: number } = {}) {
  const clock = drivenClock(0);
  const attempts: { attempt: Attempt; accept: () => void; refuse: (error: Error) => void }[] = [];
  const delays: number[] = [];
  const link = new Reconnector({
    clock,
    connect: (attempt) =>
      new Promise((resolve, reject) => attempts.push({ attempt, accept: () => resolve(), refuse: reject })),
    onLost: (_error, delayMs) => delays.push(delayMs),
    backOff: { firstMs: 1_000, longestMs: 8_000 },
    random: () => 1,
    ...more,
  });
  const newest = () => {
    const one = attempts.at(-1);
    if (!one) throw new Error('nothing was tried');
    return one;
  };
  return { clock, attempts, delays, link, newest };
}

describe('back-off', () => {
  it('doubles up to its limit and is between half of a step and the full step', () => {
    const low = new BackOff({ firstMs: 1_000, longestMs: 5_000 }, () => 0);
    expect([low.next(), low.next(), low.next(), low.next(), low.next()]).toEqual([500, 1_000, 2_000, 2_500, 2_500]);
    const high = new BackOff({ firstMs: 1_000, longestMs: 5_000 }, () => 1);
    expect([high.next(), high.next(), high.next(), high.next()]).toEqual([1_000, 2_000, 4_000, 5_000]);
    high.reset();
    expect(high.next()).toBe(1_000);
  });
});

describe('a link that is made again', () => {
  it('schedules one attempt however often the same failure is reported', async () => {
    const { clock, attempts, delays, link, newest } = peer();
    void link.start();
    for (let round = 1; round <= 6; round++) {
      const { attempt, refuse } = newest();
      attempt.lost(new Error('end'));
      attempt.lost(new Error('error'));
      refuse(new Error('rejected'));
      await settled();
      expect(link.state).toBe('waiting');
      clock.advanceTo(clock.now() + 8_000);
      expect(attempts).toHaveLength(round + 1);
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
  });

  it('gives up an attempt that hangs, and ignores its later result', async () => {
    const { clock, attempts, link, newest } = peer({ connectWithinMs: 5_000 });
    const started = link.start();
    const hung = newest();
    clock.advanceTo(5_000);
    await started;
    expect(hung.attempt.signal.aborted).toBe(true);
    expect(link.state).toBe('waiting');
    hung.accept();
    await settled();
    expect(link.state).toBe('waiting');
    clock.advanceTo(6_000);
    expect(attempts).toHaveLength(2);
    newest().accept();
    await settled();
    expect(link.state).toBe('connected');
    hung.attempt.lost(new Error('very late'));
    expect(link.state).toBe('connected');
  });

  it('begins with short pauses again only after a connection that lasted', async () => {
    const { clock, delays, link, newest } = peer({ steadyMs: 10_000 });
    void link.start();
    for (let round = 0; round < 3; round++) {
      newest().accept();
      await settled();
      newest().attempt.lost(new Error('closed at once'));
      clock.advanceTo(clock.now() + 8_000);
    }
    newest().accept();
    await settled();
    clock.advanceTo(clock.now() + 10_000);
    newest().attempt.lost(new Error('closed after a while'));
    expect(delays).toEqual([1_000, 2_000, 4_000, 1_000]);
  });

  it('stops in every state and ends the current attempt', async () => {
    const idle = peer();
    idle.link.stop();
    await idle.link.start();
    expect(idle.attempts).toHaveLength(0);
    for (const upTo of ['connecting', 'connected', 'waiting']) {
      const { clock, attempts, link, newest } = peer();
      const started = link.start();
      if (upTo !== 'connecting') newest().accept();
      await settled();
      if (upTo === 'waiting') newest().attempt.lost(new Error('gone'));
      expect(link.state).toBe(upTo);
      link.stop();
      await started;
      expect(newest().attempt.signal.aborted).toBe(true);
      clock.advanceTo(600_000);
      expect(attempts).toHaveLength(1);
      expect(link.state).toBe('stopped');
    }
  });
});
