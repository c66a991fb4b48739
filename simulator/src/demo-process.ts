import { createInterface } from 'node:readline';
import { type DemoOptions, runDemo } from './demo.ts';

/** Runs `runDemo` as a process: one line of JSON on stdin configures it, and the end of stdin stops it. */
const stop = new AbortController();
const lines = createInterface({ input: process.stdin });
let running: Promise<void> | null = null;

lines.on('line', (line) => {
  const options: Omit<DemoOptions, 'signal' | 'log'> = JSON.parse(line);
  running ??= runDemo({ ...options, signal: stop.signal, log: (text) => console.error(text) }).catch(
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
lines.on('close', () => {
  stop.abort();
  // A connection that does not close must not keep the process running.
  setTimeout(() => process.exit(0), 3_000).unref();
  void running?.then(() => process.exit(0));
});
// Ctrl C reaches every process of the terminal; the server decides when to stop.
process.on('SIGINT', () => undefined);
