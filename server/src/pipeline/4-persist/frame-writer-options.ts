import type { Clock } from '../../platform/clock.ts';
import type { Address } from '../../platform/embedded-postgres/embedded-postgres.ts';
import type { InjectFault } from '../../platform/fault-injection.ts';
import type { Log } from '../../platform/log.ts';
import type { Catalog } from '../catalog.ts';
import type { PartitionEpochOf } from './fence.ts';
import type { FinishedHours } from './finished-hours.ts';
import type { EnqueueInTransaction } from './write-batch.ts';

export interface FrameWriterOptions {
  readonly address: Address | string;
  readonly log: Log;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly enqueue?: EnqueueInTransaction;
  /** Looks up duplicates of late frames; without it there are no finished hours. */
  readonly finishedHours?: FinishedHours;
  readonly bounds?: Partial<FrameWriterLimits>;
  /** Which devices this process owns; without it, all of them. */
  readonly partitionEpochOf?: PartitionEpochOf;
  readonly onFenced?: () => void;
  /** Name of this process in pg_stat_activity. */
  readonly name?: string;
  /** Tests terminate the process at these points. */
  readonly injectFault?: InjectFault;
}
export interface FrameWriterLimits {
  /** Maximum queue size in bytes of memory; `full()` is true beyond it. */
  readonly queueBytes: number;
  readonly batchFrames: number;
  /** Maximum time a batch stays open after its first frame, milliseconds. */
  readonly gatherMs: number;
  /** Maximum bytes waiting for a duplicate lookup; beyond it, devices with waiting late frames are `full()`. */
  readonly lateBytes: number;
  /** Maximum frames per lookup. */
  readonly lookupFrames: number;
  /** Maximum time for a lookup, including retries; after it the sender must send the frames again. */
  readonly lookupWithinMs: number;
}
// A commit waits for the disk whatever its size, so under load a few large batches are faster than many small ones.
export const defaultLimits: FrameWriterLimits = {
  queueBytes: 64_000_000,
  batchFrames: 2_000,
  gatherMs: 20,
  lateBytes: 16_000_000,
  lookupFrames: 2_000,
  lookupWithinMs: 30_000,
};

export interface FrameWriterMetrics {
  batches: number;
  frames: number;
  duplicates: number;
  conflicts: number;
  refused: number;
  retries: number;
  /** Batches refused because another process owns their devices. */
  fenced: number;
  /** How often an adapter had to pause a device because too many of its late frames waited for their lookup. */
  lateHeld: number;
  /** The database error while it is unavailable; null otherwise. */
  trouble: string | null;
}

export const noMetrics = (): FrameWriterMetrics => ({
  batches: 0,
  frames: 0,
  duplicates: 0,
  conflicts: 0,
  refused: 0,
  retries: 0,
  fenced: 0,
  lateHeld: 0,
  trouble: null,
});
