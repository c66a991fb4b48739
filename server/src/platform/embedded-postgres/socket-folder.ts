import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const prefix = 'tocsin-pg-';
/** sun_path holds 107 bytes; the folder name is followed by a slash and this name. */
const socketName = '.s.PGSQL.5432';

/** Creates a folder that only the database's user can enter, with a name short enough for a socket address. */
export function makeSocketFolder(owner: { uid: number; gid: number } | null): string {
  const places = [tmpdir(), '/tmp', '/var/tmp'];
  let last: unknown = new Error('no folder for temporary files has a name short enough for a socket');
  for (const place of places) {
    if (Buffer.byteLength(join(place, `${prefix}XXXXXX`, socketName)) > 107) continue;
    try {
      const folder = mkdtempSync(join(place, prefix));
      if (owner) chownSync(folder, owner.uid, owner.gid);
      chmodSync(folder, 0o700);
      return folder;
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

/** Stores the folder's name in the data folder, so that the next start can remove what a killed process left. */
export function rememberSocketFolder(file: string, folder: string): void {
  writeFileSync(file, folder, { mode: 0o644 });
}

/** The socket folder of a running database; null: not running, or without a socket. */
export function rememberedSocketFolder(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    return null;
  }
}

export function removeRememberedSocketFolder(file: string): void {
  const folder = rememberedSocketFolder(file);
  if (!folder) return;
  if (basename(folder).startsWith(prefix)) rmSync(folder, { recursive: true, force: true });
  rmSync(file, { force: true });
}
