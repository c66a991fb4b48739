import { isMainThread } from 'node:worker_threads';
import pg from 'pg';

/** What the pace needs of a clock: one that nobody sets back. */
export interface PaceClock {
  now(): number;
  /** Resolves after `delayMs`. */
  wait(delayMs: number): Promise<void>;
}

export interface PaceBounds {
  /** Time between two attempts while the database is away. */
  readonly everyMs: number;
  /** An attempt that would wait longer fails at once, as the last one did. */
  readonly longestWaitMs: number;
}

/**
 * Spreads the attempts of all pools to connect to one database while it is away, so that its return, or a proxy before
 * it, is not met by a storm. While it answers, nothing waits.
 */
export class ConnectPace {
  readonly #clock: PaceClock;
  readonly #bounds: PaceBounds;
  #failure: Error | null = null;
  #next = 0;

  constructor(clock: PaceClock, bounds: PaceBounds) {
    this.#clock = clock;
    this.#bounds = bounds;
  }

  /** Resolves when an attempt may begin; rejects with the last failure when too many wait already. */
  async turn(): Promise<void> {
    if (!this.#failure) return;
    const now = this.#clock.now();
    const at = Math.max(this.#next, now);
    if (at - now > this.#bounds.longestWaitMs) throw this.#failure;
    this.#next = at + this.#bounds.everyMs;
    await this.#clock.wait(at - now);
  }

  /** A connection was not made, or an open one broke. */
  failed(error: Error): void {
    if (!this.#failure) this.#next = this.#clock.now() + this.#bounds.everyMs;
    this.#failure = error;
  }

  succeeded(): void {
    this.#failure = null;
  }
}

const clock: PaceClock = {
  now: () => performance.now(),
  wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
};
/** Helper threads have a pool each: together with them a process makes fewer than 25 attempts a second. */
const bounds: PaceBounds = isMainThread
  ? { everyMs: 60, longestWaitMs: 1_000 }
  : { everyMs: 1_000, longestWaitMs: 2_000 };

/** By server, because a process may use several: its database, and those of a backup or of tests. */
const paces = new Map<string, ConnectPace>();

function paceOf(server: string): ConnectPace {
  const known = paces.get(server);
  if (known) return known;
  const pace = new ConnectPace(clock, bounds);
  paces.set(server, pace);
  return pace;
}

/** The answer of a server that is there: wrong password, unknown database. */
const isAnswer = (error: Error): boolean => 'code' in error && /^(?:28|3D|42)/.test(String(error.code));

/** A connection to PostgreSQL that is made at the pace of all others of this process to the same server. */
export class PacedClient extends pg.Client {
  #isEnding = false;

  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | void {
    const connected = this.#connect();
    if (!callback) return connected;
    // pg calls back without an error when it has connected.
    connected.then(
      () => (callback as () => void)(),
      (error: Error) => callback(error),
    );
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    this.#isEnding = true;
    return callback ? super.end(callback) : super.end();
  }

  async #connect(): Promise<this> {
    const pace = paceOf(`${this.host}:${this.port}`);
    await pace.turn();
    if (this.#isEnding) throw new Error('Connection terminated before it was made');
    try {
      await super.connect();
    } catch (error) {
      if (error instanceof Error && !isAnswer(error)) pace.failed(error);
      throw error;
    }
    pace.succeeded();
    this.on('error', (error) => pace.failed(error));
    return this;
  }
}
