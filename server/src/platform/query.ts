import { type QueryExecutorProvider, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';

/** A section of a list. */
export interface Section {
  readonly limit: number;
  readonly offset: number;
}

const rowsOf = async <Row>(db: QueryExecutorProvider, statement: RawBuilder<Row>): Promise<Row[]> =>
  (await statement.execute(db)).rows;

/** Runs a statement and resolves what is wanted of its rows. */
export const query = (db: QueryExecutorProvider) => ({
  /** Nothing: the statement only changes something. */
  run: async (statement: RawBuilder<unknown>): Promise<void> => {
    await statement.execute(db);
  },
  all: <Row>(statement: RawBuilder<Row>): Promise<Row[]> => rowsOf(db, statement),
  /** The first row, undefined without rows. */
  first: async <Row>(statement: RawBuilder<Row>): Promise<Row | undefined> => (await rowsOf(db, statement))[0],
  /** The only row of a statement that always has one. */
  one: async <Row>(statement: RawBuilder<Row>): Promise<Row> => {
    const [row] = await rowsOf(db, statement);
    if (row === undefined) throw new Error('a statement that always has a row had none');
    return row;
  },
  /** The values of one column. */
  column: async <Row, Name extends keyof Row>(statement: RawBuilder<Row>, name: Name): Promise<Row[Name][]> =>
    (await rowsOf(db, statement)).map((row) => row[name]),
  /** Whether there is a row. */
  exists: async (statement: RawBuilder<unknown>): Promise<boolean> => (await rowsOf(db, statement)).length > 0,
  /** A section of what a statement selects, in an order, and how many rows it selects in all. */
  list: async <Row>(selection: RawBuilder<Row>, order: RawBuilder<unknown>, { limit, offset }: Section) => {
    const [counted, rows] = await Promise.all([
      rowsOf(db, sql<{ count: number }>`select count(*) from (${selection}) selected`),
      rowsOf(db, sql<Row>`${selection} order by ${order} limit ${limit} offset ${offset}`),
    ]);
    return { count: counted[0]?.count ?? 0, rows };
  },
});

/** A section of what a query selects in its order, and how many rows it selects in all. */
export async function sectionOf<Database, Names extends keyof Database, Row>(
  selected: SelectQueryBuilder<Database, Names, Row>,
  { limit, offset }: Section,
) {
  const counting = selected.clearSelect().clearOrderBy();
  const [{ count }, rows] = await Promise.all([
    counting.select(sql`count(*)`.as('count')).$castTo<{ count: number }>().executeTakeFirstOrThrow(),
    selected.limit(limit).offset(offset).execute(),
  ]);
  return { count, rows };
}
