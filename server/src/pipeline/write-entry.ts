import type { DeviceId } from '@tocsin/contract/ids';
import type { Tracked } from './2-track/track.ts';
import { type Evaluation, emptyEvaluation } from './3-evaluate/event-sink.ts';
import type { WriteEntry } from './types.ts';

const nothing = emptyEvaluation();
const noFrames: readonly never[] = [];

/** One step of a device for stage 4. */
export function entryOf(
  deviceId: DeviceId,
  found: Tracked | null,
  evaluation: Evaluation,
  done: WriteEntry['done'],
  standing: WriteEntry['standing'] = null,
): WriteEntry {
  return {
    deviceId,
    layout: found?.layout ?? null,
    frames: found?.frames ?? noFrames,
    lateFrames: found?.late ?? noFrames,
    events: evaluation.events,
    board: true,
    ends: evaluation.ends,
    changes: evaluation.changes,
    steps: evaluation.steps,
    restamp: found?.restamp ?? null,
    standing,
    done,
  };
}

/** Done when all entries before it are committed. */
export function barrier(deviceId: DeviceId, done: WriteEntry['done']): WriteEntry {
  return { ...entryOf(deviceId, null, nothing, done), board: false };
}

/** Contains only repeated frames: acknowledged when those are committed. */
export const isOnlyDuplicates = (found: Tracked, evaluation: Evaluation): boolean =>
  found.duplicates > 0 &&
  found.layout === null &&
  found.frames.length + found.late.length + evaluation.events.length + evaluation.changes.length === 0;

/** Nothing was found that must be stored. */
export const isNothing = (evaluation: Evaluation): boolean =>
  evaluation.events.length + evaluation.ends.length + evaluation.changes.length + evaluation.steps.length === 0;
