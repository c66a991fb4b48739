import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { restore } from '../../platform/backup/restore.ts';
import { createLog } from '../../platform/log.ts';
import { migrate, migrationsFolder, readMigrations } from '../../platform/migrate.ts';
import { createTestDatabase, dropTestDatabase, type TestDatabase } from '../../platform/testing/database.ts';
import { readCatalogue } from './catalogue.ts';
import { schemaText } from './schema-text.ts';

const server = join(import.meta.dirname, '../../..');
const schema = readFileSync(join(server, 'schema.sql'), 'utf8');
const log = createLog('silent');
const opened: TestDatabase[] = [];
afterAll(async () => {
  for (const one of opened) await dropTestDatabase(one);
});
const emptyDatabase = async (): Promise<pg.Pool> => {
  const database = await createTestDatabase('template1');
  opened.push(database);
  return database.pool;
};
const schemaOf = async (pool: pg.Pool): Promise<string> => schemaText(await readCatalogue(pool), schema);
const names = readMigrations(migrationsFolder).map(({ name }) => name);

/** All rows that migrations insert, without what differs from one installation to the next. */
async function firstRows(pool: pg.Pool): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  for (const { name } of (await readCatalogue(pool)).tables) {
    const { rows: found } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) - '{id,created_at}'::text[] as row from ${name} t where '${name}' = 'installation'
       union all select to_jsonb(t) - 'applied_at' from ${name} t where '${name}' <> 'installation' order by 1`,
    );
    if (found.length > 0) rows[name] = found.map(({ row }) => row);
  }
  const sequences = await pool.query(
    `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
  );
  return { ...rows, sequences: sequences.rows };
}

it('the baseline gives a new installation the same schema and first rows as every migration by itself', async () => {
  const [fresh, chain] = [await emptyDatabase(), await emptyDatabase()];
  expect(await migrate(fresh, log)).toEqual(names);
  expect(await migrate(chain, log, { withoutBaseline: true })).toEqual(names);
  expect(await schemaOf(chain)).toBe(schema);
  expect(await schemaOf(fresh)).toBe(schema);
  expect(await firstRows(fresh)).toEqual(await firstRows(chain));
});

it('the baseline records each migration that it replaces as applied, with its file', async () => {
  const pool = await emptyDatabase();
  await migrate(pool, log);
  const { rows } = await pool.query('select name, checksum from migration order by name');
  expect(rows).toEqual(readMigrations(migrationsFolder).map(({ name, checksum }) => ({ name, checksum })));
  expect(await migrate(pool, log)).toEqual([]);
});

it.each(['v0.9.0', 'v1.0.0', 'v2.0.0', 'v3.0.0'])('data of %s is upgraded to exactly this schema', async (version) => {
  const pool = await emptyDatabase();
  await restore(pool, join(server, 'versions', `${version}.tocsin`), log);
  expect(await schemaOf(pool)).toBe(schema);
});
