import { expect, test } from './fixtures.ts';
import { expectReadableInAnyRun } from './harness/axe.ts';
import { overhang } from './harness/wcag.ts';
import { DashboardPage } from './pages/dashboard.ts';
import { LandingPage } from './pages/landing.ts';

const mainPages = ['/sites', '/dashboard', '/graphs', '/notifications/all', '/user/setting/add/notification'];

// The short version of the checks of all pages in thorough/.
test('the main pages read well in both themes and fit a phone', async ({ livePlant, enterAs, page }) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const look = async (path: string): Promise<void> => {
    await expectReadableInAnyRun(page);
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 800 });
    await expect.poll(() => overhang(page), { message: path }).toEqual([]);
    if (size) await page.setViewportSize(size);
  };
  await new LandingPage(page).open();
  await look('/');
  plant.live[0]?.hold('3.3000', 0);
  await enterAs(plant, 'Manager');
  const dashboard = new DashboardPage(page);
  for (const path of mainPages)
    await test.step(path, async () => {
      await dashboard.open(plant, plant.devices[0], path);
      await expect(page.getByRole('region', { name: 'Alarm' })).toBeVisible();
      await expect(page.getByText('Loading...')).toHaveCount(0);
      await look(path);
    });
});
