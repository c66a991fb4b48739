import { expect, test } from './fixtures.ts';
import { DashboardPage } from './pages/dashboard.ts';

test('the list of keys names the keys that work on the open page', async ({ page, livePlant, enterAs }) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await enterAs(plant, 'Engineer');
  const dashboard = new DashboardPage(page);
  await dashboard.open(plant, plant.devices[0]);
  await expect(dashboard.card('4.4000')).toBeVisible();
  const menu = await dashboard.settingMenu();
  await expect(menu.getByRole('menuitem').first()).toBeVisible();
  await page.keyboard.press('Escape');

  const list = page.getByRole('dialog', { name: 'Keys' });
  const look = async (): Promise<void> => {
    await page.locator('body').press('?');
    await expect(list).toContainText('Find a page, client, site, device or sensor');
  };
  await look();
  await expect(list).not.toContainText('Zoom into a graph');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await expect(page.getByRole('tab', { name: '24 HR' })).toBeVisible();
  await look();
  await expect(list).toContainText('Zoom into a graph');
});
