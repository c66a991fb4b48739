import { expect, it } from 'vitest';
import { drivenClock } from '../../../platform/clock.ts';
import { HostLimits } from './host-limits.ts';

const settled = () => new Promise<void>((done) => setImmediate(done));

/** Requests turns one after the other; records the outcomes and how to release the nth. */
function asking(turns: HostLimits, host: string, n: number) {
  const outcomes: ('taken' | 'sent away' | 'waits')[] = new Array(n).fill('waits');
  const giveBack: (() => void)[] = [];
  for (let i = 0; i < n; i++)
    void turns.take(host).then((turn) => {
      outcomes[i] = turn ? 'taken' : 'sent away';
      giveBack[i] = turn ?? (() => {});
    });
  return { outcomes, giveBack };
}

it('grants a limited number of turns per host, and the next one when one is returned', async () => {
  const turns = new HostLimits(drivenClock(0), 2);
  const mill = asking(turns, 'mill.example', 3);
  const other = asking(turns, 'other.example', 1);
  await settled();
  expect([mill.outcomes, other.outcomes]).toEqual([['taken', 'taken', 'waits'], ['taken']]);
  mill.giveBack[0]?.();
  mill.giveBack[0]?.();
  await settled();
  expect(mill.outcomes).toEqual(['taken', 'taken', 'taken']);
});

it('refuses waiting and new deliveries while every turn of the host is slow, and resumes afterwards', async () => {
  const clock = drivenClock(0);
  const turns = new HostLimits(clock, 2);
  const { outcomes, giveBack } = asking(turns, 'slow.example', 5);
  await settled();
  clock.advanceTo(5_000);
  await settled();
  expect(outcomes).toEqual(['taken', 'taken', 'sent away', 'sent away', 'sent away']);
  expect(await turns.take('slow.example')).toBeNull();
  giveBack[1]?.();
  expect(await turns.take('slow.example')).not.toBeNull();
});

it('keeps waiting for a host that is busy but not slow', async () => {
  const clock = drivenClock(0);
  const turns = new HostLimits(clock, 1);
  const { outcomes, giveBack } = asking(turns, 'busy.example', 4);
  for (let n = 0; n < 3; n++) {
    await settled();
    clock.advanceTo((n + 1) * 4_000);
    giveBack[n]?.();
  }
  await settled();
  expect(outcomes).toEqual(['taken', 'taken', 'taken', 'taken']);
});
