import type { Address } from '../../platform/embedded-postgres/embedded-postgres.ts';
import type { Log, LogLevel } from '../../platform/log.ts';
import { overloaded } from '../../platform/overload.ts';
import { OccasionalThread } from '../../platform/thread.ts';
import type { ArchiveSettings } from '../archive/archived-days.ts';
import type { RehearsalCallbacks, RehearsalCalls, RehearsalOrder, RehearsalOutcome } from './calls.ts';

export interface RehearsalThreadData {
  readonly address: Address | string;
  readonly logLevel: LogLevel;
  readonly archive: ArchiveSettings | null;
}

/** Maximum number of runs at once; further ones are asked to try again. */
const maxRuns = 2;
/** The thread ends after this time without a run, since it needs memory of its own. */
const idleMs = 60_000;

/** How a run reports, and how it is cancelled. */
export interface RunOptions {
  /** The share of the range that has been read, 0 to 1. */
  readonly progress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Runs rehearsals in a thread of their own, which starts with the first run. */
export class RehearsalThread {
  readonly #progress = new Map<number, (share: number) => void>();
  readonly #thread: OccasionalThread<RehearsalCalls, RehearsalCallbacks>;
  #next = 1;

  /** `file`: the thread's entry point, which brings the pipeline's evaluation. */
  constructor(options: { readonly file: URL; readonly data: RehearsalThreadData; readonly log: Log }) {
    const answers = {
      progress: ({ id, share }: RehearsalCallbacks['progress']['takes']) => this.#progress.get(id)?.(share),
    };
    this.#thread = new OccasionalThread<RehearsalCalls, RehearsalCallbacks>({ ...options, answers }, idleMs);
  }

  /** Whether a further run would be refused. */
  isFull(): boolean {
    return this.#progress.size >= maxRuns;
  }

  /** Runs one rehearsal. Resolves to null when it was cancelled; refuses as overload beyond the limit. */
  async run(order: RehearsalOrder, { progress, signal }: RunOptions): Promise<RehearsalOutcome | null> {
    if (this.isFull()) throw overloaded();
    if (signal.aborted) return null;
    const id = this.#next++;
    this.#progress.set(id, progress);
    const cancel = (): void => {
      this.#thread.carryOn('cancel', id).catch(() => {});
    };
    signal.addEventListener('abort', cancel);
    try {
      return await this.#thread.ask('run', { id, order });
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#progress.delete(id);
    }
  }

  /** The thread's memory in bytes; 0 while it does not run. */
  async memory(): Promise<number> {
    return this.#thread.isRunning ? await this.#thread.carryOn('memory', null) : 0;
  }

  async stop(): Promise<void> {
    await this.#thread.stop();
  }
}
