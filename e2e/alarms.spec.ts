import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { expectReadable } from './harness/axe.ts';
import { enter } from './harness/enter.ts';
import { linkIn } from './harness/mailbox.ts';
import { makePerson, makePlant } from './harness/plant.ts';
import { PushingDevice } from './harness/pushing-device.ts';
import { admin } from './harness/server.ts';
import { baseUrl } from './harness/where.ts';
import { NotificationsPage } from './pages/notifications.ts';
import { Toasts } from './pages/toasts.ts';

const today = () => new Date().toLocaleDateString('sv', { timeZone: 'America/Chicago' });

// spec: monitoring 5 Notification export needs a date-from or date-to
// spec: decisions 6 Acknowledge: who, when, text; names who did it in log
test('an alarm from the log to its moment: e-mail, acknowledgement, filters, export', async ({
  api,
  page,
  mailbox,
}) => {
  const elsewhere = await makePlant(api, [{ title: 'Not mine', type: '0300' }]);
  const plant = await makePlant(api, [
    { title: 'Leg 1', type: '0300' },
    { title: 'Leg 2', type: '0300' },
  ]);
  const [one, two] = plant.devices;
  if (!one || !two) throw new Error('no devices');
  const person = await makePerson(api, plant, 'Engineer');
  await api.post('notification-settings/', {
    delivery_method: 'Email',
    event_type: 'alarm',
    contact_when: 0,
    all_devices: true,
    send_to_alternative: true,
    alternative_contact: person.email,
  });
  const leg = new PushingDevice(baseUrl(), one, 3);
  const other = new PushingDevice(baseUrl(), two, 3);
  await leg.birth();
  await other.birth();
  await leg.alarm(0);
  await other.alarm(1);

  await enter(page, person, plant);
  const log = new NotificationsPage(page);
  await log.open();
  await expect(log.rows).toHaveCount(2);
  await expect(log.banner).toContainText('2 alarms');
  // Users in another tab see it in this tab's title and icon.
  await expect(page).toHaveTitle('2 alarms - Notifications - Tocsin');
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^data:image\/svg/);
  await expectReadable(page);

  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByText('Please select date before!')).toBeVisible();
  await log.range(today(), today());
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const csv = readFileSync(await download.path(), 'utf8');
  expect(csv).toContain('date_created,location,device,sensor_name,event_type,content,is_active,duration,acknowledged');
  expect(csv.trim().split('\n')).toHaveLength(3);
  // The connection to the server is lost: the page stays and reports it.
  await page.route('**/notifications/export/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByText('An error occured, please try again!')).toBeVisible();
  await expect(page).toHaveURL(/\/notifications\/all/);
  await page.unroute('**/notifications/export/**');
  await page.getByRole('button', { name: 'Reset' }).click();

  await page.getByPlaceholder('Search by sensor or content').fill('contact 2');
  await expect(log.rows).toHaveCount(1);
  await expect(log.row('Leg 2')).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByLabel('Device', { exact: true }).click();
  await page.getByTitle('Leg 1', { exact: true }).click();
  await expect(log.row('Leg 2')).toHaveCount(0);

  await log.row('Leg 1').getByRole('button', { name: 'Acknowledge' }).click();
  await log.acknowledge('Belt looked at');
  await expect(log.row('Leg 1').getByRole('button', { name: /Acknowledged by Pat Engineer/ })).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  // The banner names the unacknowledged alarm, and can acknowledge it.
  await expect(log.banner).toContainText('Leg 2, Contact 2');
  await log.banner.getByRole('button', { name: 'Acknowledge' }).click();
  await log.acknowledge('');
  await expect(log.banner).toContainText('Acknowledged by Pat Engineer');

  await leg.alarm(0, false);
  await expect(log.row('Leg 1')).toHaveCount(0);
  await log.tab('Historical').click();
  await expect(log.row('Alarm Cleared')).toContainText('Leg 1');
  await expect(log.row('Alarm Detected').filter({ hasText: 'Leg 1' })).toContainText(/0:\d\d:\d\d/);

  // The e-mail's link selects its device, whatever was selected, and shows its moment.
  await log.row('Leg 2').first().getByRole('button', { name: 'Leg 2' }).click();
  await page.waitForURL('**/dashboard');
  const mail = await mailbox(person.email).waitFor('ALARM Leg 1');
  const link = linkIn(mail, '/dashboard/historical/snapshot/');
  await page.goto(link);
  await expect(page.getByText('This is a historical snapshot, the data is not live')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Leg 1');
  await page.goto(link.replace(/device=\d+/, `device=${elsewhere.devices[0]?.id}`));
  await expect(page.getByText('You do not have access to this device.')).toBeVisible();
});

