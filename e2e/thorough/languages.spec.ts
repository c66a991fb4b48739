import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { Api } from '../harness/api.ts';
import { openAs } from '../harness/enter.ts';
import { makePerson, type Plant } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';
import { DashboardPage } from '../pages/dashboard.ts';
import { chooseLanguage } from '../pages/language.ts';

/** Creates a rule that sends a person an e-mail for each alarm at once. */
const mailAlarmsTo = async (person: { readonly email: string; readonly password: string }, plant: Plant) => {
  const own = await Api.signIn(baseUrl(), person.email, person.password);
  own.selection = `${plant.clientId},${plant.siteId},`;
  const rule = { delivery_method: 'Email', event_type: 'alarm', contact_when: 0, all_devices: true, devices: [] };
  await own.post('notification-settings/', rule);
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
  await page.getByRole('tab', { name: /^Ohne Maßnahme [1-9]/ }).click();
  await page.getByRole('searchbox', { name: 'Alarme und Texte suchen' }).fill('touchswitch');
  await expect(page.getByText('Keine Maßnahme').first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Alarme und Texte suchen' }).fill('nirgends');
  await expect(page.getByText('Kein Alarm passt.').first()).toBeVisible();

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
