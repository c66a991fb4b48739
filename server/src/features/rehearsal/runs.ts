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

/** A place in a person's queue; `end` must be called. */
export interface RunPermit {
  readonly signal: AbortSignal;
  /** Resolves when the person's runs before this one have ended. */
  readonly turn: Promise<void>;
  readonly cancel: () => void;
  readonly end: () => void;
}

/** Maximum number of runs of a person that run or wait; further ones are asked to try again. */
const maxQueued = 8;

/** One run at a time for each person, in the order in which they were asked for. */
export class PersonRuns {
  readonly #byPerson = new Map<number, Promise<void>[]>();

  /** Takes the next place in the person's queue; refuses as overload while it is long, or others use all places. */
  begin(userId: number, rehearser: Rehearser): RunPermit {
    const own = this.#byPerson.get(userId) ?? [];
    if (own.length >= maxQueued || (own.length === 0 && rehearser.isFull())) throw overloaded();
    const controller = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const turn = Promise.all(own).then(() => {});
    this.#byPerson.set(userId, [...own, ended]);
    return {
      signal: controller.signal,
      turn,
      cancel: () => controller.abort(),
      end: () => {
        const left = (this.#byPerson.get(userId) ?? []).filter((one) => one !== ended);
        if (left.length > 0) this.#byPerson.set(userId, left);
        else this.#byPerson.delete(userId);
        resolve();
      },
    };
  }
}
