import type { DeviceId } from '@tocsin/contract/ids';
import type { Remembered } from '../flow/2-remember/remember.ts';
import { freshJudged, type Judged } from '../flow/3-judge/desk.ts';
import type { KeepEntry } from '../flow/passing.ts';

const nothing = freshJudged();
const noFrames: readonly never[] = [];

/** One step of a device for stage 4. */
export function entryOf(
  deviceId: DeviceId,
  found: Remembered | null,
  judged: Judged,
  done: KeepEntry['done'],
  standing: KeepEntry['standing'] = null,
): KeepEntry {
  return {
    deviceId,
    layout: found?.layout ?? null,
    frames: found?.frames ?? noFrames,
    lateFrames: found?.late ?? noFrames,
    events: judged.events,
    board: true,
    ends: judged.ends,
    changes: judged.changes,
    steps: judged.steps,
    restamp: found?.restamp ?? null,
    standing,
    done,
  };
}

/** Done when everything that was put before it is. */
export function barrier(deviceId: DeviceId, done: KeepEntry['done']): KeepEntry {
  return { ...entryOf(deviceId, null, nothing, done), board: false };
}

/** Nothing but what was sent before: acknowledged when that is committed. */
export const isOnlyDuplicates = (found: Remembered, judged: Judged): boolean =>
  found.duplicates > 0 &&
  found.layout === null &&
  found.frames.length + found.late.length + judged.events.length + judged.changes.length === 0;

/** Nothing was found that must be kept. */
export const isNothing = (judged: Judged): boolean =>
  judged.events.length + judged.ends.length + judged.changes.length + judged.steps.length === 0;
