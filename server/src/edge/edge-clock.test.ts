import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EdgeClock } from './edge-clock.ts';

let folder: string;
let wall: number;
let steady: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'edge-clock-'));
  wall = 1_700_000_000_000;
  steady = 5_000;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const open = (bootId: string | null = 'first') =>
  new EdgeClock(join(folder, 'clock.json'), { wall: () => wall, steady: () => steady, bootId });
const pass = (ms: number) => {
  wall += ms;
  steady += ms;
};

describe("the edge's clock", () => {
  it('does not follow steps of the system clock', () => {
    const clock = open();
    const start = clock.now();
    pass(1_000);
    wall += 3_600_000;
    expect(clock.now()).toBe(start + 1_000);
    wall -= 86_400_000;
    pass(1_000);
    expect(clock.now()).toBe(start + 2_000);
  });

  it('learns the time of the portal, half a round trip ago, and keeps small differences', () => {
    const clock = open();
    const sentAt = clock.now();
    pass(200);
    clock.learn(sentAt + 90_000 + 100, sentAt);
    expect(clock.now()).toBe(sentAt + 90_200);
    expect(clock.offsetMs).toBe(90_000);
    clock.learn(clock.now() + 100, clock.now());
    expect(clock.now()).toBe(sentAt + 90_200);
  });

  it('learns nothing from an answer that took long', () => {
    const clock = open();
    const sentAt = clock.now();
    pass(10_000);
    clock.learn(sentAt, sentAt);
    expect(clock.now()).toBe(sentAt + 10_000);
  });

  it('continues after a kill, whatever the system clock says meanwhile', () => {
    const clock = open();
    clock.save();
    const before = clock.now();
    pass(60_000);
    wall -= 7_200_000;
    expect(open().now()).toBe(before + 60_000);
  });

  it('begins with the corrected system clock after the machine was started anew, never in the past', () => {
    const clock = open();
    clock.learn(clock.now() + 30_000, clock.now());
    clock.save();
    const last = clock.now();
    steady = 10;
    wall += 600_000;
    expect(open('second').now()).toBe(last + 600_000);
    // A dead battery: the machine believes it is years ago.
    wall = 1_000;
    expect(open('third').now()).toBe(last);
  });
});
