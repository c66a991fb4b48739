import { expect, it } from 'vitest';
import { pendingOf } from '../notify/1-match/match.ts';
import { ReferenceWalk } from './testing/reference-walk.ts';
import { noon } from './testing/test-device.ts';
import { petra, sam, WalkBench, walked } from './testing/walk-bench.ts';

/** The same numbers for the same seed. */
const randomOf = (seed: number) => {
  let state = seed * 2_654_435_761;
  return (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    return Math.floor((((state ^ (state >>> 13)) >>> 0) / 2 ** 32) * below);
  };
};
const people = [petra, sam];
/** At the limits of the rules, and beside them. */
const waits = [1, 2, 5, 8, 10, 11, 25, 30, 31, 59, 60, 61, 200, 300, 301, 900, 1_800, 3_599, 3_600];
const pauses = [0, 6, 9, 10, 11, 30, 31];

/** Whether the server dies before an action is committed: what was sent is then sent again to the next server. */
async function perhapsKilled(bench: WalkBench, isKilled: boolean, act: () => Promise<unknown>): Promise<void> {
  if (isKilled) {
    bench.frameWriter.atOnce = false;
    void act().catch(() => {});
    bench.frameWriter.entries = [];
    bench.frameWriter.atOnce = true;
    await bench.restart();
  }
  await act();
}

const seeds = Array.from({ length: 40 }, (_, i) => i + 1);
it.each(seeds)('random walks with kills, restarts and take-overs give what the rules say, seed %i', async (seed) => {
  const below = randomOf(seed);
  // Walks that are kept alive until their limit.
  const isLong = seed % 4 === 0;
  const bench = await WalkBench.begin();
  const model = new ReferenceWalk(walked, noon / 1_000);
  let inAlarm: string[] = [];
  let rpm = 0;
  const steps: string[] = [];
  for (let i = 0; i < 120; i++) {
    const path = walked[below(walked.length)] ?? walked[0];
    const who = people[below(5) === 0 ? 1 : 0] ?? petra;
    const seconds = isLong
      ? ([300, 900, 1_800, 1_800, 3_599][below(5)] ?? 1)
      : (waits[below(below(3) === 0 ? waits.length : 11)] ?? 1);
    model.pass(seconds);
    await bench.wait(seconds * 1_000);
    if (below(12) === 0) await bench.restart();
    const isKilled = below(6) === 0;
    const kind = isLong ? ([6, 9, 11, 11, 12][below(5)] ?? 0) : below(14);
    const id = bench.walk?.id ?? 0;
    steps.push(`+${seconds} ${kind} ${path} ${who.userName}${isKilled ? ' killed' : ''}`);
    const act = (run: () => Promise<unknown>) => perhapsKilled(bench, isKilled, run);
    const frame = async () => {
      model.frame(inAlarm, rpm > 0);
      const now = [...inAlarm];
      await act(() => bench.trip(now, rpm));
    };
    if (kind < 5) {
      inAlarm = inAlarm.includes(path) ? inAlarm.filter((one) => one !== path) : [...inAlarm, path];
      if (below(4) === 0) inAlarm = [];
      rpm = below(25) === 0 ? 84 : 0;
      await frame();
    } else if (kind < 8) {
      if (below(2) === 0) {
        inAlarm = [];
        await frame();
      }
      model.press(path, who.userId);
      await act(() => bench.press(path, who));
      // Most walkers trip what they announced.
      const pause = isLong ? 0 : (pauses[below(pauses.length)] ?? 0);
      model.pass(pause);
      await bench.wait(pause * 1_000);
      const tripped = below(3) === 0 ? (walked[below(4)] ?? path) : path;
      inAlarm = [...new Set([...inAlarm, tripped])];
      rpm = 0;
      await frame();
    } else if (kind < 11) {
      // A frame first, so that the device is online.
      await frame();
      const paths = below(3) === 0 ? [path] : walked;
      const minutes = isLong ? 60 : ([5, 30, 60][below(3)] ?? 30);
      const isArmed = model.arm(paths, who.userId, minutes * 60, rpm > 0);
      if (isArmed) await act(() => bench.arm(paths, who, minutes));
      else if (!bench.walk || bench.walk.endedAt !== null) await bench.arm(paths, who, minutes);
    } else if (kind === 11) {
      await frame();
      model.rearm(path, who.userId, rpm > 0);
      await bench.command({ kind: 'arm', id, paths: [path], ...who });
    } else if (kind === 12) {
      const isSkip = below(2) === 0;
      if (isSkip) model.skip(path, who.userId);
      else model.takeOver(who.userId);
      const command = isSkip ? { kind: 'skip' as const, path, reason: 'x' } : { kind: 'take-over' as const };
      await act(() => bench.command({ ...command, id, ...who }));
    } else {
      const isSign = below(3) > 0;
      if (isSign) model.sign(who.userId);
      else model.leave(who.userId);
      await (isSign ? bench.sign([], who) : bench.command({ kind: 'leave', id, ...who }));
    }
    expect({ after: steps.at(-1), states: bench.states() }).toEqual({ after: steps.at(-1), states: model.states() });
  }
  const told = model.alarms.map((alarm) => {
    const [at, path = '', ...what] = alarm.split(' ');
    return `${Number(at) * 1_000} ${path.split('.')[1]} ${what.join(' ')}`;
  });
  expect(bench.alarms()).toEqual(told);
  expect(bench.walk?.endReason ?? null).toBe(model.walk?.end ?? null);
  expect(bench.frameWriter.steps).toHaveLength(model.records);
  const mails = pendingOf(
    bench.frameWriter.events.filter((event) => event.type === 'maintenance'),
    [],
  );
  expect(mails).toHaveLength(model.mails);
  // Nobody is ever notified of what was armed, and everybody of the rest.
  const notified = new Set(pendingOf(bench.frameWriter.events, []).map(({ eventId }) => eventId));
  for (const event of bench.frameWriter.events)
    if (event.type === 'alarm_on') expect(notified.has(event.id)).toBe(!event.test);
});
