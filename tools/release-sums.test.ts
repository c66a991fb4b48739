import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { newestOf, releaseProblems, signRelease } from './release-sums.ts';

const pair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const type = { format: 'pem' } as const;
  return {
    own: privateKey.export({ ...type, type: 'pkcs8' }).toString(),
    shown: publicKey.export({ ...type, type: 'spki' }).toString(),
  };
};
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin release '));
  writeFileSync(join(folder, 'tocsin.tar.gz'), 'the release');
});

// meets: cra-annex-i II.7
// meets: owasp-asvs-5 V11.6.1
it('finds a changed file, a changed list and another key', () => {
  const [ours, other] = [pair(), pair()];
  signRelease(folder, ours.own, [join(folder, 'tocsin.tar.gz')]);
  expect(releaseProblems(folder, other.shown)).toEqual(['the signature is not valid']);
  appendFileSync(join(folder, 'tocsin.tar.gz'), ' and more');
  expect(releaseProblems(folder, ours.shown)).toEqual(['tocsin.tar.gz differs from what was signed']);
  appendFileSync(join(folder, 'SHA256SUMS'), '\n');
  expect(releaseProblems(folder, ours.shown)).toEqual(['the signature is not valid']);
});

// meets: cra-annex-i II.8
it('says which version is the newest one, and what to do until a security update is installed', () => {
  const advisory = 'https://example.com/advisories/3.1.1';
  const read = (...words: Parameters<typeof newestOf>) => JSON.parse(newestOf(...words));
  expect(read('3.1.0', advisory)).toMatchObject({ version: '3.1.0', is_security: false });
  expect(read('3.1.1', advisory, 'Close port 1883.')).toMatchObject({ is_security: true, advice: 'Close port 1883.' });
  expect(() => newestOf('3.1', advisory)).toThrow();
  expect(() => newestOf('3.1.1', 'http://example.com')).toThrow();
});

it('finds nothing in a release as it was signed', () => {
  const { own, shown } = pair();
  signRelease(folder, own, [join(folder, 'tocsin.tar.gz')]);
  expect(releaseProblems(folder, shown)).toEqual([]);
});
