import type { QueryExecutorProvider, RawBuilder } from 'kysely';

/** Runs a statement: `all` resolves its rows, `first` the first of them, undefined without rows. */
export const query = (db: QueryExecutorProvider) => ({
  all: async <Row>(statement: RawBuilder<Row>): Promise<Row[]> => (await statement.execute(db)).rows,
  first: async <Row>(statement: RawBuilder<Row>): Promise<Row | undefined> => (await statement.execute(db)).rows[0],
});
