interface Waiting {
  readonly work: Work;
  /** Called instead of the work when the lines end. */
  readonly dropped: () => void;
}
/** Decodes, at once or with pauses, and then calls `next` with what is to be done. */
type Work = (next: (handle: () => void) => void) => void;

/** Keeps the messages of each publisher in their order while one of them is being decoded with pauses. */
export class PublisherLines {
  #lines = new Map<string, Waiting[]>();

  /** Does the work now, or when all earlier work of the publisher is done. */
  run(key: string, work: Work, dropped: () => void): void {
    const line = this.#lines.get(key);
    if (line) {
      line.push({ work, dropped });
      return;
    }
    const own = [{ work, dropped }];
    this.#lines.set(key, own);
    this.#go(key, own);
  }

  /** Drops the work that is under way or waits. */
  end(): void {
    const lines = this.#lines;
    this.#lines = new Map();
    for (const line of lines.values()) for (const { dropped } of line) dropped();
  }

  /** Does the work of a line until one piece pauses. */
  #go(key: string, line: Waiting[]): void {
    const isOpen = () => this.#lines.get(key) === line;
    for (let [first] = line; first && isOpen(); [first] = line) {
      let [isDone, isPaused] = [false, false];
      first.work((handle) => {
        // The lines ended meanwhile, and its sender was told.
        if (!isOpen()) return;
        line.shift();
        isDone = true;
        handle();
        if (isPaused) this.#go(key, line);
      });
      isPaused = true;
      if (!isDone) return;
    }
    if (isOpen()) this.#lines.delete(key);
  }
}
