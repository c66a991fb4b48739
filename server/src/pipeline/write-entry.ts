import type { DeviceId } from '@tocsin/contract/ids';
import type { Tracked } from './2-track/track.ts';
import { type Evaluation, emptyEvaluation } from './3-evaluate/event-sink.ts';
import type { WriteEntry } from './types.ts';

const nothing = emptyEvaluation();
const noFrames: readonly never[] = [];

/** One step of a device for stage 4. */
export function entryOf(
  deviceId: DeviceId,
  tracked: Tracked | null,
  evaluation: Evaluation,
  done: WriteEntry['done'],
  stillActive: WriteEntry['stillActive'] = null,
): WriteEntry {
  return {
    deviceId,
    layout: tracked?.layout ?? null,
    frames: tracked?.frames ?? noFrames,
    lateFrames: tracked?.late ?? noFrames,
    events: evaluation.events,
    hasDeviceState: true,
    ends: evaluation.ends,
    changes: evaluation.changes,
    steps: evaluation.steps,
    shelves: evaluation.shelves,
    walks: evaluation.walks,
    restamp: tracked?.restamp ?? null,
    stillActive,
    done,
  };
}

/** Done when all entries before it are committed. */
export function barrier(deviceId: DeviceId, done: WriteEntry['done']): WriteEntry {
  return { ...entryOf(deviceId, null, nothing, done), hasDeviceState: false };
}

/** Contains only repeated frames: acknowledged when those are committed. */
export const isOnlyDuplicates = (tracked: Tracked, evaluation: Evaluation): boolean =>
  tracked.duplicates > 0 &&
  tracked.layout === null &&
  tracked.frames.length + tracked.late.length + evaluation.events.length + evaluation.changes.length === 0;

/** Nothing was found that must be stored. */
export const isNothing = (evaluation: Evaluation): boolean =>
  evaluation.events.length +
    evaluation.ends.length +
    evaluation.changes.length +
    evaluation.steps.length +
    evaluation.shelves.length +
    evaluation.walks.length ===
  0;
