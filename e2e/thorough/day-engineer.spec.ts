import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { enter, openAs } from '../harness/enter.ts';
import { LiveDevice } from '../harness/live-device.ts';
import { makePerson, makePlant, type Person, type Plant } from '../harness/plant.ts';
import { mqttUrl } from '../harness/where.ts';
import { DashboardPage } from '../pages/dashboard.ts';
import { NotificationsPage } from '../pages/notifications.ts';
import { SchemaEditor } from '../pages/schema-editor.ts';
import { chooseByText } from '../pages/select.ts';

const [head, tail] = ['4.4000', '4.4002'];

/** The second person approves the change, and takes a worn sensor out of service until its review. */
async function approve(page: Page, manager: Person, plant: Plant): Promise<void> {
  const [device] = plant.devices;
  await enter(page, manager);
  const dashboard = new DashboardPage(page);
  await dashboard.open(plant, device, '/dashboard/edit/warnings');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('The change is approved and in force.')).toBeVisible();
  await expect(page.getByRole('spinbutton', { name: 'Value' }).first()).toHaveValue('68');

  await dashboard.goto('/out-of-service');
  await page.getByRole('button', { name: 'Take a sensor of Leg 1 out of service' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Sensor' }).fill('Touchswitch right');
  await page.getByTitle(/^Touchswitch right/).click();
  await dialog.getByLabel('Reason').fill('Bracket is worn, the new one arrives on Monday');
  const review = dialog.getByLabel('Review date');
  await expect(review).not.toHaveValue('');
  await dialog.getByRole('button', { name: 'Take out of service' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Touchswitch right' });
  await expect(row).toContainText('Bracket is worn');
  await row.getByRole('button', { name: 'Extend' }).click();
  await dialog.getByLabel('Reason').fill('The new one arrives on Tuesday');
  await dialog.getByRole('button', { name: 'Extend' }).click();
  await expect(row).toContainText('arrives on Tuesday');
  await row.getByRole('button', { name: 'Return to service' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Return to service' }).click();
  await expect(page.getByText('Nothing is out of service.')).toBeVisible();
}

test('an engineer’s day: from the first frame over a rule that two people agree on to two tests beside the machine', async ({
  api,
  browser,
  mailbox,
  page,
}) => {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const [device] = plant.devices;
  if (!device) throw new Error('the plant has no leg');
  const person = await makePerson(api, plant, 'Engineer');
  // Who approves has proved their mailbox.
  const manager = await makePerson(api, plant, 'Manager', mailbox);
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
    await chooseByText(page.getByRole('combobox', { name: 'Sensor', exact: true }), 'street side');
    await page.getByRole('spinbutton', { name: 'Value' }).fill('65');
    await page.getByRole('spinbutton', { name: 'For at least (s)' }).fill('0');
    await page.getByRole('button', { name: 'SAVE' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    leg.hold(head, 70);
    await expect(dashboard.card(head)).toContainText('Warning');

    // Shelves it with a reason while the cable is repaired; it stays visible.
    const log = new NotificationsPage(page);
    await log.open();
    await page.getByRole('button', { name: 'Shelve', exact: true }).click();
    const shelf = page.getByRole('dialog');
    await shelf.getByLabel('Explanation').fill('Cable is loose, the electrician comes at 14:00');
    await shelf.getByRole('button', { name: 'Shelve' }).click();
    await expect(log.rows.first()).toContainText('Shelved');
    leg.hold(head, 40);
    await expect(log.rows).toHaveCount(0);

    // Rehearses a wider limit. It loosens the rule, so it needs a reason and the approval of a second person.
    await api.call('PATCH', `clients/${plant.clientId}/`, { changes_need_approval: true });
    await dashboard.goto('/dashboard/edit/warnings');
    await page.getByRole('spinbutton', { name: 'Value' }).first().fill('68');
    const rehearsal = page.getByRole('region', { name: 'Try on history' });
    await rehearsal.getByRole('button', { name: 'Try', exact: true }).click();
    await expect(rehearsal.getByText('nothing was sent', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'SAVE' }).click();
    const why = page.getByRole('dialog', { name: 'Why this change?' });
    await why.getByLabel('Reason').fill('Normal under full load, as tried on today’s readings');
    await why.getByRole('button', { name: 'Save with reason' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await dashboard.goto('/dashboard/edit/warnings');
    await expect(page.getByText('Pat Engineer proposed a change', { exact: false })).toBeVisible();
    const desk = await browser.newContext();
    await approve(await desk.newPage(), manager, plant);
    await desk.close();
    await dashboard.goto('/dashboard');
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
