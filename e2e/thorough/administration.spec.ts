import { randomInt } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { Api } from '../harness/api.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { linkIn } from '../harness/mailbox.ts';
import { registerDevices } from '../harness/plant.ts';
import { admin } from '../harness/server.ts';
import { baseUrl } from '../harness/where.ts';
import { Keyboard } from '../pages/keyboard.ts';
import { SignInPage } from '../pages/sign-in.ts';

const password = 'Barley-Field-42';

/** Activates a user: from the e-mailed link over terms and password to the list of sites. */
async function activate(keys: Keyboard, link: string): Promise<void> {
  await keys.page.goto(link);
  await keys.tick('I have read the terms and agree to them');
  await keys.button('ACCEPT');
  await keys.reach(keys.page.locator('input[name=new-password]'));
  await keys.page.keyboard.insertText(password);
  await keys.reach(keys.page.locator('input[name=confirm-password]'));
  await keys.page.keyboard.insertText(password);
  await keys.button('SET PASSWORD');
  await keys.page.waitForURL('**/sites');
  await keys.button('Close the tour for good');
}

/** The keyboard of a person in a new browser. */
async function freshKeys(browser: Browser): Promise<Keyboard> {
  return new Keyboard(await (await browser.newContext()).newPage());
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' }).getByRole('listitem');
const cards = (page: Page) => page.getByRole('main').getByRole('article');
const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();

// spec: administration 2.4 after adding a site the user goes to its edit page
// spec: administration 4 selecting a site goes to /devices
test('an operator sets up a client and its users set up their plant, with keyboard and e-mail only', async ({
  api,
  browser,
  mailbox,
  page,
}) => {
  const mark = randomInt(36 ** 4, 36 ** 5).toString(36);
  const company = `Keyboard ${mark} Co-op`;
  const contact = `contact-${mark}@keyboard.example`;
  const engineer = `engineer-${mark}@keyboard.example`;
  const unit = (n: number) => ({ serial: `KB-${mark}-${n}`, code: `code-${mark}-${n}`, type: '0300' as const });
  await registerDevices(api, [1, 2, 3].map(unit));

  // The operator creates the client.
  const operator = new Keyboard(page);
  await new SignInPage(page).open();
  await operator.reach(page.locator('input[name=username]'));
  await page.keyboard.insertText(admin.email);
  await operator.reach(page.locator('input[type=password]'));
  await page.keyboard.insertText(admin.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/sites');
  await operator.link('Clients');
  await operator.button('+ ADD');
  await operator.button('SAVE');
  await said(page, 'Please input your company');
  await said(page, 'Please input your Email Address!');
  await operator.type('Account number', String(randomInt(100_000, 100_000_000)));
  await operator.type('Company', company);
  await operator.type('Address', '1 Elevator Road');
  await operator.type('Phone', '+1 620 555 0100');
  await operator.type('Full name', 'June Albright');
  await operator.type('Email', contact);
  await operator.button('SAVE');
  await said(page, 'Client added successfully');

  // The contact person activates with the e-mail and has an account manager's rights.
  const june = await freshKeys(browser);
  await activate(june, linkIn(await mailbox(contact).waitFor('Activate your Tocsin account'), '/register/activate/'));
  await expect(june.page.getByRole('heading', { name: `${company} - Sites` })).toBeVisible();
  await said(june.page, 'location is empty!');
  for (const title of ['North Elevator', 'South Elevator']) {
    await june.button('Add New Site');
    await june.button('SAVE');
    await said(june.page, 'Please input your title');
    await june.type('Title', title);
    await june.type('Address', '1 Elevator Road');
    await june.choose('Time zone', 'America/Chicago (UTC-06:00)');
    await june.button('SAVE');
    await june.page.waitForURL(/\/sites\/edit\/\d+$/);
    await june.link('Sites');
    await june.page.waitForURL('**/sites');
  }
  await expect(cards(june.page)).toHaveCount(2);

  // She claims three devices; a wrong code is refused and the input is kept.
  await june.button('North Elevator');
  await june.page.waitForURL('**/devices');
  for (const n of [1, 2, 3]) {
    await june.button('Add New Device');
    await june.button('A unit with serial number and code');
    await june.type('Title', `Leg ${n}`);
    await june.type('Serial number', unit(n).serial);
    await june.type('Code', n === 1 ? 'wrong-code' : unit(n).code);
    // The serial number of the second one tells its type.
    if (n === 1) await june.choose('Device type', 'WDC4');
    await june.type('UDF ID', `${mark}${n}`);
    await june.button('Add the device');
    if (n === 1) {
      await said(june.page, 'Not a valid serial number or code!');
      await expect(june.page.getByLabel('Serial number')).toHaveValue(unit(n).serial);
      await june.type('Code', unit(n).code);
      await june.button('Add the device');
    }
    await said(june.page, 'Device added successfully');
    await june.page.waitForURL(/\/connect\b/);
    await expect(june.page.getByText('Waiting for the first frame')).toBeVisible();
    await june.link('Devices');
    await june.page.waitForURL('**/devices');
  }
  await expect(cards(june.page)).toHaveCount(3);
  await expectNoSeriousViolation(june.page);

  // She invites an engineer for one of the sites.
  await june.link('Sites');
  await june.link('Edit site: North Elevator');
  await june.button('Add User +');
  await june.type('Full name', 'Eli Enberg');
  await june.type('Email', engineer);
  await june.type('Phone', '+1 620 555 0101');
  await june.type('Address', '2 Elevator Road');
  await june.tick('Has Access: North Elevator');
  await june.choose('Permission: North Elevator', 'Engineer');
  await june.button('ADD USER');
  await said(june.page, 'User created');
  await june.button('Send activation email');
  await said(june.page, 'Activation succeeded');

  // The engineer sees only that site and nothing of the other one.
  const eli = await freshKeys(browser);
  await activate(eli, linkIn(await mailbox(engineer).waitFor('Activate your Tocsin account'), '/register/activate/'));
  await expect(cards(eli.page)).toHaveCount(1);
  await expect(cards(eli.page)).toContainText('North Elevator');
  await expect(eli.page.getByText('South Elevator')).toHaveCount(0);
  // Edit rights depend on the site, and he has not selected one yet.
  await expect(menu(eli.page)).toHaveText([
    'Sites',
    'Devices',
    'Sensor Dashboard',
    'Sensor Graphs',
    'Notifications',
    'On Call',
    'Email Alerts',
    /^Not Protecting\d*$/,
    'Maintenance',
    'Visual Dashboard',
  ]);
  const his = await Api.signIn(baseUrl(), engineer, password);
  const hers = await Api.signIn(baseUrl(), contact, password);
  const all = await hers.get<{ results: { id: number; title: string }[] }>('locations/?limit=100&offset=0');
  const seen = await his.get<{ count: number }>('locations/?limit=100&offset=0');
  const south = all.results.find((site) => site.title === 'South Elevator');
  expect([all.results.length, seen.count]).toEqual([2, 1]);
  expect((await his.send('GET', `locations/${south?.id}/`)).status).toBe(404);
  await eli.page.goto(`${baseUrl()}/sites/edit/${south?.id}`);
  await expect(eli.page.getByText('Not found.')).toBeVisible();
});
