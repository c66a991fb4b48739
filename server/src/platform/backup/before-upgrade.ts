import { join } from 'node:path';
import type pg from 'pg';
import type { Log } from '../log.ts';
import { MigrationError } from '../migrate.ts';
import { version } from '../version.ts';
import { backup } from './backup.ts';

interface BeforeUpgrade {
  readonly dataDir: string;
  readonly secret: { readonly value: string; readonly fromFolder: boolean };
  readonly log: Log;
}

/**
 * For `migrate`: writes a backup into the data folder before data becomes unreadable for the version that wrote it.
 * That version restores it into an empty database. The name holds the newest migration that was applied, so a repeated
 * upgrade replaces its own backup and never that of another state.
 */
export function backupBeforeUpgrade({ dataDir, secret, log }: BeforeUpgrade) {
  return async (pool: pg.Pool, newestApplied: string): Promise<void> => {
    const file = join(dataDir, `before-${version}-at-${newestApplied.slice(0, 4)}.tocsin`);
    const { rows } = await backup(pool, file, secret, log, true).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new MigrationError(`nothing was migrated, because the backup before it failed: ${why}`, { cause: error });
    });
    log.info('A backup was made before the upgrade', { file, rows });
  };
}
