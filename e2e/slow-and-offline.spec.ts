import { expect, test } from './fixtures.ts';
import { DashboardPage } from './pages/dashboard.ts';

const pages = [
  '/sites',
  '/devices',
  '/dashboard',
  '/graphs',
  '/notifications',
  '/dashboard/edit/sensor/names',
  '/dashboard/edit/warnings',
  '/user/setting/notification',
  '/visual-dashboard/site/{site}/schemas',
  '/sites/{site}/proof-tests',
  '/sites/edit/{site}',
] as const;

/** What a page may say or show while it waits: words, a status that is busy, or the grey shapes of what comes. */
const waits = '[role=status]:not(:empty), [aria-busy=true], [class*=bone], .ant-skeleton, .ant-spin';

// spec: issue 12 slow network and offline walk
// spec: look Waiting over 300 ms shows a skeleton, over 3 s says what is happening
test('every page says that it waits on a slow network, and that it failed on none', async ({
  livePlant,
  page,
  signInAs,
}) => {
  test.slow();
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  await signInAs(plant, 'Manager');
  const dashboard = new DashboardPage(page);
  const named = (path: string): string => path.replace('{site}', String(plant.siteId));
  let lateMs = 2_000;
  await page.route('**/api/**', async (route) => {
    const url = route.request().url();
    // Who one is, and what every page's frame shows, was loaded before one came here.
    const frame = /\/(me|layout-settings|2fa|active-count|rss-feed|accounts)\b/.test(url);
    if (!frame) await new Promise((resolve) => setTimeout(resolve, lateMs));
    await route.continue().catch(() => undefined);
  });
  for (const path of pages)
    await test.step(`slow ${path}`, async () => {
      await dashboard.open(plant, plant.devices[0], named(path));
      await expect(page.locator('main').locator(waits).first(), path).toBeVisible();
    });

  lateMs = 0;
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const path of pages)
    await test.step(`offline ${path}`, async () => {
      await dashboard.open(plant, plant.devices[0], '/help/start');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.context().setOffline(true);
      await page.evaluate(`history.pushState({}, '', ${JSON.stringify(named(path))})`);
      const said = /went wrong|error has? ?occured|connection|could not be|server/i;
      await expect(page.locator('main').getByText(said).first(), path).toBeVisible();
      await page.context().setOffline(false);
    });
});
