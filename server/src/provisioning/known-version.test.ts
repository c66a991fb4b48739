import { expect, it } from 'vitest';
import { version as own } from '../platform/version.ts';
import type { ApiClient } from './api-client.ts';
import { isServed, refuseUnknownVersion } from './known-version.ts';

it.each([
  ['3.1.0', '3.2.0', false],
  ['3.1.0', '2.1.0', false],
  ['3.2.0', '3.0.5', false],
  ['3.0.0', '2.9.0', false],
  ['3.1.0', 'unknown', false],
  ['3.1.4', '3.1.0', true],
  ['3.1.0', '3.0.7', true],
] as const)('a command of %s works with an installation of %s: %s', (command, installation, works) => {
  expect(isServed(command, installation)).toBe(works);
});

it('says which versions do not fit', async () => {
  const answering = (version: string) => ({ get: async () => ({ version }) }) as unknown as ApiClient;
  await expect(refuseUnknownVersion(answering('99.0.0'))).rejects.toThrow(/runs 99\.0\.0/);
  await expect(refuseUnknownVersion(answering(own))).resolves.toBeUndefined();
});
