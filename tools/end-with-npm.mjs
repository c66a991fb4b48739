// Plain JavaScript, like the programs that use it.
import { readFileSync } from 'node:fs';

const checkMs = 500;

/** Whether the process was told to ignore hangups, as by `nohup`. */
function ignoresHangups() {
  try {
    const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
    return (BigInt(`0x${mask}`) & 1n) === 1n;
  } catch {
    return false;
  }
}

/**
 * Ends this process as by SIGTERM when the shell by which npm started it ends, and when its terminal does. npm passes a
 * signal to that shell only, which may end without passing it on: the program would go on without a parent.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function endWithNpm(env = process.env) {
  if (process.platform === 'win32') return;
  const end = () => process.kill(process.pid, 'SIGTERM');
  if (!ignoresHangups()) process.on('SIGHUP', end);
  if (env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, checkMs);
  timer.unref();
}
