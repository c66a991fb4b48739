import type { Clock } from '../../../platform/clock.ts';
import type { Catalog } from '../../catalog.ts';
import type { Intake } from '../intake.ts';
import type { Publisher } from './sparkplug-nodes.ts';
import type { UnknownNodes } from './unknown-nodes.ts';

/**
 * done: acknowledge. again: not stored, the sender should send it again. refused: beyond the publisher's limits, do not
 * acknowledge. Data without a birth is 'done' as well: it cannot be read even when sent again, and the requested birth
 * contains all current values.
 */
export type Verdict = 'done' | 'again' | 'refused';

export interface SparkplugHostDependencies {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly unknown: UnknownNodes;
  /** How long a missing message is waited for before a rebirth is requested, milliseconds. */
  readonly reorderMs: number;
  readonly nextSession: () => number;
  /** Publishes a rebirth request, the only command that Tocsin sends to edge nodes. */
  readonly send: (topic: string, payload: Buffer, publisher: Publisher) => void;
}
