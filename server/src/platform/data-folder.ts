import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from './config.ts';
import { isOnEncryptedDisk } from './encrypted-disk.ts';

/** The newest layout of the data folder known to this version; a newer one stops the start. */
const layoutVersion = 1;

/**
 * Creates the data folder (private) and checks its version. Throws a SettingError with one line when it is not usable,
 * was written by a newer Tocsin, or is not on an encrypted disk though it must be.
 */
export function openDataFolder(folder: string, mustBeEncrypted = false): void {
  try {
    // When started by root the database runs as another user, who must be able to pass; the contents are private
    // themselves.
    const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
    mkdirSync(folder, { recursive: true, mode });
    const { uid, mode: permissions } = statSync(folder);
    // A command run as root beside a service of another user must not loosen permissions.
    chmodSync(folder, uid === process.getuid?.() ? mode : permissions & mode);
  } catch (error) {
    throw new SettingError(`TOCSIN_DATA_DIR '${folder}' can't be made or opened: ${(error as Error).message}`);
  }
  if (mustBeEncrypted && !isOnEncryptedDisk(folder))
    throw new SettingError(
      `TOCSIN_DATA_DIR '${folder}' is not on an encrypted volume (dm-crypt, LUKS), for REQUIRE_ENCRYPTED_DATA is set`,
    );
  const storedVersion = Number(storedIn(folder, 'version', () => `${layoutVersion}\n`));
  if (!Number.isInteger(storedVersion) || storedVersion > layoutVersion)
    throw new SettingError(
      `TOCSIN_DATA_DIR '${folder}' was written by a newer Tocsin (layout ${storedVersion}, this one knows ${layoutVersion})`,
    );
}

/** The secret that encrypts codes and signs links: from the setting, otherwise the folder's own, generated once. */
export function openSecret(folder: string, setting: string | null): string {
  if (setting) return setting;
  return storedIn(folder, 'secret', () => randomBytes(32).toString('hex')).trim();
}

/** Content of a file that is generated once. */
function storedIn(folder: string, name: string, make: () => string): string {
  const file = join(folder, name);
  try {
    if (!existsSync(file)) writeAtomically(file, make());
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingError(`TOCSIN_DATA_DIR has a file that can't be used: ${(error as Error).message}`);
  }
}

/** Writes atomically: a crash leaves the old file or the new one. */
function writeAtomically(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Stores the secret of a restored database, with which its codes were encrypted; a former secret is renamed. */
export function adoptSecret(folder: string, secret: string): void {
  const file = join(folder, 'secret');
  if (existsSync(file)) {
    if (readFileSync(file, 'utf8').trim() === secret) return;
    renameSync(file, `${file}.before-restore`);
  }
  writeAtomically(file, secret);
}
