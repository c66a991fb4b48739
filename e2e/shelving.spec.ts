import { expect, test } from './fixtures.ts';
import { expectReadable } from './harness/axe.ts';
import { enter } from './harness/enter.ts';
import { makePerson, makePlant } from './harness/plant.ts';
import { PushingDevice } from './harness/pushing-device.ts';
import { baseUrl } from './harness/where.ts';
import { NotificationsPage } from './pages/notifications.ts';

/** Folder for screenshots; without it none are taken. */
const pictures = process.env.TOCSIN_PICTURES;

test('an alarm is shelved with a reason, stays in sight, and notifies again when its shelf is ended', async ({
  api,
  page,
}) => {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const [device] = plant.devices;
  if (!device) throw new Error('no device');
  const person = await makePerson(api, plant, 'Engineer');
  const leg = new PushingDevice(baseUrl(), device, 3);
  await leg.birth();
  await leg.alarm(0);
  await enter(page, person, plant);
  const log = new NotificationsPage(page);
  await log.open();
  await expect(log.banner).toContainText('1 alarm');

  await page.getByRole('button', { name: 'Shelve', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The device still stops the machine by itself. Only messages are held back.');
  await expect(dialog.getByRole('radio')).toHaveCount(5);
  await dialog.getByRole('button', { name: 'Shelve' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please explain why');
  await dialog.getByLabel('Explanation').fill('Cable is loose, the electrician comes at 14:00');
  if (pictures) await page.screenshot({ path: `${pictures}/shelve-dialog.png` });
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Shelve' }).click();
  await expect(dialog).toBeHidden();

  await expect(page.getByText('1 shelved', { exact: true })).toBeVisible();
  await expect(log.rows).toHaveCount(1);
  await expect(log.rows.first()).toContainText('Shelved');
  if (pictures) await page.screenshot({ path: `${pictures}/shelved-log.png` });
  await log.rows.first().getByTitle('Go to Leg 1').click();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.locator('article[data-path]').filter({ hasText: /Shelved \d/ })).toHaveCount(1);
  if (pictures) await page.screenshot({ path: `${pictures}/shelved-card.png` });

  await page.getByRole('region', { name: 'Shelved' }).getByRole('link', { name: 'Show' }).click();
  await expect(page).toHaveURL(/\/shelves$/);
  // Not in the toast about the shelf, which may still be visible.
  await expect(page.getByRole('main').getByText('Cable is loose, the electrician comes at 14:00')).toBeVisible();
  await expectReadable(page);
  if (pictures) {
    await page.screenshot({ path: `${pictures}/shelves.png` });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `${pictures}/shelves-phone.png` });
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await expect(page.getByText('Nothing is shelved.')).toBeVisible();
  await expect(log.banner).toContainText('1 alarm');
});
