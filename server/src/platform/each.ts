import type { Log } from './log.ts';

/**
 * Does `work` for each item. One that fails is logged with its name and keeps no other from its turn; at the end the
 * failures are thrown together, so that the job counts as failed.
 */
export async function forEach<T>(
  items: Iterable<T>,
  { what, log, nameOf }: { readonly what: string; readonly log: Log; readonly nameOf: (item: T) => string | number },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures = new Failures(what, log);
  for (const item of items) await failures.catch(nameOf(item), () => work(item));
  failures.throwAny();
}

/** Maps with a few calls at a time; after a failure no further one begins, and those that run are awaited. */
export const mapSome = async <T, R>(items: readonly T[], most: number, work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  const failures: unknown[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      try {
        results[at] = await work(items[at] as T);
      } catch (error) {
        next = items.length;
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
  return results;
};

/** Collects the failures of single items. */
export class Failures {
  readonly #what: string;
  readonly #log: Log;
  readonly #errors: unknown[] = [];
  #count = 0;

  /** `what` names an item, for the log: 'rotation'. */
  constructor(what: string, log: Log) {
    this.#what = what;
    this.#log = log;
  }

  /** Does `work`; false when it failed. */
  async catch(name: string | number, work: () => Promise<void>): Promise<boolean> {
    this.#count++;
    try {
      await work();
      return true;
    } catch (error) {
      this.#errors.push(error);
      this.#log.error(`could not do a scheduled job for one ${this.#what}`, { [this.#what]: name, error });
      return false;
    }
  }

  /** Throws when any failed; the message says how many, and why the first did. */
  throwAny(): void {
    const [first] = this.#errors;
    if (this.#errors.length === 0) return;
    const why = first instanceof Error ? first.message : String(first);
    throw new AggregateError(this.#errors, `${this.#errors.length} of ${this.#count} failed (${this.#what}): ${why}`);
  }
}
