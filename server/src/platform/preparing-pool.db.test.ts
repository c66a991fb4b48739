import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { prepared } from './db.ts';
import { testDatabase } from './testing/database.ts';

const database = testDatabase();

it('prepares marked queries once for each connection, and other queries not at all', async () => {
  await database.db.connection().execute(async (db) => {
    for (const id of [1, 2])
      expect((await sql`${prepared} select ${id}::int as id`.execute(db)).rows).toEqual([{ id }]);
    expect((await sql`select ${3}::int as id`.execute(db)).rows).toEqual([{ id: 3 }]);
    const builder = db.selectFrom('users').modifyFront(prepared).select('id').where('id', '=', -1);
    for (let times = 0; times < 2; times++) expect(await builder.execute()).toEqual([]);
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
    expect(rows.map(({ statement }) => statement).sort()).toEqual([
      '/* prepared */ select $1::int as id',
      'select /* prepared */ "id" from "users" where "id" = $1',
    ]);
  });
});
