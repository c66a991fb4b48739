import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { readJsonFile, writeJsonFile } from './disk/json-file.ts';

/** Where times come from. */
export interface TimeSources {
  /** The system clock, unix ms; somebody may set it at any time. */
  readonly wall: () => number;
  /** Milliseconds that nobody can set, counted since the machine started. */
  readonly steady: () => number;
  /** Names the machine's start: `steady` of another one means nothing. null: unknown. */
  readonly bootId: string | null;
}

export const systemTime = (): TimeSources => ({
  wall: () => Date.now(),
  steady: () => Number(process.hrtime.bigint()) / 1e6,
  bootId: readBootId(),
});

function readBootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Only Linux tells; elsewhere a restart of the program begins with the system clock.
    return null;
  }
}

const Saved = z.object({ boot: z.string().nullable(), steady: z.number(), time: z.number(), corrected: z.number() });
/** Smaller offsets are the line's. */
const toleratedMs = 250;
/** An answer that took longer does not tell the portal's time. */
const longestTripMs = 4_000;

/**
 * The edge's time, unix ms. It runs by the steady clock, so steps of the system clock change nothing; it learns the
 * portal's time; it continues after a restart of the program; and it never gives an earlier time than it gave before,
 * unless the portal's answer shows that it runs ahead.
 */
export class EdgeClock implements Clock {
  readonly #file: string;
  readonly #sources: TimeSources;
  #base: number;
  /** A clock that starts with this one's time and is never corrected: for pacing, not for stamps. */
  readonly pacing: Clock;
  readonly #onStep: ((byMs: number) => void)[] = [];
  /** The portal's time minus the system clock at the last answer; null: not measured since the start. */
  offsetMs: number | null = null;

  constructor(file: string, sources: TimeSources) {
    this.#file = file;
    this.#sources = sources;
    const saved = Saved.safeParse(readJsonFile(file));
    const steady = sources.steady();
    const wall = sources.wall();
    if (!saved.success) this.#base = wall - steady;
    else if (saved.data.boot !== null && saved.data.boot === sources.bootId && steady >= saved.data.steady)
      this.#base = saved.data.time - saved.data.steady;
    // The machine was restarted: the system clock applies, with the last correction from the portal.
    else this.#base = Math.max(wall + saved.data.corrected, saved.data.time) - steady;
    const start = this.#base;
    this.pacing = { now: () => Math.floor(start + sources.steady()), after: (delayMs, fn) => this.after(delayMs, fn) };
  }

  now(): number {
    return Math.floor(this.#base + this.#sources.steady());
  }

  after(delayMs: number, fn: () => void): () => void {
    const timer = setTimeout(fn, Math.min(Math.max(delayMs, 0), 2_147_483_647));
    timer.unref();
    return () => clearTimeout(timer);
  }

  /** Learns from an answer: the portal said its time; the request began at `sentAt` of this clock. */
  learn(portalTime: number, sentAt: number): void {
    const now = this.now();
    const trip = now - sentAt;
    if (trip > longestTripMs) return;
    const error = portalTime + trip / 2 - now;
    if (Math.abs(error) > toleratedMs) {
      this.#base += error;
      for (const listener of this.#onStep) listener(error);
    }
    this.offsetMs = Math.round(this.now() - this.#sources.wall());
  }

  /** Calls the listener after each correction, with its milliseconds. */
  onStep(listener: (byMs: number) => void): void {
    this.#onStep.push(listener);
  }

  /** Notes the time on disk, so that a restart continues it. */
  save(): void {
    const steady = this.#sources.steady();
    const time = this.#base + steady;
    const corrected = this.offsetMs ?? 0;
    writeJsonFile(this.#file, { boot: this.#sources.bootId, steady, time, corrected }, false);
  }
}
