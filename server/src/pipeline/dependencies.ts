import type { DeviceId } from '@tocsin/contract/ids';
import type { Clock } from '../platform/clock.ts';
import type { InjectFault } from '../platform/fault-injection.ts';
import type { IdBlock } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { Catalog, DeviceSummary } from './catalog.ts';
import type { BatchWriter, Committed } from './types.ts';

/** Current state of devices that other processes own, as far as received. */
export interface RemoteDevices {
  document(id: DeviceId): string | null;
  status(id: DeviceId): RemoteDeviceStatus | undefined;
  /** Called when the first page starts to show a device, or the last one stops. */
  interest(id: DeviceId, on: boolean): void;
}
/** Current state of every device of every process. */
export interface RemoteDeviceStatus extends DeviceSummary {
  readonly offlineAfterMs: number;
  /** Reports by exception: its session shows that it is alive. */
  readonly rbe: boolean;
}

/** Dependencies of the pipeline. */
export interface PipelineDependencies {
  readonly catalog: Catalog;
  readonly frameWriter: BatchWriter;
  readonly ids: { readonly event: IdBlock; readonly layout: IdBlock };
  readonly clock: Clock;
  readonly log: Log;
  /** Older frames are refused. */
  readonly retentionMs: number;
  /** Whether this process owns a device; without it, all of them. */
  readonly isOurs?: (id: DeviceId) => boolean;
  /** Like `isOurs`, but verified since the process was last suspended. */
  readonly isSurelyOurs?: (id: DeviceId) => boolean;
  /** Called when a device's current state has changed. */
  readonly changed?: (id: DeviceId) => void;
  /** Called after a batch is committed and published here. */
  readonly committed?: (batch: Committed) => void;
  /** State of devices that other processes own. */
  readonly remote?: RemoteDevices;
  /** Tests terminate the process at these points. */
  readonly injectFault?: InjectFault;
}
