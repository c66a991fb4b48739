import { expect, test } from './fixtures.ts';
import { enter, openAs } from './harness/enter.ts';
import { LiveDevice } from './harness/live-device.ts';
import { makePerson, makePlant } from './harness/plant.ts';
import { mqttUrl } from './harness/where.ts';
import { DashboardPage } from './pages/dashboard.ts';
import { SchemaEditor } from './pages/schema-editor.ts';

const [head, tail] = ['4.4000', '4.4002'];

test('an engineer’s day: from the first frame to two tests beside the machine', async ({ api, browser, page }) => {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const [device] = plant.devices;
  if (!device) throw new Error('a plant without its leg');
  const person = await makePerson(api, plant, 'Engineer');
  await openAs(page, person);
  const dashboard = new DashboardPage(page);

  // Connects it: the page waits, and reports the first frame.
  await dashboard.open(plant, device, `/devices/edit/device/${device.id}/connect`);
  await expect(page.getByText('Waiting for the first frame...')).toBeVisible();
  const leg = new LiveDevice(device, mqttUrl());
  try {
    await expect(page.getByText('The first frame has arrived')).toBeVisible();
    await page.getByRole('button', { name: 'Open the dashboard' }).click();
    await expect(dashboard.card(head)).toContainText('OK');

    // Names its sensors.
    await dashboard.goto('/dashboard/edit/sensor/names');
    await page.getByLabel('Name of Head bearing left').fill('Head bearing, street side');
    await page.getByRole('button', { name: 'SAVE' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(dashboard.card(head)).toContainText('Head bearing, street side');

    // Sets a warning, and sees it raised.
    await dashboard.goto('/dashboard/edit/warnings');
    await page.getByRole('button', { name: 'Add warning' }).click();
    await page.getByRole('combobox', { name: 'Sensor', exact: true }).fill('street side');
    await page.keyboard.press('Enter');
    await page.getByRole('spinbutton', { name: 'Value' }).fill('65');
    await page.getByRole('spinbutton', { name: 'For at least (s)' }).fill('0');
    await page.getByRole('button', { name: 'SAVE' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    leg.hold(head, 70);
    await expect(dashboard.card(head)).toContainText('Warning');
    leg.hold(head, 40);
    await expect(dashboard.card(head)).not.toContainText('Warning');

    // Draws the leg, binds its bearing, publishes.
    const list = `/visual-dashboard/site/${plant.siteId}/schemas`;
    await dashboard.goto(list);
    await page.getByRole('button', { name: 'Add new schema' }).first().click();
    const editor = new SchemaEditor(page);
    await page.getByLabel('Schema name').fill('Main plant');
    await page.getByLabel('Tab name').fill('Receiving');
    await editor.dragMachine('bucket-elevator', { x: 300, y: 360 });
    await editor.machine('Bucket elevator').click();
    await editor.bind('Choose a sensor Head bearing', 'street side', head);
    await editor.save();
    await dashboard.goto(list);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByLabel('Comment').fill('As built');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('Published, shown to everyone')).toBeVisible();
    await page.getByRole('link', { name: 'Main plant' }).click();
    await expect(page.locator('[data-machine][data-state="ok"]')).toBeVisible();

    // Tests two sensors on a phone.
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const hand = await phone.newPage();
    await enter(hand, person);
    for (const sensor of [head, tail] as const) {
      await new DashboardPage(hand).open(plant, device, `/maintenance/${device.id}/${sensor}`);
      await hand.getByRole('button', { name: 'Start test' }).tap();
      await expect(hand.getByText('Sensor maintenance started. Please cause an alarm.')).toBeVisible();
      leg.hold(sensor ?? '', 84);
      await expect(hand.getByText('Alarm detected! Please clear alarm to finish test.')).toBeVisible();
      leg.hold(sensor ?? '', 40);
      await expect(hand.getByRole('dialog')).toContainText('Maintenance test succeeded');
      await hand.getByRole('dialog').getByRole('button', { name: 'SUBMIT' }).tap();
      await expect(hand.getByText(/Last test passed/)).toBeVisible();
    }
    await phone.close();
    await dashboard.goto(`/sites/${plant.siteId}/proof-tests`);
    await expect(page.getByRole('row').filter({ hasText: 'Head bearing, street side' })).toContainText('Pat Engineer');
  } finally {
    await leg.stop();
  }
});
