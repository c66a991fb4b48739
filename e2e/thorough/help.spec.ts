import { expect, test } from '../fixtures.ts';
import { Api, closeTour } from '../harness/api.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { openAs } from '../harness/enter.ts';
import { makePerson } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';
import { DashboardPage } from '../pages/dashboard.ts';
import { SignInPage } from '../pages/sign-in.ts';

const barHeight = 48;

// meets: wcag-2.2-aa 3.2.6
test('a first visit: the tour points at real elements and stays closed, the help covers every page', async ({
  api,
  browser,
  livePlant,
  page,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const person = await makePerson(api, plant, 'Engineer');
  const own = await Api.signIn(baseUrl(), person.email, person.password);
  await own.call('PUT', 'accounts/tour/', { closed: false });
  await new SignInPage(page).signIn(person.email, person.password);

  const tour = page.getByRole('dialog');
  await expect(tour).toContainText('Where you are');
  await expect(tour).toBeFocused();
  await expectNoSeriousViolation(page);
  await expect(page.getByText('Connected, live')).toBeVisible();
  await expect(page.getByText('All quiet', { exact: true })).toBeVisible();
  const top = async () => (await page.locator('main').boundingBox())?.y;
  // The line below the page's bar that says what is still being read has gone.
  await expect.poll(top).toBe(barHeight);
  const titles = [
    'Every value has its age',
    'How it came to this',
    'Alarms',
    'Who is notified',
    'What does not protect now',
    'Your plant as a drawing',
  ];
  for (const title of titles) {
    await page.keyboard.press('ArrowRight');
    await expect(tour).toContainText(title);
  }
  expect(await top()).toBe(barHeight);
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/accounts/tour/'));
  await page.keyboard.press('Escape');
  await expect(tour).toHaveCount(0);
  await saved;

  // Another browser does not show it again.
  const elsewhere = await browser.newContext();
  const second = await elsewhere.newPage();
  await openAs(second, person);
  await expect(second.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  await expect(second.getByRole('dialog')).toHaveCount(0);
  await elsewhere.close();

  // Each page links to its help page.
  await new DashboardPage(page).open(plant, plant.devices[0]);
  await page.getByRole('link', { name: 'Help for this page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sensor Dashboard' })).toBeVisible();
  await expectNoSeriousViolation(page);
  await page.getByRole('link', { name: 'Warnings', exact: true }).first().click();
  await expect(page).toHaveURL(/\/help\/warnings$/);
  await page.getByPlaceholder('Search the help').fill('recovery codes');
  await expect(page.getByRole('navigation', { name: 'Help pages' }).getByRole('link')).toHaveText([
    'Sign in',
    'Your own settings',
  ]);

  // The global search finds a word in it.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('underneath nothing');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.getByRole('combobox').fill('chattering');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();

  // The tour can be shown again.
  await page.getByRole('button', { name: 'Show the tour' }).click();
  await expect(tour).toContainText('Where you are');
  await closeTour(own);
});
