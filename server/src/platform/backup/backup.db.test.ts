import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { migrate } from '../migrate.ts';
import { createTestDatabase, dropTestDatabase, type TestDatabase, testDatabase } from '../testing/database.ts';
import { backup, markOf } from './backup.ts';
import { BackupError } from './backup-file.ts';
import { readHead, restore } from './restore.ts';
import { listTables } from './store-catalog.ts';

const database = testDatabase();
const log = createLog('silent');
const folder = mkdtempSync(join(tmpdir(), 'tocsin backup '));
const file = join(folder, 'all.tocsin');
const secret = { value: 'a-secret-of-this-folder', fromFolder: true };
const fresh: TestDatabase[] = [];

beforeAll(async () => {
  const { pool } = database;
  await pool.query(`create table frame_20260301 partition of frame for values from (1772323200000) to (1772409600000)
                    with (toast_tuple_target = 8160)`);
  await pool.query(`create table chunk_202603 partition of chunk for values from (1772323200000) to (1775001600000)`);
  await pool.query(`insert into frame (ts, boot, seq, received_at, device_id, layout_id, p)
    select 1772323200000 + n, 1, n, 1772323200000, 1, 1, decode(md5(n::text), 'hex') from generate_series(1, 5000) n`);
  await pool.query(`insert into chunk (t0, device_ts_from, device_ts_to, device_id, n, codec, layout_ids, keys, p)
    values (1772323200000, 1, 2, 2, 3, 1, '{1,2}', '\\x00ff', '\\xdeadbeef')`);
  await pool.query(`update history_closed set closed_until = 7, closed_by = '999999999'::xid8`);
  const client = await pool.query(`insert into client (number, company) values (4, 'Prairie — Grain') returning id`);
  await pool.query(`insert into site (client_id, title, timezone) values ($1, 'North', 'America/Chicago')`, [
    client.rows[0].id,
  ]);
  const user = await pool.query(`insert into users (username, email) values ('a@b', 'a@b') returning id`);
  await pool.query('insert into client_member (user_id, client_id) values ($1, $2)', [
    user.rows[0].id,
    client.rows[0].id,
  ]);
  await pool.query(`select graphile_worker.add_job('mail', '{"to": "x"}', job_key => 'k')`);
  await pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody'`);
  await pool.query(`select nextval('event_ids')`);
});
afterAll(async () => {
  for (const one of fresh) await dropTestDatabase(one);
  rmSync(folder, { recursive: true });
});

async function emptyDatabase(): Promise<TestDatabase> {
  const one = await createTestDatabase('template1');
  fresh.push(one);
  return one;
}
/** Every row of every table as text. */
async function everything({ pool }: TestDatabase): Promise<Record<string, string>> {
  const client = await pool.connect();
  try {
    const all: Record<string, string> = {};
    for (const { name, columns } of await listTables(client)) {
      const { rows } = await client.query(
        `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum, count(*) as n
         from (select ${columns.join(', ')} from ${name}) t`,
      );
      all[name] = `${rows[0].n} ${rows[0].sum}`;
    }
    return all;
  } finally {
    client.release();
  }
}

describe('a backup', () => {
  it('names the file that it could not write', async () => {
    const nowhere = join(folder, 'none such', 'all.tocsin');
    await expect(backup(database.pool, nowhere, secret, log)).rejects.toThrow(
      new BackupError(`${nowhere} can't be written: ENOENT: no such file or directory, open '${nowhere}.new'`),
    );
  });
});

