import { DeviceId } from '@tocsin/contract/ids';
import { z } from 'zod';
import type { Intake, Message } from '../pipeline/1-receive/intake.ts';
import type { Log } from '../platform/log.ts';
import { readJsonFile, writeJsonFile } from './disk/json-file.ts';

/** Polls of one device that were missed for want of room. Times of the edge, unix ms. */
const Gap = z.object({ from: z.int(), to: z.int(), polls: z.int().min(1) });
export type Gap = z.infer<typeof Gap>;
const Saved = z.object({ gaps: z.array(z.tuple([DeviceId, Gap])) });

export interface MissedPollsDependencies {
  readonly file: string;
  readonly now: () => number;
  readonly log: Log;
}

/** Moves the times of a poll by this many milliseconds. */
const moved = (message: Message, byMs: number): Message => {
  if (message.kind === 'birth')
    return {
      ...message,
      birth: () => {
        const birth = message.birth();
        return { ...birth, ts: birth.ts + byMs };
      },
    };
  if (message.kind !== 'data') return message;
  return {
    ...message,
    data: (layout) => {
      const data = message.data(layout);
      return { ...data, frames: data.frames.map((frame) => ({ ...frame, ts: frame.ts + byMs })) };
    },
  };
};

/** Names the gaps that a full queue leaves in the data of polled devices: one for each device and each time of want. */
export class MissedPolls {
  readonly #dependencies: MissedPollsDependencies;
  readonly #open: Map<DeviceId, Gap>;
  /** Since the start. */
  count = 0;

  constructor(dependencies: MissedPollsDependencies) {
    this.#dependencies = dependencies;
    const saved = Saved.safeParse(readJsonFile(dependencies.file));
    this.#open = new Map(saved.success ? saved.data.gaps : []);
  }

  /**
   * The intake that pollers use: it is never full, so that each poll without room is counted. Pollers are paced by a
   * clock that is never corrected; `aheadMs` is what the edge's time is ahead of it, and goes into the stamps.
   */
  intakeFor(intake: Intake, aheadMs: () => number): Intake {
    return {
      take: (message, answer) => {
        if (!intake.full()) intake.take(moved(message, aheadMs()), answer);
        else {
          if (message.kind === 'data') this.#miss(message.deviceId);
          answer({ kind: 'again' });
        }
      },
      beginSession: (id, session) => intake.beginSession(id, session),
      endSession: (id, session) => intake.endSession(id, session),
      reportsByException: (id) => intake.reportsByException(id),
      countRefused: (id, why) => intake.countRefused(id, why),
      full: () => false,
      whenRoom: (fn) => intake.whenRoom(fn),
    };
  }

  /** The gaps that ended: the caller stores them, then calls `stored`. */
  ended(): readonly (readonly [DeviceId, Gap])[] {
    return [...this.#open];
  }

  /** These gaps are records of the queue now. */
  stored(gaps: readonly (readonly [DeviceId, Gap])[]): void {
    for (const [id, gap] of gaps) if (this.#open.get(id) === gap) this.#open.delete(id);
    this.save();
  }

  /** Keeps open gaps through a restart. The file is small, and there before the queue is full. */
  save(): void {
    try {
      writeJsonFile(this.#dependencies.file, { gaps: [...this.#open] }, false);
    } catch (error) {
      this.#dependencies.log.warn('Could not record missed polls', { error });
    }
  }

  #miss(id: DeviceId): void {
    const now = this.#dependencies.now();
    const gap = this.#open.get(id);
    this.count++;
    this.#open.set(id, { from: gap?.from ?? now, to: now, polls: (gap?.polls ?? 0) + 1 });
    if (!gap) this.save();
  }
}
