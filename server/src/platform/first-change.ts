import { AsyncLocalStorage } from 'node:async_hooks';

/** Statement that is committed together with the first change that some work makes. */
interface FirstChange {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The error if the statement finds no row: then the change is rolled back. */
  readonly missing: () => Error;
}
interface Pending extends FirstChange {
  isWritten: boolean;
}

const running = new AsyncLocalStorage<Pending>();

/**
 * Runs `work`; the first transaction in it that changes rows through Kysely also runs the statement, so that both are
 * committed or neither.
 */
export const withFirstChange = <T>(statement: FirstChange, work: () => Promise<T>): Promise<T> =>
  running.run({ ...statement, isWritten: false }, work);

/** Counts of attempts are no changes: they remain when the call is refused. */
const isChange = (text: string): boolean =>
  /\b(?:insert into|(?<!for |no key )update|delete from)[ \n](?!"?throttle_hit)/i.test(text);

type Query = (text: string, values: readonly unknown[]) => Promise<{ readonly rowCount: number | null }>;

/** Of one connection: whether a transaction is open, and whether it has changed rows. */
export class FirstChangeWriter {
  #isOpen = false;
  #hasChanged = false;

  /** Runs a statement of Kysely, and the pending one where it belongs. */
  async query(text: string, values: readonly unknown[], send: Query): Promise<unknown> {
    const pending = running.getStore();
    const isAwaited = pending !== undefined && !pending.isWritten;
    if (text === 'begin' || text.startsWith('start transaction')) {
      this.#isOpen = true;
      this.#hasChanged = false;
    } else if (text === 'commit' || text === 'rollback') {
      this.#isOpen = false;
      if (text === 'commit' && this.#hasChanged && isAwaited) return await this.#commit(pending, send);
    } else if (isAwaited && isChange(text)) {
      this.#hasChanged = true;
      if (!this.#isOpen) return await this.#alone(pending, text, values, send);
    }
    return await send(text, values);
  }

  /** A change outside of a transaction gets one. */
  async #alone(pending: Pending, text: string, values: readonly unknown[], send: Query): Promise<unknown> {
    await send('begin', []);
    try {
      const result = await send(text, values);
      await this.#commit(pending, send);
      return result;
    } catch (error) {
      await send('rollback', []);
      throw error;
    }
  }

  async #commit(pending: Pending, send: Query): Promise<unknown> {
    const { rowCount } = await send(pending.text, pending.values);
    if (rowCount === 0) throw pending.missing();
    const result = await send('commit', []);
    pending.isWritten = true;
    return result;
  }
}
