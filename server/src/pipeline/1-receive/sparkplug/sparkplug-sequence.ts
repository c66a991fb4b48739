import type { Clock } from '../../../platform/clock.ts';

/** Maximum number of messages held back; beyond it the missing one counts as lost. */
const maxWaiting = 64;
/** Maximum number of metrics held back, which take memory. */
const maxWaitingMetrics = 20_000;
/** This many old numbers in a row are not repeats: too many messages were lost to tell old from new. */
const tooManyBehind = 5;
const round = 256;

/**
 * Orders the messages of one edge node by their rolling numbers 0 to 255, waits briefly for a missing one, and reports
 * a gap once it is certain. A message with an old number is a repeat or very late; it is delivered as it is.
 */
export class SparkplugSequence {
  readonly #clock: Clock;
  readonly #reorderMs: number;
  readonly #lost: () => void;
  readonly #waiting = new Map<number, () => void>();
  #next: number;
  #behind = 0;
  #waitingMetrics = 0;
  #cancel: (() => void) | null = null;

  /** `reorderMs`: how long a missing message is waited for; 0 counts it as lost at once. */
  constructor(clock: Clock, reorderMs: number, birthSeq: number, lost: () => void) {
    this.#clock = clock;
    this.#reorderMs = reorderMs;
    this.#lost = lost;
    this.#next = (birthSeq + 1) % round;
  }

  /** Calls `run` once it is its turn; `metrics`: how many it holds back while it waits. */
  take(seq: number | null, run: () => void, metrics = 0): void {
    if (seq === null) {
      run();
      return;
    }
    const distance = ahead(seq, this.#next);
    if (distance === 0) {
      this.#behind = 0;
      this.#next = (this.#next + 1) % round;
      run();
      this.#drain();
    } else if (distance >= round / 2) {
      run();
      if (++this.#behind >= tooManyBehind) this.#goOnAfter(seq);
    } else if (this.#waiting.has(seq)) run();
    else {
      this.#waiting.set(seq, run);
      this.#waitingMetrics += metrics;
      if (this.#waiting.size >= maxWaiting || this.#waitingMetrics > maxWaitingMetrics || this.#reorderMs === 0)
        this.#giveUp();
      else this.#cancel ??= this.#clock.after(this.#reorderMs, () => this.#giveUp());
    }
  }

  /** Starts over after a birth or the end of a session; messages held back are delivered as they are. */
  end(): void {
    this.#stopWaiting();
    for (const run of this.#inOrder()) run();
  }

  #drain(): void {
    for (let run = this.#waiting.get(this.#next); run; run = this.#waiting.get(this.#next)) {
      this.#waiting.delete(this.#next);
      this.#next = (this.#next + 1) % round;
      run();
    }
    if (this.#waiting.size === 0) this.#stopWaiting();
  }

  #giveUp(): void {
    const last = Math.max(...[...this.#waiting.keys()].map((seq) => ahead(seq, this.#next)));
    const from = this.#next;
    const runs = this.#inOrder();
    this.#stopWaiting();
    this.#next = (from + last + 1) % round;
    for (const run of runs) run();
    this.#lost();
  }

  #goOnAfter(seq: number): void {
    this.end();
    this.#behind = 0;
    this.#next = (seq + 1) % round;
    this.#lost();
  }

  #inOrder(): (() => void)[] {
    const sorted = [...this.#waiting].sort(([a], [b]) => ahead(a, this.#next) - ahead(b, this.#next));
    this.#waiting.clear();
    return sorted.map(([, run]) => run);
  }

  #stopWaiting(): void {
    this.#waitingMetrics = 0;
    this.#cancel?.();
    this.#cancel = null;
  }
}

const ahead = (seq: number, next: number): number => (seq - next + round) % round;
