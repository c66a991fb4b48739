import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { backup } from './backup/backup.ts';
import { restore } from './backup/restore.ts';
import { SettingError } from './config.ts';
import { type Binaries, findOlderBinaries, olderBinariesCommand } from './embedded-postgres/binaries.ts';
import { type Address, EmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts';
import type { Log } from './log.ts';

export interface UpgradeOptions {
  readonly dataDir: string;
  /** The setting's; null: the data folder's own. */
  readonly secret: string | null;
  readonly foundVersion: number;
  readonly ours: number;
  readonly log: Log;
  /** Tests fake the older version here. */
  readonly findOlder?: (major: number) => Binaries | null;
}

const folders = (dataDir: string) => ({
  cluster: join(dataDir, 'postgres', 'pg'),
  fresh: join(dataDir, 'postgres.new'),
  /** The new cluster is complete: only renames follow. */
  complete: join(dataDir, 'postgres.new', 'complete'),
});

/**
 * Upgrades the embedded cluster to a new major version of PostgreSQL: a backup with the older programs, a new cluster,
 * a restore into it, and then the renames. The old cluster and the backup are preserved. A crash before the renames
 * leaves the old cluster unchanged; one between the renames is completed at the next start.
 */
export async function upgradePostgres(options: UpgradeOptions): Promise<void> {
  const { dataDir, foundVersion, ours, log } = options;
  const older = (options.findOlder ?? findOlderBinaries)(foundVersion);
  if (!older)
    throw new SettingError(
      `the data folder ${dataDir} was made by PostgreSQL ${foundVersion}, this Tocsin brings ${ours}: run '${olderBinariesCommand(foundVersion)}' once and start again, it is then carried over and the old one kept`,
    );
  const { cluster, fresh, complete } = folders(dataDir);
  const file = join(dataDir, `before-postgres-${ours}.tocsin`);
  log.info('upgrading the database to a new PostgreSQL', { from: foundVersion, to: ours, backup: file });
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const old = new EmbeddedPostgres({ folder: join(dataDir, 'postgres'), log, binaries: older });
  await running(old, (pool) => backup(pool, file, secretOf(options), log, true));
  await running(new EmbeddedPostgres({ folder: fresh, log }), (pool) => restore(pool, file, log));
  writeFileSync(complete, '');
  renameSync(cluster, keptClusterName(cluster, foundVersion));
  finishUpgrade(dataDir, log);
}

/** Also at each start: a crash between the two renames left no cluster under its name. */
export function finishUpgrade(dataDir: string, log: Log): void {
  const { cluster, fresh, complete } = folders(dataDir);
  if (existsSync(cluster) || !existsSync(complete)) return;
  renameSync(join(fresh, 'pg'), cluster);
  rmSync(fresh, { recursive: true, force: true });
  log.info('the database is upgraded; the old cluster is preserved', { folder: cluster });
}

/** `pg.17`; never an existing name. */
function keptClusterName(cluster: string, foundVersion: number): string {
  const name = `${cluster}.${foundVersion}`;
  for (let n = 0; ; n++) {
    const free = n === 0 ? name : `${name}.${n}`;
    if (!existsSync(free)) return free;
  }
}

function secretOf({ dataDir, secret }: UpgradeOptions): { value: string; fromFolder: boolean } {
  if (secret !== null) return { value: secret, fromFolder: false };
  const file = join(dataDir, 'secret');
  return { value: existsSync(file) ? readFileSync(file, 'utf8').trim() : '', fromFolder: true };
}

async function running<T>(postgres: EmbeddedPostgres, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const address: Address = await postgres.start();
  const pool = new pg.Pool({ ...address, ssl: false, max: 4 });
  // The failing call reports its own error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await postgres.stop();
  }
}
