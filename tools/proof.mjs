#!/usr/bin/env node
// `npm run proof -- <name> [--short] [arguments]`: one file of tools/proof/ each, which shows by running the real thing
// that a promise is kept. `npm run proof -- --short` runs the short form of each that has one.
import { readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = fileURLToPath(new URL('proof/', import.meta.url));
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs') && !file.startsWith('_'))
  .map((file) => file.slice(0, -4));
const rest = process.argv.slice(2);
const short = rest.includes('--short');
const [name, ...args] = rest.filter((word) => word !== '--short');

if ((name === undefined && !short) || (name !== undefined && !names.includes(name))) {
  console.error(`npm run proof -- <${names.join(' | ')}> [--short]`);
  process.exit(1);
}

// A proof exports `run({ short, args })`, which prints what it saw and answers true when the promise was kept, and
// `hasShort` when it has a form of a few seconds.
let failed = 0;
for (const each of name === undefined ? names : [name]) {
  const proof = await import(pathToFileURL(`${folder}${each}.mjs`).href);
  if (name === undefined && !proof.hasShort) continue;
  const from = Date.now();
  const kept = await proof.run({ short, args }).catch((error) => {
    console.error(error);
    return false;
  });
  console.log(`-- proof ${each}: ${kept ? 'kept' : 'BROKEN'} in ${((Date.now() - from) / 1000).toFixed(1)} s`);
  if (!kept) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
