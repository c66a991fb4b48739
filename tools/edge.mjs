#!/usr/bin/env node
// `npm run edge`: the program that runs beside the devices (docs/edge.md). It needs Node 24 and the installed packages.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { endWithNpm } from './end-with-npm.mjs';
import { needsNode24 } from './node-version.mjs';

needsNode24('npm run edge');
const root = fileURLToPath(new URL('..', import.meta.url));
endWithNpm();
if (!existsSync(`${root}/node_modules/fastify`)) {
  console.error("The packages are not installed yet: run 'npm ci' first.");
  process.exit(1);
}
// Imported here: an older Node lacks these names and would report that instead of the line above.
const { enableCompileCache } = await import('node:module');
enableCompileCache(process.env.NODE_COMPILE_CACHE ?? `${root}/.cache/compile`);
const { runEdge } = await import('../server/src/edge/run.ts');
await runEdge();
