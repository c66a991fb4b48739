import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

interface PendingWorkerDependencies {
  /** What it does, for the log: 'run the e-mail rules'. */
  readonly what: string;
  /** Does a part of the pending work; true when more may be pending. */
  readonly ask: () => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}

const lookMs = 1_000;

/** Runs when notified, and every second in any case: a notification can be lost with its connection. */
export class PendingWorker {
  readonly #what: string;
  readonly #ask: () => Promise<boolean>;
  readonly #clock: Clock;
  readonly #log: Log;
  #running: Promise<void> | null = null;
  #again = false;
  #failing = false;
  #stopped = false;
  #cancel: () => void = () => {};

  constructor(dependencies: PendingWorkerDependencies) {
    this.#what = dependencies.what;
    this.#ask = dependencies.ask;
    this.#clock = dependencies.clock;
    this.#log = dependencies.log;
  }

  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    if (this.#running) return;
    this.#cancel();
    this.#running = this.#run().finally(() => {
      this.#running = null;
      if (!this.#stopped) this.#cancel = this.#clock.after(lookMs, () => this.wake());
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        if (await this.#ask()) this.#again = true;
      }
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.#log.warn(`could not ${this.#what}; retrying`, { error });
      this.#failing = true;
    }
  }
}
