import type { Address } from '../../platform/embedded-postgres/embedded-postgres.ts';
import type { Log, LogLevel } from '../../platform/log.ts';
import { Thread } from '../../platform/thread.ts';
import type { ScanAnswer, ScanCalls, ScanQuery } from './calls.ts';

/** The job asks for one device after the other. */
const maxWaiting = 4;

/**
 * Scans stored history for dead sensors in a thread of its own, apart from the pipeline, graphs and compaction. The
 * thread runs only while a scan is in progress.
 */
export class ScanThread {
  readonly #options: { readonly address: Address | string; readonly log: Log; readonly logLevel: LogLevel };

  constructor(options: { readonly address: Address | string; readonly log: Log; readonly logLevel: LogLevel }) {
    this.#options = options;
  }

  /** Runs `work` with a scanning thread, which ends afterwards and returns its memory. */
  async during<T>(work: (scan: (query: ScanQuery) => Promise<ScanAnswer>) => Promise<T>): Promise<T> {
    const { address, log, logLevel } = this.#options;
    const thread = new Thread<ScanCalls, Record<never, never>>({
      file: new URL('./worker.ts', import.meta.url),
      data: { address, logLevel },
      log,
      answers: {},
      maxWaiting,
    });
    thread.start();
    try {
      return await work((query) => thread.ask('scan', query));
    } finally {
      await thread.stop();
    }
  }
}
