import type { Clock } from '../base/clock.ts';
import type { IdBlock } from '../base/ids.ts';
import type { Reach } from '../base/kill-at.ts';
import type { Log } from '../base/log.ts';
import type { Catalog } from '../flow/catalog.ts';
import type { KeepPort } from '../flow/passing.ts';

/** What the line is given; main.ts builds it. */
export interface LinePorts {
  readonly catalog: Catalog;
  readonly keep: KeepPort;
  readonly ids: { readonly event: IdBlock; readonly layout: IdBlock };
  readonly clock: Clock;
  readonly log: Log;
  /** Frames older than that are refused. */
  readonly retentionMs: number;
  /** Tests end the process at its points. */
  readonly reach?: Reach;
}
