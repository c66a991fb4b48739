import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDatabase } from './db.ts';
import { type Binaries, findBinaries } from './embedded-postgres/binaries.ts';
import { createLog } from './log.ts';
import { migrate } from './migrate.ts';
import { finishUpgrade, upgradePostgres } from './upgrade-postgres.ts';

const log = createLog('silent');
const { major } = findBinaries();
const older = major - 1;
let home: string;
let dataDir: string;
let cluster: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'upgrade '));
  chmodSync(home, 0o755);
  dataDir = join(home, 'data');
  mkdirSync(dataDir, { mode: 0o711 });
  writeFileSync(join(dataDir, 'secret'), 'the secret of this folder');
  cluster = join(dataDir, 'postgres', 'pg');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Programs of the older version: the current ones, told to accept the old cluster. */
function fakeOlder(): Binaries {
  const ours = findBinaries();
  const postgres = join(home, 'postgres-older');
  writeFileSync(postgres, `#!/bin/sh\nprintf '${major}\\n' > "$2/PG_VERSION"\nexec '${ours.postgres}' "$@"\n`);
  chmodSync(postgres, 0o755);
  return { ...ours, postgres, major: older };
}
const companies = async (): Promise<unknown[]> => {
  const database = await startDatabase({ databaseUrl: null, dataDir }, log);
  try {
    return (await database.pool.query('select company from client')).rows;
  } finally {
    await database.stop();
  }
};
const options = () => ({ dataDir, secret: null, foundVersion: older, ours: major, log });

describe('a new major version of the embedded PostgreSQL', () => {
  it('without the older programs fails with one line that says how to get them, and changes nothing', async () => {
    mkdirSync(cluster, { recursive: true });
    writeFileSync(join(cluster, 'PG_VERSION'), `${older}\n`);
    await expect(upgradePostgres({ ...options(), findOlder: () => null })).rejects.toThrow(
      `npm install --no-save tocsin-postgres-${older}@npm:`,
    );
    expect(readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()).toBe(String(older));
    expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false);
  });

  // spec: decisions 10 a new PostgreSQL major: automatic backup, new cluster, restore, the old one kept
  it('makes a backup, a new cluster and a restore, preserves the old one, and is completed by the next start after a crash', async () => {
    const database = await startDatabase({ databaseUrl: null, dataDir }, log);
    await migrate(database.pool, log);
    await database.pool.query(`insert into client (number, company) values (4, 'Prairie — Grain')`);
    await database.stop();
    // The cluster claims to be of an older version.
    writeFileSync(join(cluster, 'PG_VERSION'), `${older}\n`);
    await upgradePostgres({ ...options(), findOlder: fakeOlder });
    expect(existsSync(join(dataDir, 'postgres', `pg.${older}`, 'PG_VERSION'))).toBe(true);
    expect(existsSync(join(dataDir, `before-postgres-${major}.tocsin`))).toBe(true);
    expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false);

    // As after a crash between the two renames; an incomplete cluster must not be used.
    const fresh = join(dataDir, 'postgres.new');
    mkdirSync(fresh, { mode: 0o711 });
    renameSync(cluster, join(fresh, 'pg'));
    finishUpgrade(dataDir, log);
    expect(existsSync(cluster)).toBe(false);
    writeFileSync(join(fresh, 'complete'), '');
    expect(await companies()).toEqual([{ company: 'Prairie — Grain' }]);
  });
});
