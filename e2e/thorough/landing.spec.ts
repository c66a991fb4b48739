import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { allRules, colourRules, expectNoSeriousViolation } from '../harness/axe.ts';
import { makePlant } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';
import { LandingPage } from '../pages/landing.ts';

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

// spec: administration 1 these blocks, each reachable by a scroll-to item
// spec: administration 1 link to the product list, Learn more scroll, back-to-top button, footer with copyright and current year
// spec: administration 1 Terms: not a safety system, monitoring responsibility stays with the plant owner
test('the landing page links to each block, shows real screenshots, and states what the portal is not', async ({
  page,
}) => {
  const landing = new LandingPage(page);
  await landing.open();
  await page.waitForLoadState('networkidle');
  const scripts = await page.evaluate<number[]>(
    "performance.getEntriesByType('resource').filter((entry) => new URL(entry.name).pathname.endsWith('.js')).map((entry) => entry.encodedBodySize)",
  );
  expect(scripts.length).toBeGreaterThan(2);
  expect(scripts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(200_000);
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
  // With reduced motion (as here) it jumps at once; otherwise it scrolls smoothly.
  const scrolls = () => page.evaluate('getComputedStyle(document.documentElement).scrollBehavior');
  expect(await scrolls()).toBe('auto');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await scrolls()).toBe('smooth');
  await page.emulateMedia({ reducedMotion: 'reduce' });
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
test("shows a client's own logo at the client's address", async ({ page, api }) => {
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

test('nothing moves when the script replaces the static page', async ({ page }) => {
  await page.addInitScript(
    "window.jumps = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.jumps += entry.value; }).observe({ type: 'layout-shift', buffered: true })",
  );
  await new LandingPage(page).open();
  await expect(page.locator('#landing-still')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  expect(Number(await page.evaluate('window.jumps'))).toBeLessThan(0.1);
});
