import type { RehearsalOrder, RehearsalOutcome } from '../../history/rehearse/calls.ts';
import { overloaded } from '../../platform/overload.ts';

/** Runs rehearsals apart from the pipeline; resolves to null when cancelled. */
export interface Rehearser {
  isFull(): boolean;
  run(
    order: RehearsalOrder,
    options: { readonly progress: (share: number) => void; readonly signal: AbortSignal },
  ): Promise<RehearsalOutcome | null>;
}

/** The right to one run; `end` must be called. */
export interface RunPermit {
  readonly signal: AbortSignal;
  readonly cancel: () => void;
  readonly end: () => void;
}

/** One run for each person: a newer one ends the older. */
export class PersonRuns {
  readonly #byPerson = new Map<number, { readonly controller: AbortController; readonly ended: Promise<void> }>();

  /** Waits for the end of the person's older run; refuses as overload while others use all places. */
  async begin(userId: number, rehearser: Rehearser): Promise<RunPermit> {
    for (let older = this.#byPerson.get(userId); older; older = this.#byPerson.get(userId)) {
      older.controller.abort();
      await older.ended;
    }
    if (rehearser.isFull()) throw overloaded();
    const controller = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const run = { controller, ended };
    this.#byPerson.set(userId, run);
    return {
      signal: controller.signal,
      cancel: () => controller.abort(),
      end: () => {
        if (this.#byPerson.get(userId) === run) this.#byPerson.delete(userId);
        resolve();
      },
    };
  }
}
