import { closeSync, fdatasyncSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Reads a small JSON file; undefined when there is none or it is not JSON. The caller checks what it holds. */
export function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      return undefined;
    throw error;
  }
}

/**
 * Replaces a small JSON file as a whole: after a crash it is the old one or the new one. `isDurable`: it is on the disk
 * when this returns; otherwise it is when the system has written it.
 */
export function writeJsonFile(path: string, value: unknown, isDurable: boolean): void {
  const fresh = `${path}.new`;
  const file = openSync(fresh, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify(value)}\n`);
    if (isDurable) fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(fresh, path);
  if (isDurable) syncFolder(dirname(path));
}

/** Makes created, renamed and deleted names of a folder durable. Windows cannot open a folder and needs it not. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const file = openSync(folder, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
