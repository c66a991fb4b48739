import { expect, test } from './fixtures.ts';
import { expectNoSeriousViolation } from './harness/axe.ts';
import { baseUrl } from './harness/where.ts';

const pictures = process.env.TOCSIN_PICTURES;

test('all devices of a site are seen at a moment, which is chosen on the clock of the site and named by the address', async ({
  livePlant,
  page,
  enterAs,
}) => {
  const plant = await livePlant([
    { title: 'Leg 1', type: '0300' },
    { title: 'Leg 2', type: '0300' },
  ]);
  await enterAs(plant, 'User');
  await page.goto(`${baseUrl()}/devices/${plant.siteId}`);
  await page.getByRole('button', { name: 'At a moment' }).click();
  await expect(page.getByRole('heading', { name: 'All devices at one moment', level: 1 })).toBeVisible();
  const devices = page.getByRole('list', { name: 'Devices, worst first' });
  await expect(devices.getByRole('heading', { name: 'Leg 1' })).toBeVisible();
  await expect(devices.getByRole('heading', { name: 'Leg 2' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Now' })).toBeHidden();
  await devices
    .getByText(/other sensors?/)
    .first()
    .click();
  await expect(devices.getByText('Head bearing left').first()).toBeVisible();
  await expectNoSeriousViolation(page);
  if (pictures) await page.screenshot({ path: `${pictures}/site-moment-light.png` });

  await page.getByRole('button', { name: '-10 min' }).click();
  await expect(page).toHaveURL(/at=\d{4}-/);
  await page.getByRole('button', { name: '-10 min' }).click();
  await page.goto(`${baseUrl()}/sites/${plant.siteId}/moment?at=2020-01-02T03:04:00Z`);
  await expect(devices.getByText('Had not sent anything yet')).toHaveCount(2);
  await expect(page.getByText('Nothing happened in the 10 minutes before and after.')).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: 'Now' }).click();
  await expect(page).not.toHaveURL(/at=/);
  await expect(devices.getByRole('link', { name: 'Leg 1' })).toBeVisible();
  if (pictures) await page.screenshot({ path: `${pictures}/site-moment-phone-dark.png` });
  await page.goto(`${baseUrl()}/sites/999999/moment`);
  await expect(page.getByText('Not found.')).toBeVisible();
});
