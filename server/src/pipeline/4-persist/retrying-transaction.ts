import type { Log } from '../../platform/log.ts';
import type { Batch } from './batch.ts';
import type { FrameWriterMetrics } from './frame-writer-options.ts';
import { isCommitted } from './store.ts';
import { commitSign, type WriteContext, type Written, writeBatch } from './write-batch.ts';
import { isAway, isDoubleKey, type WriterConnection } from './writer-connection.ts';

const retryMs = { least: 100, most: 2_000 };

interface RetryingTransactionDependencies {
  readonly connection: WriterConnection;
  readonly context: WriteContext;
  readonly metrics: FrameWriterMetrics;
  readonly log: Log;
}

/** Writes a batch in one transaction and repeats it while the database is unavailable. */
export class RetryingTransaction {
  readonly #connection: WriterConnection;
  readonly #context: WriteContext;
  readonly #metrics: FrameWriterMetrics;
  readonly #log: Log;

  constructor({ connection, context, metrics, log }: RetryingTransactionDependencies) {
    this.#connection = connection;
    this.#context = context;
    this.#metrics = metrics;
    this.#log = log;
  }

  /**
   * Resolves with what was written once it is committed, with an error that a retry would meet again, or with
   * 'abandoned' when `isAbandoned` is true while the database is unavailable.
   */
  async write(batch: Batch, isAbandoned: () => boolean): Promise<Written | Error | 'abandoned'> {
    let careful = false;
    let lostAnswer: Written | null = null;
    for (let waitMs = retryMs.least; ; waitMs = Math.min(waitMs * 2, retryMs.most)) {
      let committing: Written | null = null;
      try {
        const client = await this.#connection.get();
        const sign = lostAnswer && commitSign(batch);
        if (lostAnswer && sign && (await isCommitted(client, sign))) return this.#recovered(lostAnswer);
        lostAnswer = null;
        committing = await writeBatch(client, batch, this.#context, careful);
        await this.#context.injectFault('written');
        await client.query('commit');
        await this.#context.injectFault('committed');
        return this.#recovered(committing);
      } catch (error) {
        await this.#connection.afterError(error);
        if (isDoubleKey(error) && !careful) {
          careful = true;
          continue;
        }
        if (!isAway(error)) return error instanceof Error ? error : new Error(String(error));
        lostAnswer = committing;
        // Whether the frames are stored is not always told by one of them.
        careful ||= committing !== null;
        this.#metrics.retries++;
        this.#unavailable(error);
        if (isAbandoned()) return 'abandoned';
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
  }

  #recovered(written: Written): Written {
    if (this.#metrics.trouble) this.#log.info('The database stores frames again');
    this.#metrics.trouble = null;
    return written;
  }

  /** Logs once per outage. */
  #unavailable(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (!this.#metrics.trouble) this.#log.error('The database is unavailable; frames are queued', { error: message });
    this.#metrics.trouble = message;
  }
}
