import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createLog } from './log.ts';
import {
  MigrationError,
  migrate,
  migrateAtStart,
  migrationsFolder,
  pending,
  pendingMigrations,
  readMigrations,
} from './migrate.ts';
import { testDatabase } from './testing/database.ts';

const log = createLog('silent');
const one = { name: '0001-a', sql: 'select 1', checksum: 'aa', worksWith: null };
const two = { name: '0002-b', sql: 'select 2', checksum: 'bb', worksWith: null };
const applied = (name: string, checksum: string, worksWith: string | null = null) =>
  new Map([[name, { checksum, worksWith }]]);

describe('pending', () => {
  it('refuses data of a newer version', () => {
    expect(() => pending([one], applied('0009-z', 'zz'))).toThrow(/newer Tocsin \(0009-z/);
    expect(() => pending([one], applied('0009-z', 'zz', '0002-b'))).toThrow(/newer Tocsin \(0009-z/);
  });
  // spec: issue 11 Two versions side by side during a rolling restart with a migration
  it('goes on beside a newer migration that works with what is known here', () => {
    expect(pending([one, two], applied('0009-z', 'zz', '0001-a'))).toEqual([one, two]);
  });
  it('refuses a file that changed after it was applied', () => {
    expect(() => pending([one], applied('0001-a', 'other'))).toThrow(MigrationError);
  });
  it('names what is not applied yet, in order', () => {
    expect(pending([one, two], applied('0001-a', 'aa'))).toEqual([two]);
  });
});

describe('a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const read = (sql: string) => {
    writeFileSync(join(folder, '0801-new.sql'), sql);
    return readMigrations(folder);
  };

  it('says in its first line which earlier version works beside it', () => {
    expect(read('-- works with: 0740-first-visit\nselect 1')[0]?.worksWith).toBe('0740-first-visit');
    expect(read('-- works with: nothing before\nselect 1')[0]?.worksWith).toBe(null);
    expect(() => read('select 1')).toThrow(/must begin with '-- works with/);
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
  // spec: decisions 10 a lone serve migrates itself; beside others it says 'run migrate'
  it('leaves it to the command while others work with the database, and else does it itself', async () => {
    const newer = mkdtempSync(join(tmpdir(), 'migrations-'));
    cpSync(migrationsFolder, newer, { recursive: true });
    writeFileSync(join(newer, '9998-next.sql'), '-- works with: 0740-first-visit\nselect 1');
    const start = (isLone: boolean) => migrateAtStart(database.pool, log, { isLone, folder: newer });
    const others = (until: string) =>
      database.pool.query(
        `insert into process (id, roles, seen_until) values ('other', '{}', now() + $1::interval)
        on conflict (id) do update set seen_until = excluded.seen_until`,
        [until],
      );
    await others('10 seconds');
    await expect(start(false)).rejects.toThrow(
      /^1 others work .* lacks 9998-next: run 'npm run tocsin -- migrate' first$/,
    );
    expect(await pendingMigrations(database.pool, newer)).toEqual(['9998-next']);
    await others('-1 second');
    await start(false);
    expect(await pendingMigrations(database.pool, newer)).toEqual([]);
    await database.pool.query(`delete from migration where name = '9998-next'`);
    await others('10 seconds');
    await start(true);
    expect(await pendingMigrations(database.pool, newer)).toEqual([]);
    await database.pool.query(`delete from migration where name = '9998-next'; delete from process`);
    rmSync(newer, { recursive: true });
  });
  it('stops at data of a newer version, unless that says that it works with this one', async () => {
    await database.pool.query(`insert into migration (name, checksum) values ('9999-later', 'x')`);
    await expect(migrate(database.pool, log)).rejects.toThrow(/start the newer version/);
    await database.pool.query(`update migration set works_with = '0740-first-visit' where name = '9999-later'`);
    expect(await migrate(database.pool, log)).toEqual([]);
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
