import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from './config.ts';

/** The newest layout of the data folder that this version knows; a newer one stops the start. */
const layoutVersion = 1;

/**
 * Makes the data folder (private) and checks its version; throws a SettingError of one line when it can't be used
 * or was written by a newer Tocsin.
 */
export function openDataFolder(folder: string): void {
  try {
    // Root hands the database to another user, who must get through; what lies here is closed to others by itself.
    const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
    mkdirSync(folder, { recursive: true, mode });
    const { uid, mode: found } = statSync(folder);
    // A command that root gives beside a service of its own user opens nothing that was closed.
    chmodSync(folder, uid === process.getuid?.() ? mode : found & mode);
  } catch (error) {
    throw new SettingError(`TOCSIN_DATA_DIR '${folder}' can't be made or opened: ${(error as Error).message}`);
  }
  const found = Number(keptIn(folder, 'version', () => `${layoutVersion}\n`));
  if (!Number.isInteger(found) || found > layoutVersion)
    throw new SettingError(
      `TOCSIN_DATA_DIR '${folder}' was written by a newer Tocsin (layout ${found}, this one knows ${layoutVersion})`,
    );
}

/** The secret that encrypts codes and signs links: the setting, else the folder's own, made once. */
export function openSecret(folder: string, setting: string | null): string {
  if (setting) return setting;
  return keptIn(folder, 'secret', () => randomBytes(32).toString('hex')).trim();
}

/** What stands in a file of the folder, which is made once. */
function keptIn(folder: string, name: string, make: () => string): string {
  const file = join(folder, name);
  try {
    if (!existsSync(file)) writeAtomically(file, make());
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingError(`TOCSIN_DATA_DIR has a file that can't be used: ${(error as Error).message}`);
  }
}

/** A crash leaves the old file or the new one, never a half. */
function writeAtomically(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** A restored database needs the secret that its codes were sealed with; an earlier one of the folder is kept aside. */
export function adoptSecret(folder: string, secret: string): void {
  const file = join(folder, 'secret');
  if (existsSync(file)) {
    if (readFileSync(file, 'utf8').trim() === secret) return;
    renameSync(file, `${file}.before-restore`);
  }
  writeAtomically(file, secret);
}
