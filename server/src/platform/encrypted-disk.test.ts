import { mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isOnEncryptedDisk } from './encrypted-disk.ts';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-disk-'));
const { dev } = statSync(folder);
const own = `${dev >> 8}:${dev & 0xff}`;

/** A kernel's /sys with the uuid of each volume by its path below the folder's own. */
function sysWith(volumes: Readonly<Record<string, string>>): string {
  const sys = mkdtempSync(join(tmpdir(), 'tocsin-sys-'));
  for (const [path, uuid] of Object.entries(volumes)) {
    const volume = join(sys, 'dev/block', own, path);
    mkdirSync(join(volume, 'dm'), { recursive: true });
    writeFileSync(join(volume, 'dm/uuid'), uuid);
  }
  return sys;
}

// meets: cra-annex-i I.2e
it('a folder is on an encrypted disk if its volume, or each one below it, is', () => {
  const is = (volumes: Readonly<Record<string, string>>) => isOnEncryptedDisk(folder, sysWith(volumes));
  expect(is({})).toBe(false);
  expect(is({ '': 'LVM-abc' })).toBe(false);
  expect(is({ '': 'CRYPT-LUKS2-abc-luks' })).toBe(true);
  expect(is({ '': 'LVM-abc', 'slaves/dm-0': 'CRYPT-LUKS2-abc-luks' })).toBe(true);
  expect(is({ '': 'LVM-abc', 'slaves/dm-0': 'CRYPT-LUKS2-abc-luks', 'slaves/sdb1': '' })).toBe(false);
  expect(is({ 'slaves/md0': '', 'slaves/md0/slaves/dm-1': 'CRYPT-PLAIN-x' })).toBe(true);
});

it('a folder that no block device of the kernel holds is not', () => {
  expect(isOnEncryptedDisk(folder, '/nowhere')).toBe(false);
});
