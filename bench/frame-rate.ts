import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@tocsin/e2e/browser';

/** Animation frames that the page drew while something went on. */
export interface FrameRate {
  readonly perSecond: number;
  readonly worstMs: number;
}

/** Counts animation frames while `work` runs, by the page's own clock. */
export async function frameRate(page: Page, work: () => Promise<void>): Promise<FrameRate> {
  await page.evaluate(`
    window.benchTimes = [];
    window.benchCount = (at) => { window.benchTimes.push(at); window.benchFrame = requestAnimationFrame(window.benchCount); };
    window.benchFrame = requestAnimationFrame(window.benchCount);`);
  await work();
  const times: readonly number[] = await page.evaluate(
    'cancelAnimationFrame(window.benchFrame); window.benchTimes;' as string,
  );
  const gaps = times.slice(1).map((at, i) => at - (times[i] ?? at));
  const spanMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return { perSecond: spanMs > 0 ? (gaps.length / spanMs) * 1000 : 0, worstMs: Math.max(0, ...gaps) };
}

/** Turns the wheel over the drawing as a person does: in and out, for this long. */
export async function zoomFor(page: Page, ms: number, at: { readonly x: number; readonly y: number }): Promise<void> {
  await page.mouse.move(at.x, at.y);
  const from = performance.now();
  for (let i = 0; performance.now() - from < ms; i++) {
    await page.mouse.wheel(0, i % 60 < 30 ? -60 : 60);
    await pause(16);
  }
}

/** Drags the drawing to and fro. */
export async function panFor(page: Page, ms: number, at: { readonly x: number; readonly y: number }): Promise<void> {
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  const from = performance.now();
  for (let i = 0; performance.now() - from < ms; i++) {
    await page.mouse.move(at.x + 200 * Math.sin(i / 12), at.y + 120 * Math.sin(i / 9));
    await pause(16);
  }
  await page.mouse.up();
}
