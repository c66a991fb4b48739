import type { DeviceId } from '@tocsin/contract/ids';
import type { Clock } from '../base/clock.ts';
import type { IdBlock } from '../base/ids.ts';
import type { Reach } from '../base/kill-at.ts';
import type { Log } from '../base/log.ts';
import type { Catalog, DeviceGlance } from '../flow/catalog.ts';
import type { Committed, KeepPort } from '../flow/passing.ts';

/** The present of devices that other processes judge, as far as it was told. */
export interface Elsewhere {
  document(id: DeviceId): string | null;
  standing(id: DeviceId): Standing | undefined;
  /** The first page shows this device, or the last one has left it. */
  interest(id: DeviceId, on: boolean): void;
}
/** What is known of every device in every process. */
export interface Standing extends DeviceGlance {
  readonly offlineAfterMs: number;
  /** Reports by exception: its session is its sign of life. */
  readonly rbe: boolean;
}

/** What the line is given; main.ts builds it. */
export interface LinePorts {
  readonly catalog: Catalog;
  readonly keep: KeepPort;
  readonly ids: { readonly event: IdBlock; readonly layout: IdBlock };
  readonly clock: Clock;
  readonly log: Log;
  /** Frames older than that are refused. */
  readonly retentionMs: number;
  /** Devices that this process judges, of several that share them; without it all. */
  readonly isOurs?: (id: DeviceId) => boolean;
  /** The same, and not just by a memory from before this process stood still. */
  readonly isSurelyOurs?: (id: DeviceId) => boolean;
  /** Called when a device has another present state. */
  readonly changed?: (id: DeviceId) => void;
  /** A batch is committed and told here. */
  readonly committed?: (batch: Committed) => void;
  /** What other processes tell of their devices. */
  readonly elsewhere?: Elsewhere;
  /** Tests end the process at its points. */
  readonly reach?: Reach;
}
