import type { Browser, Page } from '@tocsin/e2e/browser';
import { quantile } from './bench.ts';

/** Main-thread work of the page between the start of one frame and the next, in milliseconds. */
export interface FrameCosts {
  readonly median: number;
  readonly p95: number;
  readonly frames: number;
  /** Frames a second, from the first to the last one. */
  readonly perSecond: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'cc', '__metadata'];

/**
 * Measures the main thread while `work` runs, in thread time (`tdur`), which excludes other processes of the machine.
 * An empty animation loop keeps frames coming at rest as under load.
 */
export async function frameCosts(browser: Browser, page: Page, work: () => Promise<void>): Promise<FrameCosts> {
  await page.evaluate(
    'window.benchLoop = () => { window.benchFrame = requestAnimationFrame(window.benchLoop); }; window.benchLoop()',
  );
  await browser.startTracing(page, { categories, screenshots: false });
  await work();
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString('utf8'));
  await page.evaluate('cancelAnimationFrame(window.benchFrame)');
  return costsOf(trace.traceEvents);
}

function costsOf(events: readonly TraceEvent[]): FrameCosts {
  const threads = new Set(
    events
      .filter((one) => one.name === 'thread_name' && one.args?.name === 'CrRendererMain')
      .map((one) => `${one.pid} ${one.tid}`),
  );
  const byThread = Map.groupBy(
    events.filter((one) => threads.has(`${one.pid} ${one.tid}`)),
    (one) => `${one.pid} ${one.tid}`,
  );
  // The measured page must be the one that draws.
  const isFrame = (one: TraceEvent): boolean => one.name === 'FireAnimationFrame';
  const main = [...byThread.values()].toSorted((a, b) => b.filter(isFrame).length - a.filter(isFrame).length)[0] ?? [];
  const frames = main
    .filter(isFrame)
    .map((one) => one.ts)
    .toSorted((a, b) => a - b);
  const tasks = main.filter((one) => one.ph === 'X' && /RunTask$/.test(one.name));
  const costs = new Map<number, number>();
  let at = 0;
  for (const task of tasks.toSorted((a, b) => a.ts - b.ts)) {
    // A frame's task begins before its animation callbacks, so a task belongs to the frame that it ends in.
    while (at + 1 < frames.length && (frames[at + 1] ?? 0) <= task.ts + (task.dur ?? 0)) at++;
    costs.set(at, (costs.get(at) ?? 0) + (task.tdur ?? task.dur ?? 0) / 1000);
  }
  const all = frames.map((_, i) => costs.get(i) ?? 0);
  const spanS = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1e6;
  const perSecond = spanS > 0 ? (frames.length - 1) / spanS : 0;
  return { median: quantile(all, 0.5), p95: quantile(all, 0.95), frames: all.length, perSecond };
}
