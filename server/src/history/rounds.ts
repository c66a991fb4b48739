/** Work that repeats until it is stopped, or has no more to do. */
export class Rounds {
  readonly #round: () => Promise<number | null>;
  #running: Promise<void> | null = null;
  #stopping = false;
  #wake: () => void = () => {};

  /** `round` returns the milliseconds until the next one; null ends the work. It must not throw. */
  constructor(round: () => Promise<number | null>) {
    this.#round = round;
  }

  get isStopping(): boolean {
    return this.#stopping;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Ends after the round in progress. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const pauseMs = await this.#round();
      if (pauseMs === null) return;
      if (pauseMs > 0 && !this.#stopping)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pauseMs);
          this.#wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
    }
  }
}
