import type { DeviceId } from '@tocsin/contract/ids';
import type { ArchiveSettings } from '../history/archive/archived-days.ts';
import type { MoverMetrics } from '../history/archive/mover.ts';
import type { CompactionMetrics } from '../history/compact/compactor.ts';
import type { HourDevice } from '../history/compact/device-hours.ts';
import type { Retention } from '../history/retain/drop-partitions.ts';
import type { Committed } from '../pipeline/types.ts';
import type { Address } from '../platform/embedded-postgres/embedded-postgres.ts';
import type { LogLevel } from '../platform/log.ts';

/** Messages between the main thread and the compaction thread. */
export interface HourThreadData {
  readonly address: Address | string;
  readonly logLevel: LogLevel;
  readonly retention: Retention;
  readonly isDemo: boolean;
  readonly archive: ArchiveSettings | null;
}
export type CompactionCalls = {
  readonly metrics: { readonly takes: null; readonly gives: CompactionMetrics };
  /** null: there is no object storage. */
  readonly archive: { readonly takes: null; readonly gives: MoverMetrics | null };
  readonly stop: { readonly takes: null; readonly gives: unknown };
};
export type CompactionCallbacks = {
  readonly device: { readonly takes: DeviceId; readonly gives: HourDevice | null };
  readonly committed: { readonly takes: Committed; readonly gives: unknown };
};
