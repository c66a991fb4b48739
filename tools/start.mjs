#!/usr/bin/env node
// `npm start` (the demo) and `npm run serve` (production): builds the page when its sources changed, then runs the
// server in this process, so that one signal stops everything.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { endWithNpm } from './end-with-npm.mjs';
import { needsNode24 } from './node-version.mjs';

needsNode24('npm start');
const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
// The demo is tried on small machines: glibc would keep a heap for each of its threads, together some 70 MB. It reads
// this setting when a program starts, so this process becomes itself once more, with it.
if (process.argv.includes('--demo') && process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined) {
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, args, { ...process.env, MALLOC_ARENA_MAX: '2' });
}
endWithNpm();
if (!existsSync(`${root}/node_modules/fastify`)) {
  console.error("The packages are not installed yet: run 'npm ci' first.");
  process.exit(1);
}
// Starts share the compiled code; where the folder is not writable, each start compiles anew. Imported here, because an
// older Node lacks these names and would report that instead of the line above.
const { enableCompileCache, flushCompileCache } = await import('node:module');
enableCompileCache(process.env.NODE_COMPILE_CACHE ?? `${root}/.cache/compile`);
if (process.argv.includes('--demo')) process.env.TOCSIN_DEMO ??= '1';

const { buildWeb } = await import('./build-web.ts');
await buildWeb(root);
const { run } = await import('../server/src/main.ts');
await run();
flushCompileCache();
