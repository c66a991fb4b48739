import type { DeviceId } from '@tocsin/contract/ids';
import type pg from 'pg';
import type { Address } from '../../platform/embedded-postgres/embedded-postgres.ts';
import type { Log, LogLevel } from '../../platform/log.ts';
import { Thread } from '../../platform/thread.ts';
import type { Duplicate, DuplicateCalls, DuplicatesAnswer, DuplicatesQuery, ReadHours } from '../read/calls.ts';
import { readDuplicates } from './find-duplicates.ts';

/** The fields of a late frame that the lookup needs. */
export interface LateRow {
  readonly deviceId: number;
  readonly frame: { readonly deviceTs: number; readonly given: number };
}
const everythingGiven = 3;

/** A stored frame with the same own time as a late one. */
export interface StoredDuplicate {
  readonly boot: number;
  readonly seq: number;
  content(): NonNullable<Duplicate['content']>;
}

/**
 * Looks up late frames among finished hours, with its own thread and connection, so that graph requests cannot delay
 * device data.
 */
export class DuplicateLookup {
  readonly #thread: Thread<DuplicateCalls, Record<never, never>>;

  constructor(options: { readonly address: Address | string; readonly log: Log; readonly logLevel: LogLevel }) {
    const { address, log, logLevel } = options;
    this.#thread = new Thread({
      file: new URL('./duplicate-worker.ts', import.meta.url),
      data: { address, logLevel },
      log,
      answers: {},
      // The writer sends one lookup at a time; older ones have timed out.
      maxWaiting: 4,
    });
  }

  start(): void {
    this.#thread.start();
  }
  stop(): Promise<void> {
    return this.#thread.stop();
  }

  /** Returns the stored frames in finished hours with the same own times, and the versions of the hours read. */
  async find(
    rows: readonly LateRow[],
  ): Promise<{ readonly duplicates: readonly (readonly StoredDuplicate[])[]; readonly read: readonly ReadHours[] }> {
    return answered(await this.#thread.ask('duplicates', questionOf(rows)));
  }
}

/** The same in this thread. */
export const findDuplicates = async (pool: pg.Pool, rows: readonly LateRow[]) =>
  answered(await readDuplicates(pool, questionOf(rows)));

const questionOf = (rows: readonly LateRow[]): DuplicatesQuery => ({
  rows: rows.map(({ deviceId, frame }) => ({
    deviceId: deviceId as DeviceId,
    deviceTs: frame.deviceTs,
    content: (frame.given & everythingGiven) !== everythingGiven,
  })),
});

const answered = ({ duplicates, read }: DuplicatesAnswer) => ({
  duplicates: duplicates.map((ofRow) => ofRow.map(withContent)),
  read,
});

const withContent = ({ boot, seq, content }: Duplicate): StoredDuplicate => ({
  boot,
  seq,
  content: () => {
    if (!content) throw new Error('the content was not requested');
    return content;
  },
});
