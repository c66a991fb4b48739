#!/usr/bin/env node
// `npm run proof -- <name> [--short] [arguments]` runs one file below tools/proof/, which checks a promise against the
// real thing. `npm run proof -- --short` runs the short form of each that has one; with `--waiting` only of those that
// mostly wait, with `--working` only of the others.
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Proof } from './proof/support/_proof.ts';

const folder = fileURLToPath(new URL('proof/', import.meta.url));
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
/** The file of each proof by its name; its folder is its subject. */
const files = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !basename(file).startsWith('_'))
    .map((file) => [basename(file, '.ts'), file] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);
const names = [...files.keys()];
const rest = process.argv.slice(2);
const short = rest.includes('--short');
const [waiting, working] = [rest.includes('--waiting'), rest.includes('--working')];
const [name, ...args] = rest.filter((word) => !['--short', '--waiting', '--working'].includes(word));

if ((name === undefined && !short) || (name !== undefined && !names.includes(name))) {
  console.error(`npm run proof -- <${names.join(' | ')}> [--short [--waiting | --working]]`);
  process.exit(1);
}

/**
 * Runs one proof: whether its promise was kept, null: nothing was checked, since a program is missing; 'failed': it could
 * not be carried out, so that it says nothing about the promise.
 */
async function carryOut(proof: Proof): Promise<boolean | null | 'failed'> {
  try {
    return await proof.run({ short, args });
  } catch (error) {
    console.error(error);
    return 'failed';
  }
}

const broken: string[] = [];
/** Name and seconds of each, printed longest first at the end: CI has about 20 minutes for everything. */
const took: [name: string, seconds: number][] = [];
for (const each of name === undefined ? names : [name]) {
  const proof: Proof = await import(pathToFileURL(`${folder}${files.get(each)}`).href);
  const isLeftOut = proof.mostlyWaits ? working : waiting;
  if (name === undefined && (!proof.hasShort || isLeftOut)) continue;
  const from = Date.now();
  let found = await carryOut(proof);
  // As CI tries a failed test again; a promise that was seen broken once stays broken.
  if (found === 'failed' && process.env.CI) {
    console.log(`-- proof ${each} could not be carried out and is tried again`);
    found = await carryOut(proof);
  }
  const seconds = (Date.now() - from) / 1000;
  took.push([each, seconds]);
  const verdict = found === null ? 'NOT CHECKED' : found === true ? 'kept' : 'BROKEN';
  console.log(`-- proof ${each}: ${verdict} in ${seconds.toFixed(1)} s`);
  // What was not checked fails only when it was asked for by name.
  if (found !== true && (found !== null || name !== undefined)) broken.push(each);
}
if (took.length > 1) {
  took.sort(([, a], [, b]) => b - a);
  console.log(`-- seconds: ${took.map(([each, seconds]) => `${each} ${seconds.toFixed(0)}`).join(', ')}`);
}
if (broken.length > 0) console.log(`-- broken: ${broken.join(', ')}`);
process.exit(broken.length === 0 ? 0 : 1);
