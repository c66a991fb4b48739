import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { makePerson, makePlant } from './harness/plant.ts';
import { baseUrl } from './harness/where.ts';
import { LandingPage } from './pages/landing.ts';

// Motion as most people have it: the run's own page asks for none.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Opens the landing page on a line so slow that its script does not come before it is let. */
async function openBeforeScript(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(`${baseUrl()}/`, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const still = page.locator('#landing-still');
  await expect(still).toBeVisible();
  return async () => {
    resolve();
    await still.waitFor({ state: 'detached' });
  };
}

test('signs in whoever pressed Enter before the script was there', async ({ page, api }) => {
  const plant = await makePlant(api, []);
  const person = await makePerson(api, plant, 'User');
  const release = await openBeforeScript(page);
  await page.getByLabel('Email Or Username').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await release();
  await page.waitForURL('**/sites');
  expect(page.url()).not.toContain('password');
});

test('does what was pressed before the script was there, the last press only', async ({ page }) => {
  for (const [name, title] of [
    ['Register for demo', 'Register for demo'],
    ['Forgot password?', 'Reset password'],
    ['Terms of Use', 'Terms of Use'],
  ] as const) {
    const release = await openBeforeScript(page);
    const landing = new LandingPage(page);
    await landing.button('Sign in').click();
    await landing.button(name).click();
    await release();
    await expect(landing.dialog(title)).toBeVisible();
    await expect(page.getByText('Please input your Password!')).toHaveCount(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

// On a page of its own: where a page was loaded before, the browser scrolls back to where it was, under the pointer.
test('ends a press that was held down while the script came', async ({ page, api }) => {
  const plant = await makePlant(api, []);
  const person = await makePerson(api, plant, 'User');
  const release = await openBeforeScript(page);
  await page.getByLabel('Email Or Username').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).hover();
  await page.mouse.down();
  await release();
  await page.mouse.up();
  await page.waitForURL('**/sites');
});

test('keeps what is typed, opened and focused while its script comes', async ({ page }) => {
  const release = await openBeforeScript(page);
  await page.getByText('Contact Us').click();
  await page.getByLabel('Email Or Username').pressSequentially('ann@');
  // Pressed by habit, and then typed on: that is no sign-in yet.
  await page.keyboard.press('Enter');
  await page.keyboard.type('ferncliff');
  await release();
  await page.keyboard.type('.example');
  await expect(page.getByLabel('Email Or Username')).toHaveValue('ann@ferncliff.example');
  await expect(page.getByRole('link', { name: 'Send Feedback' })).toBeVisible();
  await expect(page.getByText('Please input your Password!')).toHaveCount(0);
});
