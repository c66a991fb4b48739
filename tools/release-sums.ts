#!/usr/bin/env node
// `node tools/release-sums.ts newest VERSION ADVISORY [ADVICE]` writes newest.json, which UPDATES_URL reads; with advice on
// what to do until then, the version is a security update. Publish it with the release at one address for all.
// `node tools/release-sums.ts sign KEY.pem FILE...` writes SHA256SUMS and SHA256SUMS.sig (Ed25519);
// `node tools/release-sums.ts verify PUBLIC.pem` checks the signature and every file named there.
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { NewerVersion } from '@tocsin/contract/health';

const sumOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Writes the sums of files and their signature into a folder; the key is an Ed25519 private key in PEM. */
export function signRelease(folder: string, keyPem: string, files: readonly string[]): void {
  const sums = files.map((file) => `${sumOf(file)}  ${basename(file)}\n`).join('');
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  const signature = sign(null, Buffer.from(sums), createPrivateKey(keyPem));
  writeFileSync(join(folder, 'SHA256SUMS.sig'), `${signature.toString('base64')}\n`);
}

/** What is wrong with a release in a folder, one line each; empty: it is as it was signed. */
export function releaseProblems(folder: string, publicPem: string): string[] {
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
  const signature = Buffer.from(readFileSync(join(folder, 'SHA256SUMS.sig'), 'utf8'), 'base64');
  if (!verify(null, Buffer.from(sums), createPublicKey(publicPem), signature)) return ['the signature is not valid'];
  return sums
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const [sum = '', name = ''] = line.split('  ');
      return sumOf(join(folder, name)) === sum ? [] : [`${name} differs from what was signed`];
    });
}

/** The text of newest.json for a version and the address of its advisory; advice makes it a security update. */
export function newestOf(version: string, advisory: string, advice = ''): string {
  const newest = NewerVersion.parse({ version, advisory, is_security: advice !== '', advice });
  return `${JSON.stringify(newest, null, 2)}\n`;
}

function main([verb, key = '', ...files]: readonly string[]): void {
  if (verb === 'sign' && files.length > 0) {
    signRelease('.', readFileSync(key, 'utf8'), files);
    return;
  }
  if (verb === 'newest' && files.length > 0) {
    writeFileSync('newest.json', newestOf(key, files[0] ?? '', files[1]));
    return;
  }
  if (verb !== 'verify')
    throw new Error('use: newest VERSION ADVISORY [ADVICE] | sign KEY.pem FILE... | verify PUBLIC.pem');
  const problems = releaseProblems('.', readFileSync(key, 'utf8'));
  console.log(problems.length === 0 ? 'All files are as they were signed.' : problems.join('\n'));
  process.exitCode = problems.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
