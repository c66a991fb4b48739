import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** PostgreSQL's processes, all of which have its data folder as working directory. Linux only; otherwise empty. */
export function processesIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  let real: string;
  try {
    real = realpathSync(folder);
  } catch {
    return [];
  }
  const pids: number[] = [];
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (Number.isInteger(pid) && pid !== process.pid && standsIn(pid, real)) pids.push(pid);
  }
  return pids;
}

function standsIn(pid: number, folder: string): boolean {
  try {
    // A zombie has no working directory, although kill(pid, 0) succeeds.
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

/** The process named in PostgreSQL's pid file, running or not. */
export function postmasterPid(folder: string): { pid: number; ready: boolean } | null {
  try {
    const lines = readFileSync(`${folder}/postmaster.pid`, 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : null;
  } catch {
    return null;
  }
}

/** Ends every process in the folder with increasingly strong signals. Throws when some remain. */
export async function endProcessesIn(folder: string, steps: readonly Step[] = politely): Promise<number> {
  const before = processesIn(folder).length;
  for (const { signal, waitMs } of steps) {
    const first = postmasterPid(folder)?.pid;
    const there = processesIn(folder);
    // SIGINT goes to the postmaster only, which stops the others.
    const targets = signal === 'SIGINT' && first && there.includes(first) ? [first] : there;
    for (const pid of targets) kill(pid, signal);
    for (const until = Date.now() + waitMs; Date.now() < until; ) {
      if (processesIn(folder).length === 0) return before;
      await sleep(50);
    }
  }
  const left = processesIn(folder);
  if (left.length > 0) throw new Error(`PostgreSQL processes ${left.join(', ')} in ${folder} do not stop`);
  return before;
}

interface Step {
  readonly signal: NodeJS.Signals;
  readonly waitMs: number;
}
export const politely: readonly Step[] = [
  { signal: 'SIGINT', waitMs: 30_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];
/** Steps for processes that outlived their postmaster: nothing can be saved, they only must not write any more. */
export const leftovers: readonly Step[] = [
  { signal: 'SIGQUIT', waitMs: 2_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone, as intended.
  }
}
