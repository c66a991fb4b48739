import { createServer } from 'node:http';
import { openBrowser } from '@tocsin/e2e/browser';
import { portOf } from '@tocsin/simulator/port-of';
import { type Bench, limitRow, quantile } from './bench.ts';
import { makeRig } from './rig.ts';

const rounds = 9;
const slowdown = 4;
const bareHtml =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bare</title><h1>A bare page</h1><p>With one line of text.</p></html>';

type Browser = Awaited<ReturnType<typeof openBrowser>>;

/**
 * First visits of the landing page on a phone with a quarter of the processor, compared with a bare HTML page in turns.
 */
export const bench: Bench = {
  name: 'landing',
  async run() {
    const rig = await makeRig(0);
    const browser = await openBrowser();
    const bare = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(bareHtml));
    try {
      await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
      const bareUrl = `http://127.0.0.1:${portOf(bare)}/`;
      const [bareMs, landingMs]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        bareMs.push(await largestPaint(browser, bareUrl));
        landingMs.push(await largestPaint(browser, `${rig.server.url}/`));
      }
      const [ours, theirs] = [quantile(landingMs, 0.5), quantile(bareMs, 0.5)];
      return [
        { what: `largest paint at ${slowdown}x slowdown, landing page`, value: `${ours.toFixed(0)} ms`, aim: '' },
        { what: 'the same, bare page', value: `${theirs.toFixed(0)} ms`, aim: '' },
        limitRow('landing page / bare page', ours / theirs, 3, ''),
      ];
    } finally {
      bare.close();
      await browser.close();
      await rig.remove();
    }
  },
};

/** Largest contentful paint of a first visit, in ms from the start of the navigation. */
async function largestPaint(browser: Browser, url: string): Promise<number> {
  const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(
    "new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.largestPaint = entry.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true })",
  );
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForFunction('window.largestPaint > 0');
  const ms = Number(await page.evaluate('window.largestPaint'));
  await context.close();
  return ms;
}
