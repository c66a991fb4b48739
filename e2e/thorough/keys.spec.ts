import { expect, test } from '../fixtures.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { enter } from '../harness/enter.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { PushingDevice } from '../harness/pushing-device.ts';
import { baseUrl } from '../harness/where.ts';
import { DashboardPage } from '../pages/dashboard.ts';
import { NotificationsPage } from '../pages/notifications.ts';

/** Folder for screenshots; without it none are taken. */
const pictures = process.env.TOCSIN_PICTURES;

// meets: wcag-2.2-aa 2.1.4
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

  // Switched off, keys of one letter do nothing; the list stays reachable by the search.
  await list.getByLabel('Use keys of one letter').uncheck();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  for (const key of ['?', 'g', 's']) await page.locator('body').press(key);
  await expect(page).toHaveURL(/\/graphs/);
  await expect(list).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('keys');
  await page.getByRole('option', { name: 'Show the keys' }).click();
  await list.getByLabel('Use keys of one letter').check();
  await page.keyboard.press('Escape');
  await look();
});

// meets: wcag-2.2-aa 2.4.5
test('the search has what is in alarm first, then recent places, and does actions', async ({ api, page }) => {
  const plant = await makePlant(api, [
    { title: 'Leg 1', type: '0300' },
    { title: 'Leg 2', type: '0300' },
  ]);
  const [first, second] = plant.devices;
  if (!first || !second) throw new Error('no devices');
  const leg = new PushingDevice(baseUrl(), second, 3);
  await leg.birth();
  await leg.alarm(0);
  await enter(page, await makePerson(api, plant, 'Engineer'), plant);
  const dashboard = new DashboardPage(page);
  await dashboard.open(plant, first);
  await expect(new NotificationsPage(page).banner).toContainText('1 alarm');

  const options = page.getByRole('listbox').getByRole('option');
  await page.keyboard.press('Control+k');
  await expect(options.first()).toContainText('Alarm');
  await expect(options.first()).toContainText('Leg 2');
  if (pictures) await page.screenshot({ path: `${pictures}/search-alarm-first.png` });
  await expectNoSeriousViolation(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Leg 2' })).toBeVisible();

  // The previous device is the first recent target.
  await page.keyboard.press('Control+k');
  await expect(options.nth(1)).toContainText('Leg 1');
  await page.getByRole('combobox').fill('acknowledge');
  await expect(options.first()).toContainText('Action');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Acknowledge');
});
