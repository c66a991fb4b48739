#!/usr/bin/env node
// `npm run test:busy`: `npm test` beside four busy processes, to show that no test depends on the machine's speed.
// Its arguments are passed on (`-- --thorough`).
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const loops = Array.from({ length: 4 }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
const endLoops = () => {
  for (const loop of loops) loop.kill('SIGKILL');
};
process.on('exit', endLoops);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
const test = spawn(process.execPath, [fileURLToPath(new URL('test.mjs', import.meta.url)), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
test.on('exit', (code) => process.exit(code ?? 1));
