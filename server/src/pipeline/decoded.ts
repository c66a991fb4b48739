import type { Layout } from '@tocsin/contract/layout';

/** What the decoders of step 1 hand to step 2. */

/** What an edge knows of a frame beside its readings. */
interface ByEdge {
  /** `contentHash` of what the device sent. */
  readonly content: number;
  /**
   * The edge filled what was not sent from what it knew: these bits (SENT, ALARM_SENT, ...) of each sensor tell what it
   * knew. null: the frame has only what was sent.
   */
  readonly known: Uint8Array | null;
}

/** A data message as its adapter's decoder read it, indexed like the layout. Stage 2 fills omitted values. */
export interface DecodedFrame {
  readonly ts: number;
  readonly seq: number | null;
  readonly boot: number | null;
  /** Every sensor is complete: nothing must be filled from the previous frame. */
  readonly isComplete: boolean;
  /** Marked as stored or delayed by its sender (Sparkplug's is_historical). */
  readonly historical: boolean;
  /** NaN: no value. */
  readonly values: Float64Array;
  /** SENT, ALARM and the other bits of KeptFrame.flags. */
  readonly flags: Uint8Array;
  /** Sparse: texts of the sensors at these indexes. */
  readonly stateAt: readonly number[];
  readonly stateText: readonly string[];
  readonly statusAt: readonly number[];
  readonly statusText: readonly string[];
  /** Number of values that were refused individually. */
  readonly rejected: number;
  /** Historical, but an alarm in it that is not open is told once, marked late. */
  readonly tellsAlarms?: true;
  /** Present when an edge received it. */
  readonly byEdge?: ByEdge;
}

/** A birth: its layout and, where the protocol includes them, the first values. */
export interface DecodedBirth {
  readonly ts: number;
  readonly version: string | null;
  readonly boot: number | null;
  readonly uptimeS: number | null;
  /** Reports by exception. */
  readonly rbe: boolean;
  readonly layout: Omit<Layout, 'layoutId'>;
  /** Number of names and texts that were shortened. */
  readonly cut: number;
  readonly first: DecodedFrame | null;
  /** Present: its `first` is history of the time when the device had this list; the present list stays. */
  readonly isFormer?: true;
}

/** Why a whole message or frame was refused; each is counted by its kind. */
export type RefusalKind =
  | 'structure'
  | 'no_ts'
  | 'length'
  | 'index'
  | 'limit'
  | 'no_birth'
  | 'layouts'
  | 'future'
  | 'too_old'
  | 'rate'
  | 'polled'
  /** A mapped message without a value of its map. */
  | 'unmapped'
  | 'edge'
  /** Connections with the same credentials and client id end each other. */
  | 'shared';
