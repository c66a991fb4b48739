import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';
import { LandingPage } from '../pages/landing.ts';

// With motion, as for most users; by default, the run's pages have reduced motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Opens the landing page on a connection that delays the script until released. */
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

test('signs in if Enter was pressed before the script was loaded', async ({ page, api }) => {
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

test('performs what was pressed before the script was loaded, the last press only', async ({ page }) => {
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

// In a new page: where a page was loaded before, the browser restores the scroll position.
test('completes a press that was held while the script loaded', async ({ page, api }) => {
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

test('keeps typed text, open elements and the focus while its script loads', async ({ page }) => {
  const release = await openBeforeScript(page);
  await page.getByText('Contact Us').click();
  await page.getByLabel('Email Or Username').pressSequentially('ann@');
  // A habitual press of Enter followed by more typing is not a sign-in yet.
  await page.keyboard.press('Enter');
  await page.keyboard.type('ferncliff');
  await release();
  await page.keyboard.type('.example');
  await expect(page.getByLabel('Email Or Username')).toHaveValue('ann@ferncliff.example');
  await expect(page.getByRole('link', { name: 'Send Feedback' })).toBeVisible();
  await expect(page.getByText('Please input your Password!')).toHaveCount(0);
});
