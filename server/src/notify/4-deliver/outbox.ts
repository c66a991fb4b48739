import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { overloadOf } from '../../platform/overload.ts';
import { PendingWorker } from '../../platform/pending-worker.ts';

/** For how long a process may keep what it has claimed. */
export interface Lease {
  /** Unix ms; another process may claim it from then on. */
  readonly endsAt: number;
  readonly isStopping: () => boolean;
}

/**
 * One channel of the outbox. A claim counts `lease` of a row up and sets its state to `sending` until the lease ends;
 * what became of it is written only with the lease's number, so that a process that was thought dead changes nothing.
 * Before `sending` a row is cancelled by triggers (2-escalate/cancelling-triggers.ts); from `sending` on it is sent once
 * more at most.
 */
export interface Channel<Claimed> {
  /** For the log: 'send the messages'. */
  readonly what: string;
  /** Rows in hand at the same time. */
  readonly atOnce: number;
  /** A process that dies leaves its rows for this long: more than twice as long as one sending may take. */
  readonly leaseMs: number;
  /** Work before the claim, such as ending what is stale; true when more of it may be left. */
  readonly prepare?: () => Promise<boolean>;
  /** Claims at most `room` due rows, by priority, then age, within the channel's bound for each receiver. */
  readonly claim: (lease: {
    readonly now: Date;
    readonly until: Date;
    readonly room: number;
    readonly underWay: readonly Claimed[];
  }) => Promise<readonly Claimed[]>;
  /** Sends one row and writes what became of it. */
  readonly send: (one: Claimed, lease: Lease) => Promise<void>;
}

/** What the database refuses within an attempt is tried again after this time, as long as the lease lasts. */
const retryMs = 1_000;

/**
 * Repeats what the database refuses (no connection, overload), so that a message does not wait for the end of its lease
 * because of it. Other errors are thrown at once.
 */
export async function withRetries<T>(clock: Clock, lease: Lease, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!overloadOf(error) || lease.isStopping() || clock.now() + retryMs >= lease.endsAt) throw error;
      await new Promise<void>((resolve) => clock.after(retryMs, resolve));
    }
  }
}

/** Claims what is due in one channel and sends it. Channels share nothing: a slow one holds no other back. */
export class Outbox<Claimed> {
  readonly #channel: Channel<Claimed>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #underWay = new Map<Promise<void>, Claimed>();
  readonly #worker: PendingWorker;
  #isAwake = false;
  #isStopping = false;

  constructor(channel: Channel<Claimed>, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#channel = channel;
    this.#clock = clock;
    this.#log = log;
    this.#worker = new PendingWorker({ what: channel.what, ask: () => this.startDue(), clock, log });
  }

  /** Sends what is due, now and every second until it stops. */
  wake(): void {
    this.#isAwake = true;
    this.#worker.wake();
  }

  /** Begins to send what is due; false when nothing is, or when everything has its hands full. */
  async startDue(): Promise<boolean> {
    const { prepare, claim, atOnce, leaseMs, send } = this.#channel;
    if (await prepare?.()) return true;
    const room = atOnce - this.#underWay.size;
    if (room <= 0) return false;
    const now = this.#clock.now();
    const until = now + leaseMs;
    const due = await claim({
      now: new Date(now),
      until: new Date(until),
      room,
      underWay: [...this.#underWay.values()],
    });
    for (const one of due) {
      const run = send(one, { endsAt: until, isStopping: () => this.#isStopping })
        .catch((error: unknown) => this.#log.error(`could not ${this.#channel.what}; retrying`, { error }))
        .finally(() => {
          this.#underWay.delete(run);
          if (this.#isAwake) this.wake();
        });
      this.#underWay.set(run, one);
    }
    return due.length > 0;
  }

  /** Waits for what is under way, without repeating what the database refuses: the lease leaves it to the next process. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#worker.stop();
    await this.idle();
  }

  /** Waits for what is under way. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay.keys());
  }
}
