import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestDatabase, dropTestDatabase, testDatabase } from '../../platform/testing/database.ts';
import { readCatalogue } from './catalogue.ts';
import { overrides } from './overrides.ts';
import { schemaText } from './schema-text.ts';
import { tablesText } from './tables-text.ts';

const schemaFile = join(import.meta.dirname, '../../../schema.sql');
const database = testDatabase();

const written = async (): Promise<string> =>
  schemaText(await readCatalogue(database.pool), readFileSync(schemaFile, 'utf8'));

// After a new migration: npm run schema
it('server/schema.sql is the schema after all migrations', async () => {
  await expect(await written()).toMatchFileSnapshot(schemaFile);
});

it('server/src/platform/tables.ts has the types of these tables', async () => {
  const text = tablesText(await readCatalogue(database.pool), overrides);
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, '../../platform/tables.ts'));
});

it('server/schema.sql is complete: it creates the same schema in an empty database', async () => {
  const text = await written();
  const empty = await createTestDatabase('template1');
  try {
    await empty.pool.query(text);
    expect(schemaText(await readCatalogue(empty.pool), text)).toBe(text);
  } finally {
    await dropTestDatabase(empty);
  }
});
