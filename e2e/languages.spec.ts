import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { Api } from './harness/api.ts';
import { openAs } from './harness/enter.ts';
import { makePerson, type Plant } from './harness/plant.ts';
import { baseUrl } from './harness/where.ts';
import { DashboardPage } from './pages/dashboard.ts';

/** Folder for screenshots; without it none are taken. */
const pictures = process.env.TOCSIN_PICTURES;

/** A rule that mails a person every alarm at once. */
const mailAlarmsTo = async (person: { readonly email: string; readonly password: string }, plant: Plant) => {
  const own = await Api.signIn(baseUrl(), person.email, person.password);
  own.selection = `${plant.clientId},${plant.siteId},`;
  const rule = { delivery_method: 'Email', event_type: 'alarm', contact_when: 0, all_devices: true, devices: [] };
  await own.post('notification-settings/', rule);
};

const chooseLanguage = async (page: Page, label: string, name: string): Promise<void> => {
  await page.goto(`${baseUrl()}/user/setting`);
  // By keyboard: what loads above may move an open list under the pointer.
  const select = page.getByRole('combobox', { name: label });
  await select.focus();
  await select.press('Enter');
  const active = page.locator('.ant-select-item-option-active');
  for (let n = 0; n < 6 && !(await active.textContent())?.includes(name); n++) await select.press('ArrowDown');
  await expect(active).toContainText(name);
  await select.press('Enter');
};

test('a person reads pages and mails in German, and another person of the client stays with English', async ({
  api,
  browser,
  enterAs,
  livePlant,
  mailbox,
  page,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.live;
  const german = await enterAs(plant, 'Manager');
  const english = await makePerson(api, plant, 'Manager');
  for (const person of [german, english]) await mailAlarmsTo(person, plant);

  await chooseLanguage(page, 'Language', 'Deutsch');
  await expect(page.getByRole('navigation', { name: 'Hauptnavigation' })).toContainText('Sensorübersicht');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  const other = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await openAs(other, english);
  await expect(other.getByRole('navigation', { name: 'Main navigation' })).toContainText('Sensor Dashboard');
  await expect(other.locator('html')).toHaveAttribute('lang', 'en');

  const dashboard = new DashboardPage(page);
  await dashboard.open(plant, plant.devices[0]);
  await expect(page.getByRole('heading', { name: 'Nicht normal' }).or(dashboard.card('3.3000'))).toBeVisible();
  leg?.hold('3.3000', 0);
  await expect(dashboard.card('3.3000')).toContainText(/Alarm.*seit/);
  await expect(page.getByRole('button', { name: 'Quittieren' }).first()).toBeVisible();
  await page.goto(`${baseUrl()}/sites/${plant.siteId}/alarm-register`);
  await expect(page.getByRole('heading', { name: 'Alarmregister' })).toBeVisible();
  await expect(page.getByText('Noch nicht freigegeben')).toBeVisible();

  const mail = await mailbox(german.email).waitFor('ALARM Leg 1');
  expect(mail.text).toContain('Diesen Zeitpunkt öffnen');
  expect(mail.html).toContain('lang="de"');
  const same = await mailbox(english.email).waitFor('ALARM Leg 1');
  expect(same.text).toContain('Open this moment');
  expect(same.html).toContain('lang="en"');

  await chooseLanguage(page, 'Sprache', 'Wie mein Browser');
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
});

test('signed-out pages are in the language of the browser', async ({ browser }) => {
  const visit = async (locale: string): Promise<Page> => {
    const page = await (await browser.newContext({ locale })).newPage();
    await page.goto(baseUrl());
    return page;
  };
  const german = await visit('de-AT');
  await expect(german.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible();
  await expect(german.locator('#landing-still')).toHaveCount(0);
  const dutch = await visit('nl-NL');
  await expect(dutch.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
});

/** Elements that extend beyond the window's right edge; empty if none. */
const overhang = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const by = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (by <= 0) return '';
    const out = [...document.querySelectorAll('#root *')].filter((e) => e.getBoundingClientRect().right > innerWidth + 1);
    return 'by ' + by + ' px: ' + out.slice(-3).map((e) => e.tagName + '.' + e.className).join(', ');
  })()`);

test('German, with the longest words, widens no page of a phone', async ({ livePlant, enterAs, page }) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  await enterAs(plant, 'Manager');
  await chooseLanguage(page, 'Language', 'Deutsch');
  await expect(page.getByRole('combobox', { name: 'Sprache' })).toBeVisible();
  const dashboard = new DashboardPage(page);
  const paths = ['/sites', '/devices', '/dashboard', '/graphs', '/notifications/all', '/on-call', '/protection']
    .concat(['/shelves', '/out-of-service', '/maintenance-tasks', '/my-notifications', '/user/setting'])
    .concat(['/user/setting/add/notification', `/sites/${plant.siteId}/handover`, `/sites/${plant.siteId}/rounds`])
    .concat([
      `/sites/${plant.siteId}/alarm-register`,
      `/sites/${plant.siteId}/proof-tests`,
      '/dashboard/edit/warnings',
    ]);
  for (const path of paths) {
    await page.setViewportSize({ width: 390, height: 844 });
    await dashboard.open(plant, plant.devices[0], path);
    await expect(page.getByRole('main')).toContainText(/\p{L}{3}/u);
    await expect.poll(() => overhang(page), { message: path }).toBe('');
    if (pictures) await page.screenshot({ path: `${pictures}/de${path.replaceAll(/\W+/g, '-')}-390.png` });
  }
});
