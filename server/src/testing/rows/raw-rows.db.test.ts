import type pg from 'pg';
import { expect, it } from 'vitest';
import { testDatabase } from '../../platform/testing/database.ts';
import { type Kind, rowOf } from './row-type.ts';
import { rawStatements, type TypedStatement } from './statements.ts';

const database = testDatabase();

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** Asks PostgreSQL what a statement returns, without running it. */
const describeStatement = (client: pg.ClientBase, text: string): Promise<readonly Field[]> =>
  new Promise((done, failed) => {
    let fields: readonly Field[] = [];
    const request = {
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription(message: { readonly fields: readonly Field[] }) {
        fields = message.fields;
      },
      handleError: failed,
      handleReadyForQuery: () => done(fields),
    };
    client.query(request as unknown as pg.Submittable);
  });

const kinds = new Map<string, Kind>(Object.entries({ bool: 'boolean', bytea: 'Buffer', timestamptz: 'Date' } as const));
for (const name of ['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid']) kinds.set(name, 'number');
for (const name of ['text', 'varchar', 'name', 'date', 'uuid', 'xid8', 'interval']) kinds.set(name, 'string');

it('every raw statement is one that PostgreSQL takes, with the columns and types of its declared row', async () => {
  const { rows } = await database.pool.query<{ oid: number; name: string }>(
    'select oid::int, typname as name from pg_type',
  );
  const types = new Map(rows.map(({ oid, name }) => [oid, name]));
  const kindOf = (oid: number): Kind => {
    const name = types.get(oid) ?? '';
    return name.startsWith('_') ? 'array' : (kinds.get(name) ?? null);
  };
  const client = await database.pool.connect();
  const wrong: string[] = [];
  const check = async ({ where, text, row: type, source }: TypedStatement): Promise<void> => {
    const { columns, isWhole } = rowOf(type, source);
    const fields = new Map((await describeStatement(client, text)).map((field) => [field.name, field.dataTypeID]));
    for (const [name, kind] of columns) {
      const oid = fields.get(name);
      const found = oid === undefined ? null : kindOf(oid);
      if (oid === undefined) wrong.push(`${where} has no column ${name}`);
      else if (kind !== null && found !== null && kind !== found)
        wrong.push(`${where}: ${name} is ${found}, not ${kind}`);
    }
    for (const name of fields.keys())
      if (isWhole && !columns.has(name) && !/\*/.test(text)) wrong.push(`${where} returns ${name}`);
  };
  // Catalogues of Citus are not in this database: citus.db.test.ts runs those.
  const statements = rawStatements().filter(({ where }) => !where.startsWith('platform/store-citus.ts'));
  expect(statements.length).toBeGreaterThan(350);
  for (const statement of statements)
    await check(statement).catch((error: unknown) => {
      wrong.push(`${statement.where}: ${error instanceof Error ? error.message : error}`);
    });
  client.release();
  expect(wrong).toEqual([]);
});
