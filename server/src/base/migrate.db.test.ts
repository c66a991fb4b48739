import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';
import { MigrationError, migrate, migrationsFolder, pending, pendingMigrations, readMigrations } from './migrate.ts';
import { testDatabase } from './testing/database.ts';

const log = createLog('silent');
const one = { name: '0001-a', sql: 'select 1', checksum: 'aa' };
const two = { name: '0002-b', sql: 'select 2', checksum: 'bb' };

describe('pending', () => {
  it('refuses data of a newer version', () => {
    expect(() => pending([one], new Map([['0009-z', 'zz']]))).toThrow(/newer Tocsin \(0009-z/);
  });
  it('refuses a file that changed after it was applied', () => {
    expect(() => pending([one], new Map([['0001-a', 'other']]))).toThrow(MigrationError);
  });
  it('names what is not applied yet, in order', () => {
    expect(pending([one, two], new Map([['0001-a', 'aa']]))).toEqual([two]);
  });
});

describe('migrate', () => {
  const database = testDatabase();

  it('has nothing left to do after it ran, and says so', async () => {
    expect(await pendingMigrations(database.pool)).toEqual([]);
    expect(await migrate(database.pool, log)).toEqual([]);
  });
  it('lets two start together', async () => {
    await Promise.all([migrate(database.pool, log), migrate(database.pool, log)]);
    const { rows } = await database.pool.query('select name from migration order by name');
    expect(rows.map((row) => row.name)).toEqual(readMigrations(migrationsFolder).map((file) => file.name));
  });
  it('stops at data of a newer version', async () => {
    await database.pool.query(`insert into migration (name, checksum) values ('9999-later', 'x')`);
    await expect(migrate(database.pool, log)).rejects.toThrow(/start the newer version/);
    await database.pool.query(`delete from migration where name = '9999-later'`);
  });
});

describe('rows', () => {
  const database = testDatabase();
  it('come with numbers for int8 and Dates for timestamptz', async () => {
    const { rows } = await database.pool.query(
      `select 7::int8 as n, 1.5::numeric as d, '2026-01-02'::date as day, to_timestamp(1) as at`,
    );
    expect(rows[0]).toEqual({ n: 7, d: 1.5, day: '2026-01-02', at: new Date(1000) });
  });
  it('take part in typed queries', async () => {
    const made = await database.db
      .insertInto('client')
      .values({ number: 1, company: 'Prairie Grain Co-op' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = await database.db
      .selectFrom('client')
      .select(['company', 'created_at'])
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow();
    expect(row.company).toBe('Prairie Grain Co-op');
    expect(row.created_at).toBeInstanceOf(Date);
  });
});
