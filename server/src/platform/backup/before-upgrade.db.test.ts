import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { migrate, migrateAtStart, migrationsFolder, pendingMigrations, readMigrations } from '../migrate.ts';
import { createTestDatabase, dropTestDatabase, testDatabase } from '../testing/database.ts';
import { makeDevice } from '../testing/factories.ts';
import { version } from '../version.ts';
import { backupBeforeUpgrade } from './before-upgrade.ts';
import { readHead } from './restore.ts';

const log = createLog('silent');
const folder = mkdtempSync(join(tmpdir(), 'before-upgrade-'));
const newer = join(folder, 'migrations');
cpSync(migrationsFolder, newer, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const newest = readMigrations(migrationsFolder).at(-1)?.name ?? '';
const next = (worksWith: string) =>
  writeFileSync(join(newer, '9990-next.sql'), `-- works with: ${worksWith}\nselect 1`);
const secret = { value: 'of the folder', fromFolder: true };

describe('an upgrade', () => {
  const database = testDatabase();
  const beforeOneWay = backupBeforeUpgrade({ dataDir: folder, secret, log });
  const backups = () => readdirSync(folder).filter((file) => file.endsWith('.tocsin'));
  beforeEach(async () => {
    await database.pool.query(`delete from migration where name = '9990-next'`);
    for (const file of backups()) rmSync(join(folder, file));
  });

  it('makes a backup of the former version first if that version cannot read the data afterwards', async () => {
    await makeDevice(database.db);
    next('nothing before');
    expect(await migrate(database.pool, log, { folder: newer, beforeOneWay })).toEqual(['9990-next']);
    expect(backups()).toEqual([`before-${version}-at-${newest.slice(0, 4)}.tocsin`]);
    const head = await readHead(join(folder, backups()[0] ?? ''));
    expect(head.migrations.at(-1)).toBe(newest);
    expect(head.secret).toBe(secret.value);
  });
  it('makes it at the start of a server too', async () => {
    next('nothing before');
    await migrateAtStart(database.pool, log, { isLone: true, folder: newer, beforeOneWay });
    expect(backups()).toHaveLength(1);
  });
  it('needs none if the former version can go on with the data', async () => {
    next(newest);
    expect(await migrate(database.pool, log, { folder: newer, beforeOneWay })).toEqual(['9990-next']);
    expect(backups()).toEqual([]);
  });
  it('changes nothing if the backup cannot be written', async () => {
    next('nothing before');
    const nowhere = backupBeforeUpgrade({ dataDir: join(folder, 'missing'), secret, log });
    await expect(migrate(database.pool, log, { folder: newer, beforeOneWay: nowhere })).rejects.toThrow(
      /nothing was migrated, because the backup before it failed/,
    );
    expect(await pendingMigrations(database.pool, newer)).toEqual(['9990-next']);
  });
});

it('a new database needs no backup', async () => {
  const empty = await createTestDatabase('template1');
  const beforeOneWay = async () => {
    throw new Error('there is nothing to keep');
  };
  try {
    expect((await migrate(empty.pool, log, { beforeOneWay })).length).toBeGreaterThan(0);
  } finally {
    await dropTestDatabase(empty);
  }
});
