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
  it('continues beside a newer migration that is compatible with this version', () => {
    expect(pending([one, two], applied('0009-z', 'zz', '0001-a'))).toEqual([one, two]);
  });
  it('refuses a file that changed after it was applied', () => {
    expect(() => pending([one], applied('0001-a', 'other'))).toThrow(MigrationError);
  });
  it('names the missing migrations in order', () => {
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

  it('reads from the first line which earlier version is compatible', () => {
    expect(read('-- works with: 0740-first-visit\nselect 1')[0]?.worksWith).toBe('0740-first-visit');
    expect(read('-- works with: nothing before\nselect 1')[0]?.worksWith).toBe(null);
    expect(() => read('select 1')).toThrow(/must begin with '-- works with/);
  });
});

describe('migrate', () => {
  const database = testDatabase();

  it('reports that nothing is left to do when it has run', async () => {
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
  it('stops at data of a newer version that is not declared compatible', async () => {
    await database.pool.query(`insert into migration (name, checksum) values ('9999-later', 'x')`);
    await expect(migrate(database.pool, log)).rejects.toThrow(/start the newer version/);
    await database.pool.query(`update migration set works_with = '0740-first-visit' where name = '9999-later'`);
    expect(await migrate(database.pool, log)).toEqual([]);
    await database.pool.query(`delete from migration where name = '9999-later'`);
  });
});

describe('a migration beside processes at work', () => {
  const database = testDatabase();
  const newer = mkdtempSync(join(tmpdir(), 'migrations-'));
  cpSync(migrationsFolder, newer, { recursive: true });
  afterAll(() => rmSync(newer, { recursive: true, force: true }));
  const write = (name: string, sql: string) =>
    writeFileSync(join(newer, `${name}.sql`), `-- works with: 0740-first-visit\n${sql}`);
  const columnsOf = async (table: string) => {
    const { rows } = await database.pool.query('select attname from pg_attribute where attrelid = $1::regclass', [
      table,
    ]);
    return rows.map(({ attname }) => attname);
  };
  /** Another transaction, like a batch's. */
  const other = async () => {
    const client = await database.pool.connect();
    // PostgreSQL must not choose this one as the deadlock victim.
    await client.query(`set deadlock_timeout = '60s'; begin`);
    return {
      lock: (table: string) => client.query(`lock table ${table} in row exclusive mode`),
      end: async () => {
        await client.query('commit; reset deadlock_timeout');
        client.release();
      },
    };
  };
  const untilWaited = async (table: string) => {
    for (;;) {
      const { rows } = await database.pool.query(
        `select 1 from pg_locks
         where database = (select oid from pg_database where datname = current_database())
           and relation = $1::regclass and mode = 'AccessExclusiveLock' and granted = $2`,
        [table, table === 'client'],
      );
      if (rows.length > 0) return;
    }
  };

  it('is retried when PostgreSQL ended it for a deadlock', async () => {
    write(
      '9990-deadlock',
      `set local deadlock_timeout = '50ms';
       alter table client add column tried int;
       alter table site add column tried int;`,
    );
    const batch = await other();
    await batch.lock('site');
    const done = migrate(database.pool, log, { folder: newer });
    done.catch(() => undefined);
    await untilWaited('client');
    await batch.lock('client');
    await batch.end();
    expect(await done).toEqual(['9990-deadlock']);
    expect(await columnsOf('site')).toContain('tried');
  });

  it('lets others proceed again and again instead of blocking them while it waits', async () => {
    write('9991-waits', 'alter table site add column waited int;');
    const long = await other();
    await long.lock('site');
    const done = migrate(database.pool, log, { folder: newer, lockMs: 300 });
    done.catch(() => undefined);
    await untilWaited('site');
    // Everybody queues behind a waiting lock request: this later statement still completes before the long one ends.
    const batch = await other();
    await batch.lock('site');
    await batch.end();
    await long.end();
    expect(await done).toEqual(['9991-waits']);
    expect(await columnsOf('site')).toContain('waited');
  });

  it('gives up in the end, reports why, and leaves nothing behind', async () => {
    write('9992-never', 'alter table client add column never int; alter table site add column never int;');
    const long = await other();
    await long.lock('site');
    await expect(migrate(database.pool, log, { folder: newer, lockMs: 100, patienceMs: 300 })).rejects.toThrow(
      /9992-never could not be applied: .*lock timeout/,
    );
    expect(await columnsOf('client')).not.toContain('never');
    await long.end();
    expect(await migrate(database.pool, log, { folder: newer })).toEqual(['9992-never']);
  });

  it('does not come again with a mistake of its own', async () => {
    write('9993-wrong', 'alter table nothing_of_the_kind add column wrong int;');
    await expect(migrate(database.pool, log, { folder: newer })).rejects.toThrow(/does not exist/);
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
    const created = await database.db
      .insertInto('client')
      .values({ number: 1, company: 'Prairie Grain Co-op' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = await database.db
      .selectFrom('client')
      .select(['company', 'created_at'])
      .where('id', '=', created.id)
      .executeTakeFirstOrThrow();
    expect(row.company).toBe('Prairie Grain Co-op');
    expect(row.created_at).toBeInstanceOf(Date);
  });
});
