import { expect, test } from '../fixtures.ts';
import { Api } from '../harness/api.ts';
import { selectionOf } from '../harness/browser.ts';
import { LiveDevice } from '../harness/live-device.ts';
import { makePerson } from '../harness/plant.ts';
import { admin, TocsinServer } from '../harness/server.ts';
import { chooseByText } from '../pages/select.ts';

test('the first day of a portal: the list of first steps, from the registry to the first frame', async ({ page }) => {
  const server = await TocsinServer.start();
  try {
    await page.goto(`${server.url}/`);
    await page.locator('#landing-still').waitFor({ state: 'detached' });
    await expect(page.getByText('This is the demo')).toHaveCount(0);
    const form = page.locator('form').filter({ has: page.locator('input[type=password]') });
    await form.locator('input[name=username]').fill(admin.email);
    await form.locator('input[type=password]').fill(admin.password);
    await form.locator('button[type=submit]').click();
    const steps = page.getByRole('region', { name: 'First steps' });
    await expect(steps).toContainText('0 of 6 done');

    await steps.getByRole('link', { name: 'Device registry' }).click();
    const csv = 'serial_number,code,device_type\nSN-DAY-1,code-day-1,0300\n';
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'registry.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(page.getByText('1 added, 0 changed, 0 unchanged')).toBeVisible();

    await page.getByRole('link', { name: 'Sites', exact: true }).click();
    await expect(steps).toContainText('1 of 6 done');
    await steps.getByRole('link', { name: 'First client' }).click();
    for (const [label, text] of [
      ['Account number', '700100'],
      ['Company', 'Day One Grain'],
      ['Address', '1 Elevator Road'],
      ['Phone', '+1 620 555 0100'],
      ['Full name', 'June Albright'],
      ['Email', 'june@dayone.example'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole('button', { name: 'SAVE' }).click();
    await expect(page.getByText('Client added successfully')).toBeVisible();

    // The rest of a customer's setup has its own journey with keyboard and e-mail (administration.spec.ts).
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const { results } = await api.get<{ results: { id: number }[] }>('clients/');
    api.selection = `${results[0]?.id},,`;
    const place = { title: 'North Elevator', address: '1 Elevator Road', timezone: 'America/Chicago' };
    const site = await api.post<{ id: number }>('locations/', place);
    const unit = { serial_number: 'SN-DAY-1', code: 'code-day-1', device_type: '0300', udf_id: 'DAY1' };
    const device = await api.post<{ id: number }>('devices/', { location: site.id, title: 'Leg 1', ...unit });
    const leg = new LiveDevice(
      { id: device.id, title: 'Leg 1', type: '0300', address: 'DAY1', serial: 'SN-DAY-1', code: 'code-day-1' },
      server.mqttUrl,
    );
    const first = await expect
      .poll(async () => (await api.get<{ steps: { frame: boolean } }>('oem/first-steps/')).steps.frame)
      .toBe(true)
      .then(() => leg.stop());
    expect(first).toBeUndefined();
    await page.goto(`${server.url}/sites`);
    await expect(steps).toContainText('3 of 6 done');
    await expect(steps.getByRole('link', { name: 'Mail server' })).toBeVisible();

    // Creates a policy, and checks whom it would notify of an alarm now.
    const of = { clientId: results[0]?.id ?? 0, company: 'Day One Grain' };
    const plant = { ...of, siteId: site.id, site: place.title, devices: [] };
    await makePerson(api, plant, 'Manager');
    await steps.getByRole('link', { name: 'On call' }).click();
    await page.evaluate((selection) => sessionStorage.setItem('selection', selection), selectionOf(plant));
    await page.reload();
    const policies = page.getByRole('region', { name: 'Escalation policies' });
    await page.getByRole('button', { name: 'Add policy' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add policy' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Alarms');
    const people = dialog.getByRole('combobox', { name: 'Step 1: People' });
    await chooseByText(people, 'Pat Manager');
    await people.press('Escape');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(policies.getByRole('article', { name: 'Alarms' })).toContainText('Pat Manager');
    await page.getByRole('link', { name: 'Overview' }).click();
    const told = page.getByRole('table', { name: 'Who is notified, by event and time' });
    await expect(told.getByRole('row').nth(1)).toContainText('Pat Manager');
    await page.goto(`${server.url}/sites`);
    await expect(steps).toContainText('4 of 6 done');
    await steps.getByRole('button', { name: 'Hide' }).click();
    await expect(steps).toHaveCount(0);
    await page.reload();
    await expect(
      page.getByRole('heading', { name: 'Day One Grain - Sites' }).or(page.getByRole('heading').first()),
    ).toBeVisible();
    await expect(steps).toHaveCount(0);
  } finally {
    await server.remove();
  }
});
