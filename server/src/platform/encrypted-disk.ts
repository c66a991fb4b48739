import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether the file system of a folder lies on an encrypted volume of Linux (dm-crypt, such as LUKS), also below LVM or
 * software RAID. False as well where the kernel does not tell: other systems, network and ZFS file systems.
 */
export function isOnEncryptedDisk(folder: string, sys = '/sys'): boolean {
  const device = BigInt(statSync(folder).dev);
  // As gnu_dev_major and gnu_dev_minor of glibc take the number apart.
  const major = ((device >> 8n) & 0xfffn) | ((device >> 32n) & ~0xfffn);
  const minor = (device & 0xffn) | ((device >> 12n) & ~0xffn);
  return isEncrypted(join(sys, 'dev/block', `${major}:${minor}`));
}

/** Every volume a layered one is made of must be encrypted, unless it is itself. */
function isEncrypted(volume: string): boolean {
  if (textOf(join(volume, 'dm/uuid')).startsWith('CRYPT-')) return true;
  const parts = namesIn(join(volume, 'slaves'));
  return parts.length > 0 && parts.every((part) => isEncrypted(join(volume, 'slaves', part)));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
