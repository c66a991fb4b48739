#!/usr/bin/env node
// The server as `npm run serve` starts it, on a clock that its parent moves forward by messages ({ advanceMs }): for
// journeys that wait for minutes. Every other part is the real one; the product itself has no such setting.
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
const { buildWeb } = await import('../build-web.ts');
await buildWeb(root);
const { start } = await import('../../server/src/main.ts');
const { parseConfig } = await import('../../server/src/platform/config.ts');
const { createLog } = await import('../../server/src/platform/log.ts');

let ahead = 0;
const now = () => Date.now() + ahead;

interface Timer {
  readonly at: number;
  readonly fn: () => void;
  real: NodeJS.Timeout | undefined;
}
const waiting = new Set<Timer>();

/** A timer by the moved clock: looked at whenever it moves, and by the real clock in between. */
function after(delayMs: number, fn: () => void): () => void {
  const timer: Timer = { at: now() + Math.max(0, delayMs), fn, real: undefined };
  waiting.add(timer);
  wait(timer);
  return () => {
    clearTimeout(timer.real);
    waiting.delete(timer);
  };
}
function wait(timer: Timer): void {
  timer.real = setTimeout(() => look(timer), Math.min(Math.max(timer.at - now(), 0), 2_147_483_647));
  timer.real.unref();
}
function look(timer: Timer): void {
  clearTimeout(timer.real);
  if (!waiting.has(timer)) return;
  if (timer.at > now()) wait(timer);
  else {
    waiting.delete(timer);
    timer.fn();
  }
}

process.on('message', ({ advanceMs }: { readonly advanceMs: number }) => {
  ahead += advanceMs;
  for (const timer of [...waiting].sort((a, b) => a.at - b.at)) look(timer);
  process.send?.({ now: now() });
});
const config = parseConfig(process.env);
const running = await start(config, createLog(config.logLevel), { now, after });
const end = () => running.stop().then(() => process.exit(0));
process.on('SIGTERM', end);
process.on('SIGINT', end);
