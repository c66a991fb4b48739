import { expect, test } from './fixtures.ts';
import { expectReadable } from './harness/axe.ts';
import { openAs } from './harness/enter.ts';
import { makePerson } from './harness/plant.ts';
import { baseUrl } from './harness/where.ts';
import { DashboardPage } from './pages/dashboard.ts';
import { MaintenancePage } from './pages/maintenance.ts';
import { PickPages } from './pages/pick.ts';

const bearing = '4.4001';
interface Info {
  readonly current: { readonly event_type: string } | null;
  readonly sensors: readonly { readonly sensor_id: string; readonly event_type: string; readonly comment: string }[];
}

// spec: monitoring 4 In maintenance mode the user clicks a sensor. Not allowed for sensor ids 18000 and 21000
// spec: monitoring 4 When the alarm clears the test succeeds; a modal asks for a comment then SUBMIT
test('a bearing is tested with a heat gun, another test is cancelled, and what cannot be tested is refused', async ({
  livePlant,
  page,
  api,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.live;
  const device = plant.devices[0];
  if (!leg || !device) throw new Error('the plant has no leg');
  await openAs(page, await makePerson(api, plant, 'Engineer'));
  const pick = new PickPages(page);
  await pick.site(plant.site);
  await pick.device('Leg 1');
  const dashboard = new DashboardPage(page);
  await expect(dashboard.card(bearing)).toContainText('OK');
  const tests = new MaintenancePage(page);
  await tests.open();

  await tests.press('18.18000');
  await expect(page.getByText('Maintenance Mode Restricted')).toBeVisible();

  await tests.press(bearing);
  await expect(tests.bar).toContainText('Sensor maintenance started. Please cause an alarm. Click to cancel');
  await expect(tests.timer).toHaveText(/^7:5\d$|^8:00$/);
  await expect(dashboard.card(bearing)).toContainText('Test');
  await expectReadable(page);
  // Somebody else cannot start a second test at the same time.
  const second = await api.send('POST', `devices/${device.id}/maintenance/`, {
    event_type: 'maintenance_expect_alarm_on',
    sensor_id: '4.4002',
  });
  expect([second.status, await second.text()]).toEqual([400, expect.stringContaining('Maintenance Mode Restricted')]);

  leg.hold(bearing, 82);
  await expect(tests.bar).toContainText('Alarm detected! Please clear alarm to finish test. Click to cancel');
  await tests.press(bearing);
  await expect(page.getByText('The test cannot be cancelled while the sensor is in alarm.')).toBeVisible();
  const refused = await api.send('POST', `devices/${device.id}/maintenance/`, {
    event_type: 'maintenance_canceled',
    sensor_id: bearing,
    comment: 'Changed my mind',
  });
  expect(refused.status).toBe(400);
  leg.hold(bearing, 40);
  await expect(tests.modal).toContainText('Maintenance test succeeded');
  await tests.comment('<b>Heat gun</b>, relay tripped');

  await tests.press('4.4002');
  await expect(tests.bar).toBeVisible();
  await tests.press('4.4002');
  await expect(tests.submit).toBeDisabled();
  await tests.comment('Wrong sensor');
  await expect(page.getByText('Please click on the sensor to start the maintenance test.')).toBeVisible();
  const info = await api.get<Info>(`devices/${device.id}/get-maintenance-info/`);
  expect(info.sensors.map((row) => [row.sensor_id, row.event_type]).sort()).toEqual([
    [bearing, 'maintanance_succeeded'],
    ['4.4002', 'maintenance_canceled'],
  ]);

  // The ledger shows it, with its markup as plain text.
  await page.getByRole('link', { name: 'Maintenance' }).click();
  const row = page.getByRole('row').filter({ hasText: 'relay tripped' });
  await expect(row).toContainText('<b>Heat gun</b>, relay tripped');
  await expect(row).toContainText('OK');
  await expect(page.getByRole('row').filter({ hasText: 'Never tested' }).first()).toBeVisible();
  await expectReadable(page);
  await page.getByRole('button', { name: 'Inspection report' }).click();
  await expect(page.getByRole('heading', { name: 'Periods without monitoring' })).toBeVisible();
  await expect(page.getByText('Sensor in maintenance test').first()).toBeVisible();
  await expectReadable(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download ZIP' }).click();
  expect((await saved).suggestedFilename()).toBe(`inspection_site_${plant.siteId}.zip`);

  // An Engineer sees only the month and the bad actors; alarms of tests do not count.
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByRole('tab')).toHaveText(['The month', 'BAD ACTORS']);
  await page.getByRole('tab', { name: 'BAD ACTORS' }).click();
  await expect(page.getByText('There is no data!')).toBeVisible();
  await expectReadable(page);
});

test('a QR code opens a sensor’s test on a phone, after the sign-in, for one-handed use', async ({
  livePlant,
  browser,
  api,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.live;
  const device = plant.devices[0];
  if (!leg || !device) throw new Error('the plant has no leg');
  const person = await makePerson(api, plant, 'Engineer');
  await expect
    .poll(async () => (await api.get<{ results: unknown[] }>(`devices/${device.id}/sensors/`)).results.length)
    .toBeGreaterThan(0);
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await phone.newPage();
  await page.goto(`${baseUrl()}/maintenance/${device.id}/${bearing}`);
  const form = page.locator('form').filter({ has: page.locator('input[type=password]') });
  await form.locator('input[name=username]').fill(person.email);
  await form.locator('input[type=password]').fill(person.password);
  await form.locator('button[type=submit]').click();
  await page.waitForURL(`**/maintenance/${device.id}/${bearing}`);
  await expect(page.getByText('Never tested before')).toBeVisible();
  const start = page.getByRole('button', { name: 'Start test' });
  const box = await start.boundingBox();
  expect(box?.height ?? 0).toBeGreaterThanOrEqual(44);
  expect(box?.y ?? 0).toBeGreaterThan(844 / 2);
  await start.tap();
  await expect(page.getByText('Sensor maintenance started. Please cause an alarm.')).toBeVisible();
  leg.hold(bearing, 82.1);
  await expect(page.getByText('Alarm detected! Please clear alarm to finish test.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel test' })).toBeDisabled();
  await expectReadable(page);
  // The browser is closed and reopened: the server still has the test.
  await page.reload();
  await expect(page.getByText('Alarm detected! Please clear alarm to finish test.')).toBeVisible();
  leg.hold(bearing, 40);
  const modal = page.getByRole('dialog');
  await expect(modal).toContainText('Maintenance test succeeded');
  await modal.getByRole('button', { name: 'SUBMIT' }).tap();
  await expect(page.getByText(/Last test passed/)).toBeVisible();
  await phone.close();
});
