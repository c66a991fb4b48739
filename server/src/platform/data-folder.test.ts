import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SettingError } from './config.ts';
import { openDataFolder, openSecret } from './data-folder.ts';

const fresh = () => join(mkdtempSync(join(tmpdir(), 'tocsin folder ')), 'data');

it('refuses a folder that a newer Tocsin wrote', () => {
  const folder = fresh();
  openDataFolder(folder);
  writeFileSync(join(folder, 'version'), '99\n');
  expect(() => openDataFolder(folder)).toThrow(SettingError);
});

it('refuses in one line when the folder cannot be created', () => {
  const file = fresh().replace(/data$/, 'a file');
  writeFileSync(file, '');
  expect(() => openDataFolder(join(file, 'data'))).toThrow(/^TOCSIN_DATA_DIR '.*a file\/data' can't be made/);
});

it.runIf(process.platform === 'linux')(
  'refuses a folder that is not on an encrypted volume where that is required',
  () => {
    // A memory file system of the kernel is never on dm-crypt.
    const folder = mkdtempSync('/dev/shm/tocsin-folder-');
    expect(() => openDataFolder(folder, true)).toThrow(/is not on an encrypted volume/);
    rmSync(folder, { recursive: true });
  },
);

it('refuses in one line when a file in the folder is not readable', () => {
  const folder = fresh();
  mkdirSync(join(folder, 'version'), { recursive: true });
  expect(() => openDataFolder(folder)).toThrow(SettingError);
  mkdirSync(join(folder, 'secret'));
  expect(() => openSecret(folder, null)).toThrow(/^TOCSIN_DATA_DIR has a file that can't be used: EISDIR/);
});

// meets: owasp-asvs-5 V13.3.2
it('protects the folder and the secret from other users', () => {
  const folder = fresh();
  openDataFolder(folder);
  openSecret(folder, null);
  // Others may pass through it (when started by root, the database runs as another user), but neither list nor write.
  expect(statSync(folder).mode & 0o066).toBe(0);
  expect(statSync(join(folder, 'secret')).mode & 0o077).toBe(0);
});

it.runIf(process.getuid?.() === 0)("does not open a service's folder to others when a command runs as root", () => {
  const folder = fresh();
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, 65_534, 65_534);
  openDataFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('creates the secret once and prefers the setting', () => {
  const folder = fresh();
  openDataFolder(folder);
  const secret = openSecret(folder, null);
  expect(secret).toHaveLength(64);
  expect(openSecret(folder, null)).toBe(secret);
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(secret);
  expect(openSecret(folder, 'x'.repeat(32))).toBe('x'.repeat(32));
});
