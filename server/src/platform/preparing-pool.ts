import { createHash } from 'node:crypto';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { FirstChangeWriter } from './first-change.ts';

export const preparedMark = '/* prepared */';

/** Of the marked texts, which are constants in the code. */
const names = new Map<string, string>();

const nameOf = (text: string): string => {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
};

class PreparingConnection implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #firstChange = new FirstChangeWriter();

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    text: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('Cursors are not used');
    const result = this.#firstChange.query(text, parameters, (sent, values) =>
      this.#client.query(
        isMarked(sent) ? { name: nameOf(sent), text: sent, values: [...values] } : { text: sent, values: [...values] },
      ),
    );
    // Kysely lists the commands that exist; for `pg` a command is any text.
    return result as Promise<PostgresQueryResult<R>>;
  }

  release(): void {
    this.#client.release();
  }
}

const isMarked = (text: string): boolean => text.slice(0, 40).includes(preparedMark);

/**
 * The pool for Kysely. Queries with `preparedMark` near their beginning are prepared statements, which each connection
 * parses and plans once.
 */
export const preparingPool = (pool: pg.Pool): PostgresPool => ({
  connect: async () => new PreparingConnection(await pool.connect()),
  end: () => pool.end(),
  options: pool.options,
});
