import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { descriptorsNeeded, descriptorWarning, openFilesOf } from './descriptor-limit.ts';

const warningFor = (soft: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units     \n` +
  `Max processes             96224                96224                processes \n` +
  `Max open files            ${soft.padEnd(20)} 524288               files     \n`;

it('reads the current limit, which may be absent', () => {
  expect(openFilesOf(warningFor('256'))).toBe(256);
  expect(openFilesOf(warningFor('unlimited'))).toBeNull();
  expect(openFilesOf('')).toBeNull();
});

it('warns only of a limit below what the devices may need', () => {
  expect(descriptorWarning(256, 0)).toMatch(/is 256, below the 1024 that 0 devices may need/);
  expect(descriptorWarning(20_000, 20_000)).toMatch(/is 20000, below the 21024/);
  expect(descriptorWarning(1_024, 0)).toBeNull();
  expect(descriptorWarning(65_536, 20_000)).toBeNull();
  expect(descriptorWarning(null, 20_000)).toBeNull();
});

it('requires what the documents state, and the units allow it', () => {
  const root = join(import.meta.dirname, '..', '..', '..');
  const documented = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  expect(documented).toContain(`${descriptorsNeeded(0).toLocaleString('en')} and one for each device`);
  for (const unit of ['tocsin.service', 'tocsin@.service'])
    expect(readFileSync(join(root, 'deploy', unit), 'utf8')).toMatch(/^LimitNOFILE=65536$/m);
});