describe('a restore', () => {
  // meets: iec-62443-4-2 CR 7.3(1)
  it('is refused for a file that is not a backup, is truncated or damaged, and leaves nothing behind', async () => {
    await backup(database.pool, file, secret, log);
    const target = await emptyDatabase();
    const other = join(folder, 'other');
    writeFileSync(other, 'something else entirely');
    await expect(restore(target.pool, other, log)).rejects.toThrow(/not a backup/);
    await expect(restore(target.pool, join(folder, 'none'), log)).rejects.toThrow(/can't be opened/);
    writeFileSync(other, readFileSync(file));
    truncateSync(other, statSync(file).size - 40);
    await expect(restore(target.pool, other, log)).rejects.toThrow(/truncated/);
    const bytes = readFileSync(file);
    const middle = Math.floor(bytes.length / 2);
    bytes.fill(0, middle, middle + 200);
    writeFileSync(other, bytes);
    await expect(restore((await emptyDatabase()).pool, other, log)).rejects.toThrow(/damaged|truncated/);
    const { rows } = await target.pool.query(`select to_regclass('client') as client`);
    expect(rows[0].client).toBeNull();
  });

  it('is refused into a database that is not empty', async () => {
    await expect(restore(database.pool, file, log)).rejects.toThrow(/not empty/);
  });

  it('is refused for data of a newer version', async () => {
    await database.pool.query(`insert into migration (name, checksum) values ('9999-later', 'x')`);
    const newer = join(folder, 'newer');
    await backup(database.pool, newer, secret, log);
    await database.pool.query(`delete from migration where name = '9999-later'`);
    await expect(restore((await emptyDatabase()).pool, newer, log)).rejects.toThrow(/newer Tocsin/);
  });

  // meets: iec-62443-4-2 CR 7.3, CR 7.4
  // meets: cra-annex-i I.2h
  it('restores every row of every table, partitions, sequences and queued jobs', async () => {
    const counted = await backup(database.pool, file, secret, log);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await readHead(file)).toMatchObject({ secret: secret.value, secretMark: markOf(secret.value) });
    const target = await emptyDatabase();
    const { tables, rows: restoredRows } = counted;
    expect(await restore(target.pool, file, log)).toMatchObject({ tables, rows: restoredRows, pieces: 0 });
    const [before, after] = [await everything(database), await everything(target)];
    const jobs = 'graphile_worker._private_jobs';
    expect({ ...after, [jobs]: '' }).toEqual({ ...before, [jobs]: '' });
    const { rows } = await target.pool.query(`select locked_by, key from ${jobs}`);
    expect(rows).toEqual([{ locked_by: null, key: 'k' }]);
    const options = await target.pool.query(`select reloptions from pg_class where relname = 'frame_20260301'`);
    expect(options.rows[0].reloptions).toEqual(['toast_tuple_target=8160']);
    const ids = async ({ pool }: TestDatabase) => (await pool.query(`select nextval('event_ids') as n`)).rows[0].n;
    expect(await ids(target)).toBe(await ids(database));
    const created = await target.pool.query(`insert into client (number, company) values (5, 'Next') returning id`);
    expect(created.rows[0].id).toBeGreaterThan(1);
    expect(await migrate(target.pool, log)).toEqual([]);
    const triggers = await target.pool.query(`select count(*)::int as n from pg_trigger where tgenabled = 'D'`);
    expect(triggers.rows[0].n).toBe(0);
  });

  it('with archived days is another installation, which deletes no objects of the former one', async () => {
    const idOf = async ({ pool }: TestDatabase) => (await pool.query('select id from installation')).rows[0].id;
    const alike = await emptyDatabase();
    await restore(alike.pool, file, log);
    expect(await idOf(alike)).toBe(await idOf(database));
    await database.pool.query(
      `insert into archive_object (key, device_id, day, bytes, state, changed_at) values ('a/v1', 1, 0, 1, 'live', 0)`,
    );
    const archived = join(folder, 'archived');
    await backup(database.pool, archived, secret, log);
    await database.pool.query('delete from archive_object');
    const other = await emptyDatabase();
    await restore(other.pool, archived, log);
    expect(await idOf(other)).not.toBe(await idOf(database));
    expect((await other.pool.query('select key, state from archive_object')).rows).toEqual([
      { key: 'a/v1', state: 'live' },
    ]);
  });

  it('is consistent as of one moment, whatever is written meanwhile', async () => {
    const other = join(folder, 'busy');
    let writing = true;
    const pairs = (async () => {
      // Both rows or none: an inconsistent snapshot would contain one.
      for (let n = 0; writing; n++)
        await database.pool.query(`with a as (insert into audit (user_name, action, subject) values ('a', 'x', '${n}'))
          insert into frame_refused (device_id, ts, at, code, error, frame) values (1, ${n}, 0, '', '', '')`);
    })();
    await backup(database.pool, other, secret, log);
    writing = false;
    await pairs;
    const target = await emptyDatabase();
    await restore(target.pool, other, log);
    const { rows } = await target.pool.query(
      'select (select count(*) from audit) - (select count(*) from frame_refused) as differ',
    );
    expect(rows[0].differ).toBe(0);
  });

  it('does not include a secret from the settings', async () => {
    const other = join(folder, 'no secret');
    await backup(database.pool, other, { ...secret, fromFolder: false }, log);
    expect((await readHead(other)).secret).toBeNull();
  });
});
