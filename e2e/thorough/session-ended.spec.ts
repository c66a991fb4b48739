import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { enter } from '../harness/enter.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';

const save = (page: Page) => page.locator('main form button[type=submit]');

/** Ends the page's session on the server, as an idle limit does. */
const endSession = `fetch('/api/v1/accounts/logout/', {
  method: 'POST',
  headers: { Authorization: 'JWT ' + localStorage.getItem('token') },
}).then(({ status }) => status)`;

test('a session that ends in a form asks for the password over it, and the form is kept and saved', async ({
  page,
  api,
}) => {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const person = await makePerson(api, plant, 'account manager');
  await enter(page, person, plant);
  await page.goto(`${baseUrl()}/sites/add/site`);
  const title = page.locator('main form input[type=text]').first();
  await title.fill('South Elevator');
  expect(await page.evaluate(endSession)).toBeLessThan(300);
  await save(page).dispatchEvent('click');

  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog).toContainText(person.email);
  await dialog.getByLabel('Password').fill('not it');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('alert').or(dialog.locator('[aria-invalid=true]')).first()).toBeVisible();
  await dialog.getByLabel('Password').fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(title).toHaveValue('South Elevator');
  await expect(page).toHaveURL(/\/sites\/add\/site/);

  // A reload keeps the draft; leaving without it needs a yes.
  page.on('dialog', (ask) => void ask.accept());
  await page.reload();
  await expect(page.getByText('This is your draft, which was not saved.')).toBeVisible();
  await expect(title).toHaveValue('South Elevator');
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await expect(title).toHaveValue('');
  await page.reload();
  await expect(page.getByText('This is your draft')).toHaveCount(0);
});

// meets: owasp-asvs-5 V14.3.1
test('signing in as somebody else drops the form, and signing out removes drafts', async ({ page, api }) => {
  const plant = await makePlant(api, []);
  const person = await makePerson(api, plant, 'account manager');
  await enter(page, person, plant);
  page.on('dialog', (ask) => void ask.accept());
  await page.goto(`${baseUrl()}/sites/add/site`);
  await page.locator('main form input[type=text]').first().fill('South Elevator');
  const drafts = `Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length`;
  await expect.poll(() => page.evaluate(drafts)).toBe(1);
  await page.evaluate(endSession);
  await save(page).dispatchEvent('click');
  await page.getByRole('button', { name: 'Sign in as somebody else, without this form' }).click();
  await expect(page).toHaveURL(`${baseUrl()}/`);
  expect(await page.evaluate(`localStorage.getItem('token')`)).toBeNull();

  await enter(page, person, plant);
  await page.goto(`${baseUrl()}/sites`);
  await page.getByRole('button', { name: 'Pat' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect.poll(() => page.evaluate(drafts)).toBe(0);

  // Nothing of the plant stays, in no place of the browser: settings of the page alone.
  const kept = await page.evaluate(`Object.keys(localStorage).toSorted()`);
  const settings = [
    'alarm_sound',
    'log_clock',
    'log_view',
    'offset',
    'recent_places',
    'signed_out',
    'theme',
    'timescale',
  ];
  expect((kept as string[]).filter((key) => !settings.includes(key))).toEqual([]);
  expect(await page.evaluate(`Object.keys(sessionStorage).filter((key) => !key.startsWith('tsr-scroll-'))`)).toEqual(
    [],
  );
  expect(await page.context().cookies()).toEqual([]);
  await page.goto(`${baseUrl()}/sites`);
  await expect(page.getByLabel('Password').first()).toBeVisible();
  await expect(page.getByText(plant.company)).toHaveCount(0);
});

// meets: wcag-2.2-aa 2.2.1
test('before a session without input ends, the page says so, and a press keeps it', async ({ page, api }) => {
  const plant = await makePlant(api, []);
  await api.call('PATCH', `clients/${plant.clientId}/sign-in/`, { session_idle_minutes: 5 });
  const person = await makePerson(api, plant, 'Engineer');
  await page.clock.install();
  await enter(page, person, plant);
  await page.goto(`${baseUrl()}/sites`);
  const bar = page.getByRole('alert').filter({ hasText: 'you are signed out' });
  const stay = bar.getByRole('button', { name: 'Stay signed in' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Shift');
  await page.clock.fastForward('01:00');
  await expect(bar).toHaveCount(0);
  // Two times, as often as it is needed.
  for (let n = 0; n < 2; n++) {
    await page.clock.fastForward('02:05');
    await expect(stay).toBeVisible();
    const told = page.waitForRequest((request) => request.url().endsWith('/api/v1/me/'));
    await stay.press('Enter');
    expect(Number((await told).headers()['x-tocsin-idle'])).toBeLessThan(60);
    await expect(bar).toHaveCount(0);
  }
});
