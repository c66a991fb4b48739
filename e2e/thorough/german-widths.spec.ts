import { expect, test } from '../fixtures.ts';
import { overhang, spilledButtons } from '../harness/wcag.ts';
import { DashboardPage } from '../pages/dashboard.ts';
import { chooseLanguage } from '../pages/language.ts';

/** Folder for screenshots; without it none are taken. */
const pictures = process.env.TOCSIN_PICTURES;

test('German, with the longest words, fits the pages and the buttons of a phone', async ({
  livePlant,
  enterAs,
  page,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  await enterAs(plant, 'Manager');
  await chooseLanguage(page, 'Language', 'Deutsch');
  await expect(page.getByRole('combobox', { name: 'Sprache' })).toBeVisible();
  const dashboard = new DashboardPage(page);
  const paths = [
    '/sites',
    '/devices',
    '/dashboard',
    '/graphs',
    '/notifications/all',
    '/on-call',
    '/protection',
    `/maintenance/${plant.devices[0]?.id}/walk`,
  ]
    .concat(['/shelves', '/out-of-service', '/maintenance-tasks', '/my-notifications', '/user/setting'])
    .concat(['/user/setting/add/notification', `/sites/${plant.siteId}/handover`, `/sites/${plant.siteId}/rounds`])
    .concat([
      `/sites/${plant.siteId}/alarm-register`,
      `/sites/${plant.siteId}/proof-tests`,
      '/dashboard/edit/warnings',
    ]);
  for (const path of paths) {
    await dashboard.open(plant, plant.devices[0], path);
    await expect(page.getByRole('main')).toContainText(/\p{L}{3}/u);
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(() => overhang(page), { message: `${path} at ${width}` }).toEqual([]);
      await expect.poll(() => spilledButtons(page), { message: `${path} at ${width}` }).toEqual([]);
      if (pictures) await page.screenshot({ path: `${pictures}/de${path.replaceAll(/\W+/g, '-')}-${width}.png` });
    }
  }
});
