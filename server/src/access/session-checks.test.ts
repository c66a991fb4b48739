import { describe, expect, it } from 'vitest';
import { drivenClock } from '../platform/clock.ts';
import { Refusal } from '../platform/errors.ts';
import type { Principal } from './principal.ts';
import { createSessionChecks } from './session-checks.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

function checks() {
  const clock = drivenClock(0);
  const calls: { used: number; who: string[]; failed: number } = { used: 0, who: [], failed: 0 };
  const state = { ended: false, away: false };
  const who = { kind: 'person', sessionId: 1 } as unknown as Principal;
  const authorizer = {
    used: async () => {
      if (state.away) throw new Error('no database');
      calls.used++;
    },
    who: async (token: string | undefined) => {
      calls.who.push(token ?? '');
      if (state.ended) throw new Refusal('unauthenticated');
      return who;
    },
  };
  const all = createSessionChecks(authorizer, clock, () => calls.failed++);
  const socket = () => {
    const its = { ended: 0 };
    return { its, socket: { ended: () => void its.ended++ } };
  };
  return { clock, calls, state, all, who, socket };
}

describe('the sessions of open sockets', () => {
  it('are checked once a minute, however many sockets one has', async () => {
    const { clock, calls, all, who, socket } = checks();
    for (let i = 0; i < 100; i++) all.join('a', socket().socket);
    for (const seconds of [10, 20, 59, 60, 65, 119]) {
      clock.advanceTo(seconds * 1_000);
      for (let i = 0; i < 100; i++) all.used('a', who);
      await settled();
    }
    expect(calls).toEqual({ used: 1, who: ['a'], failed: 0 });
    clock.advanceTo(120_000);
    all.used('a', who);
    await settled();
    expect(calls.used).toBe(2);
  });

  it('end all their sockets, and no others, when they have ended', async () => {
    const { clock, state, all, who, socket } = checks();
    const [one, two, other, left] = [socket(), socket(), socket(), socket()];
    all.join('a', one.socket);
    all.join('a', two.socket);
    all.join('b', other.socket);
    all.join('a', left.socket)();
    state.ended = true;
    clock.advanceTo(60_000);
    all.used('a', who);
    await settled();
    expect([one.its.ended, two.its.ended, other.its.ended, left.its.ended]).toEqual([1, 1, 0, 0]);
  });

  it('end none while the database is unavailable', async () => {
    const { clock, calls, state, all, who, socket } = checks();
    const one = socket();
    all.join('a', one.socket);
    state.away = true;
    clock.advanceTo(60_000);
    all.used('a', who);
    await settled();
    expect([one.its.ended, calls.failed]).toEqual([0, 1]);
  });
});
