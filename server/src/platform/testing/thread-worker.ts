import { readFileSync } from 'node:fs';
import { serveThread } from '../thread.ts';

/** A thread for tests: one call never answers, one finds no free connection, one has a bug, one tells its priority. */
serveThread(() => ({
  hang: () => new Promise(() => {}),
  busy: () => {
    throw new Error('timeout exceeded when trying to connect');
  },
  broken: () => {
    throw new Error('a mistake');
  },
  // The 19th field of proc_pid_stat(5); the second, a name in brackets, may contain spaces.
  nice: () => Number(readFileSync('/proc/thread-self/stat', 'utf8').split(') ').at(-1)?.split(' ')[16]),
  stop: () => {},
}));
