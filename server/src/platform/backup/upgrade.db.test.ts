import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { migrate, migrationsFolder, readMigrations } from '../migrate.ts';
import { createTestDatabase, dropTestDatabase, type TestDatabase } from '../testing/database.ts';
import { readHead, restore } from './restore.ts';

/** Backups of tagged versions, each with a description of its content (e2e/sheets/keep-version.ts). */
const folder = join(import.meta.dirname, '../../../versions');
const versions = readdirSync(folder)
  .filter((file) => file.endsWith('.tocsin'))
  .map((file) => file.replace(/\.tocsin$/, ''));
const log = createLog('silent');
const opened: TestDatabase[] = [];
afterAll(async () => {
  for (const one of opened) await dropTestDatabase(one);
});

interface Facts {
  readonly company: string;
  readonly site: string;
  readonly devices: readonly string[];
  readonly person: string;
  readonly alarm: number;
}

describe.each(versions)('data of %s', (version) => {
  it('has only migrations that this version has, unchanged', async () => {
    const known = new Set(readMigrations(migrationsFolder).map((migration) => migration.name));
    const { migrations } = await readHead(join(folder, `${version}.tocsin`));
    expect(migrations.length).toBeGreaterThan(0);
    expect(migrations.filter((name) => !known.has(name))).toEqual([]);
  });

  it('is upgraded to this version completely', async () => {
    const facts: Facts = JSON.parse(readFileSync(join(folder, `${version}.json`), 'utf8'));
    const database = await createTestDatabase('template1');
    opened.push(database);
    const { rows: restored } = await restore(database.pool, join(folder, `${version}.tocsin`), log);
    expect(restored).toBeGreaterThan(0);
    expect(await migrate(database.pool, log)).toEqual([]);
    const one = async (text: string, values: readonly unknown[] = []): Promise<unknown> =>
      Object.values((await database.pool.query(text, [...values])).rows[0] ?? {})[0];
    expect(await one('select count(*)::int from client where company = $1', [facts.company])).toBe(1);
    expect(await one('select count(*)::int from site where title = $1', [facts.site])).toBe(1);
    expect(await one('select array_agg(title order by id) from device')).toEqual(facts.devices);
    expect(await one('select count(*)::int from users where email = $1', [facts.person])).toBe(1);
    expect(await one('select count(*)::int from event where id = $1', [facts.alarm])).toBe(1);
    expect(await one('select count(*)::int from frame')).toBeGreaterThan(0);
    const { rows } = await database.pool.query('select name from migration order by name');
    expect(rows.map((row) => row.name)).toEqual(readMigrations(migrationsFolder).map(({ name }) => name));
  });
});