test('forty alarms are one toast and one line; a browser that slept shows the same after waking', async ({
  api,
  browser,
  page,
}) => {
  const plant = await makePlant(api, [{ title: 'Mill', type: '0300' }]);
  const [device] = plant.devices;
  if (!device) throw new Error('no device');
  const mill = new PushingDevice(baseUrl(), device, 40);
  await mill.birth();
  const person = await makePerson(api, plant, 'User');
  const log = new NotificationsPage(page);
  const asleep = await (await browser.newContext()).newPage();
  const sleeper = new NotificationsPage(asleep);
  for (const one of [page, asleep]) {
    await enter(one, person, plant);
    await one.goto(`${baseUrl()}/sites`);
  }
  await expect(asleep.getByText('Connected')).toBeVisible();
  const life = await asleep.context().newCDPSession(asleep);
  await life.send('Page.setWebLifecycleState', { state: 'frozen' });

  await expect(page.getByText('Connected')).toBeVisible();
  await new Toasts(page).hold();
  for (let i = 0; i < 40; i++) await mill.alarm(i);
  await expect(log.banner).toContainText('40 alarms');
  await expect(log.banner).toContainText('Mill, Contact 1');
  await expect(log.toasts).toHaveCount(1);
  await expect(log.toasts).toContainText('40 events of Mill');

  await life.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(sleeper.banner).toContainText('40 alarms');
  expect(await sleeper.toasts.count()).toBeLessThanOrEqual(1);
  await asleep.context().close();
});

test('operator staff see every alarm without a selected client, and the log links to its device', async ({
  api,
  page,
}) => {
  const titles: string[] = [];
  let company = '';
  for (const _ of [1, 2]) {
    const title = `Leg ${randomInt(36 ** 6, 36 ** 7).toString(36)}`;
    const plant = await makePlant(api, [{ title, type: '0300' }]);
    const [device] = plant.devices;
    if (!device) throw new Error('no device');
    const leg = new PushingDevice(baseUrl(), device, 1);
    await leg.birth();
    await leg.alarm(0);
    titles.push(title);
    company = plant.company;
    await enter(page, admin, plant);
  }
  await page.evaluate("sessionStorage.setItem('selection', ',,')");
  await page.goto(`${baseUrl()}/clients`);
  const log = new NotificationsPage(page);
  await expect(log.banner).toContainText(/\d+ alarms at \d+ sites/);
  await expect(log.banner).toContainText(/\d\d:\d\d(:\d\d)? \w+/);
  await page.goto(`${baseUrl()}/clients/${encodeURIComponent(company)}`);
  await expect(page.getByRole('row', { name: company })).toContainText(/1 alarm\s*1 active, not acknowledged/);
  await page.getByRole('button', { name: /^Notifications, \d+ active/ }).click();
  for (const title of titles) {
    await page.getByPlaceholder('Search by sensor or content').fill(title);
    await expect(log.row(title)).toBeVisible();
  }
  // No tone and no toast for clients that are not selected.
  await expect(log.toasts).toHaveCount(0);
  await log
    .row(titles[1] ?? '')
    .getByRole('button', { name: titles[1] ?? '', exact: true })
    .click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('banner')).toContainText(titles[1] ?? '');
});

// spec: decisions 5 test: the rule's 'Send test e-mail' button
test("a rule's page sends a test e-mail and shows the state of each e-mail", async ({
  api,
  page,
  mailbox,
  enterAs,
}) => {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const person = await enterAs(plant, 'Manager');
  await page.goto(`${baseUrl()}/user/setting/add/notification`);
  await page.getByLabel('Event type').click();
  await page.getByTitle('Alarm Changed').click();
  await page.getByLabel('Contact when').click();
  await page.getByTitle('As Alert happens').click();
  await page.getByLabel('All Devices').check();
  await page.getByRole('button', { name: 'SAVE' }).click();
  await page.getByRole('row').filter({ hasText: 'Alarm Changed' }).getByRole('button').first().click();
  await page.getByRole('button', { name: 'Send test e-mail' }).click();
  expect((await mailbox(person.email).waitFor('Tocsin test e-mail')).text).toContain('Pat Manager asked for this test');
  const mails = page.getByRole('region', { name: 'E-mails of this rule' });
  await expect(mails.getByRole('row').filter({ hasText: 'Tocsin test e-mail' })).toContainText('Sent');
  await page.goto(`${baseUrl()}/notifications/all`);
  const log = new NotificationsPage(page);
  await log.tab('Historical').click();
  await expect(log.row('Test Email')).toContainText(person.email);
});

// spec: decisions 6 POST devices/{id}/fix-notifications/ ends every active notification that the live state no longer bears out
test('a super user clears what the live state no longer confirms', async ({ api, page }) => {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const [device] = plant.devices;
  if (!device) throw new Error('no device');
  const before = new PushingDevice(baseUrl(), device, 3);
  await before.birth();
  await before.alarm(0);
  await before.alarm(2);
  // The third contact is no longer listed: its alarm stays active as last known.
  const after = new PushingDevice(baseUrl(), device, 2);
  await after.birth();
  await after.alarm(0);
  const active = async () => {
    const { results } = await api.get<{ results: { sensor_name: string }[] }>(
      `notifications/?is_active=true&device=${device.id}`,
    );
    return results.map((row) => row.sensor_name).sort();
  };
  expect(await active()).toEqual(['Contact 1', 'Contact 3']);
  await enter(page, admin, plant);
  await page.evaluate(`sessionStorage.setItem('selection', '${plant.clientId},${plant.siteId},${device.id}')`);
  await page.goto(`${baseUrl()}/dashboard`);
  const fix = page.getByRole('button', { name: 'Fix Notification' });
  await page.route('**/fix-notifications/', (route) => route.abort());
  await fix.click();
  await expect(page.getByText('Request for device notifications cleanup failed')).toBeVisible();
  await page.unroute('**/fix-notifications/');
  await fix.click();
  await expect(page.getByText('Cleared notification was successful')).toBeVisible();
  await expect.poll(active).toEqual(['Contact 1']);
});
