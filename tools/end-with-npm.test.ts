import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Starts a program as npm does, by a shell that does not pass signals on, and ends the shell; resolves with its id. */
async function orphanOf(signal: NodeJS.Signals): Promise<number> {
  const script = join(import.meta.dirname, 'end-with-npm.mjs');
  const program = `import(${JSON.stringify(script)}).then(({ endWithNpm }) => {
    endWithNpm();
    setInterval(() => {}, 1000);
    console.log(process.pid);
  });`;
  const shell = spawn('sh', ['-c', '"$NODE" -e "$PROGRAM"; true'], {
    env: { ...process.env, NODE: process.execPath, PROGRAM: program, npm_lifecycle_event: 'serve' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise<number>((resolve) => shell.stdout.once('data', (text) => resolve(Number(text))));
  shell.kill(signal);
  return pid;
}

it.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  'a program that npm started ends when its shell is ended by %s',
  async (signal) => {
    const pid = await orphanOf(signal);
    await expect.poll(() => isThere(pid)).toBe(false);
  },
);
