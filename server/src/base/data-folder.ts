import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from './config.ts';

/** The newest layout of the data folder that this version knows; a newer one stops the start. */
const layoutVersion = 1;

/**
 * Makes the data folder (mode 0700) and checks its version; throws a SettingError of one line when it can't be used
 * or was written by a newer Tocsin.
 */
export function openDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  } catch (error) {
    throw new SettingError(`TOCSIN_DATA_DIR '${folder}' can't be made or opened: ${(error as Error).message}`);
  }
  const file = join(folder, 'version');
  if (!existsSync(file)) {
    writeAtomically(file, `${layoutVersion}\n`);
    return;
  }
  const found = Number(readFileSync(file, 'utf8'));
  if (!Number.isInteger(found) || found > layoutVersion)
    throw new SettingError(
      `TOCSIN_DATA_DIR '${folder}' was written by a newer Tocsin (layout ${found}, this one knows ${layoutVersion})`,
    );
}

/** The secret that encrypts codes and signs links: the setting, else the folder's own, made once. */
export function openSecret(folder: string, setting: string | null): string {
  if (setting) return setting;
  const file = join(folder, 'secret');
  if (!existsSync(file)) writeAtomically(file, randomBytes(32).toString('hex'));
  return readFileSync(file, 'utf8').trim();
}

/** A crash leaves the old file or the new one, never a half. */
function writeAtomically(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
