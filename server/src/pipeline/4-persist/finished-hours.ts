import type pg from 'pg';
import type { StoredDuplicate } from '../duplicates.ts';
import type { AcceptedFrame, WriteEntry } from '../types.ts';

/** A frame whose stored duplicates are looked up. */
export interface LateRow {
  readonly deviceId: number;
  readonly frame: AcceptedFrame;
}

/** The finished hours of a device that were read, with their versions; the result is valid while these are the same. */
export interface ReadHours {
  readonly deviceId: number;
  /** The hours of the frames' own times. */
  readonly hours: readonly number[];
  /** The earliest and the latest of these times. */
  readonly least: number;
  readonly most: number;
  readonly version: string;
}

export interface FoundDuplicates {
  /** For each row in order: stored frames with its own time. */
  readonly duplicates: readonly (readonly StoredDuplicate[])[];
  /** One for each device of the rows. */
  readonly read: readonly ReadHours[];
}

/** Access to finished hours for the frame writer. */
export interface FinishedHours {
  /** Reads chunks, so it must not be awaited while a transaction is open. */
  find(rows: readonly LateRow[]): Promise<FoundDuplicates>;
  /**
   * The current versions of hours that were read, in the same order. A small query that runs within the transaction.
   */
  versions(client: pg.ClientBase, read: readonly ReadHours[]): Promise<readonly string[]>;
}

/** Duplicates of an entry's frames among finished hours; `live` is null when only late frames were looked up. */
export interface EntryDuplicates {
  readonly live: readonly (readonly StoredDuplicate[])[] | null;
  readonly late: readonly (readonly StoredDuplicate[])[];
}

/** The lookup result for a device. */
export interface DeviceLookup {
  readonly read: ReadHours;
  readonly duplicates: ReadonlyMap<WriteEntry, EntryDuplicates>;
}
