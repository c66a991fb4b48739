import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { allRules, colourRules, expectNoSeriousViolation } from './harness/axe.ts';
import { makePlant } from './harness/plant.ts';
import { baseUrl } from './harness/where.ts';
import { LandingPage } from './pages/landing.ts';

const blocks = [
  'Real-Time Data Access',
  'Data Trending',
  'Alarm and Notifications Log',
  'E-mail Notifications',
  'Full Data Analytics',
  'Low Cost',
] as const;

const widthOver = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

// spec: issue 4 Shows 3: axe: no serious violation (landing, light and dark, desktop and phone)
// spec: administration 1 these blocks, each reachable by a scroll-to item
// spec: administration 1 link to the product list, Learn more scroll, back-to-top button, footer with copyright and current year
// spec: administration 1 Terms: not a safety system, monitoring responsibility stays with the plant owner
test('the landing page leads to each of its blocks, shows true pictures, and says what the portal is not', async ({
  page,
}) => {
  const landing = new LandingPage(page);
  await landing.open();
  const strip = page.getByRole('navigation', { name: 'What it does' });
  for (const name of blocks) {
    await strip.getByRole('link', { name }).click();
    const block = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
    await expect(block).toBeInViewport();
    const picture = block.getByRole('img');
    await expect(picture).toHaveCount(1);
    await expect(picture).toHaveJSProperty('complete', true);
    await expect.poll(() => picture.evaluate((image) => image.naturalWidth)).toBeGreaterThan(400);
  }
  await page.getByRole('link', { name: 'Back to top' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await page.getByRole('link', { name: 'Learn more' }).click();
  await expect(page.getByRole('heading', { name: blocks[0] })).toBeInViewport();
  await page.getByRole('link', { name: 'Products' }).click();
  await expect(page.getByRole('heading', { name: 'Products' })).toBeInViewport();
  await expect(page.getByText(`© ${new Date().getFullYear()} Tocsin`)).toBeVisible();

  await landing.button('Terms of Use').click();
  const terms = landing.dialog('Terms of Use');
  await expect(terms.getByText('only displays the status of the system')).toBeVisible();
  await expect(terms.getByText('The portal is not a safety system.')).toBeVisible();
  await expect(terms.getByText('stays with the plant owner')).toBeVisible();
  await expectNoSeriousViolation(page);
  await page.keyboard.press('Escape');
  await landing.button('Register for demo').click();
  await expectNoSeriousViolation(page);
  await page.keyboard.press('Escape');

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 820, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await widthOver(page)]).toEqual([width, 0]);
      if (width === 1440 || width === 390)
        await expectNoSeriousViolation(page, colorScheme === 'light' ? allRules(page) : colourRules(page));
    }
  }
});

// spec: administration 1 The logo can be replaced by a per-client logo taken from layout settings
test("shows a client's own logo to those who come by the client's address", async ({ page, api }) => {
  const plant = await makePlant(api, []);
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><rect width="90" height="30" fill="#246"/></svg>';
  const form = new FormData();
  form.append('file', new Blob([svg], { type: 'image/svg+xml' }), 'logo.svg');
  await api.call('PUT', `clients/${plant.clientId}/logo/`, form);
  await page.goto(`${baseUrl()}/?client=${plant.clientId}`);
  const logo = page.getByRole('banner').getByRole('img');
  await expect(logo).toHaveAttribute('src', new RegExp(`/clients/${plant.clientId}/logo/`));
  await expect.poll(() => logo.evaluate((image) => image.naturalWidth)).toBeGreaterThan(0);
});

const bareHtml =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bare</title><h1>A bare page</h1><p>With one line of text.</p></html>';

/** The largest paint of a first visit on a phone whose processor is four times as slow, in ms. */
async function largestPaint(browser: Browser, url: string): Promise<number> {
  const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(
    "new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.largestPaint = entry.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true })",
  );
  await page.goto(url, { waitUntil: 'networkidle' });
  const painted = async () => Number(await page.evaluate('window.largestPaint ?? 0'));
  await expect.poll(painted).toBeGreaterThan(0);
  const ms = await painted();
  await context.close();
  return ms;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

// spec: issue 4 Shows 3: on a phone at 4x CPU slowdown, median largest paint below three times that of a bare HTML page in the same run
// spec: issue 4 Shows 3: first JavaScript at most 200 kB compressed
test('is fast: painted on a slow phone nearly as soon as a bare page, with little script', async ({
  browser,
  page,
}) => {
  const bare = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(bareHtml));
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
  const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`;
  const [bareMs, landingMs]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round++) {
    bareMs.push(await largestPaint(browser, bareUrl));
    landingMs.push(await largestPaint(browser, `${baseUrl()}/`));
  }
  bare.close();
  const ratio = median(landingMs) / median(bareMs);

  await new LandingPage(page).open();
  await page.waitForLoadState('networkidle');
  const scripts = await page.evaluate<number[]>(
    "performance.getEntriesByType('resource').filter((entry) => new URL(entry.name).pathname.endsWith('.js')).map((entry) => entry.encodedBodySize)",
  );
  const scriptKb = scripts.reduce((sum, bytes) => sum + bytes, 0) / 1000;

  console.info(
    `landing at 4x CPU slowdown: largest paint ${median(landingMs).toFixed(0)} ms, bare page ${median(bareMs).toFixed(0)} ms, ratio ${ratio.toFixed(2)} (must be below 3); first script ${scriptKb.toFixed(0)} kB in ${scripts.length} files (at most 200)`,
  );
  expect(ratio).toBeGreaterThan(0);
  expect(ratio).toBeLessThan(3);
  expect(scripts.length).toBeGreaterThan(2);
  expect(scriptKb).toBeLessThanOrEqual(200);
});
