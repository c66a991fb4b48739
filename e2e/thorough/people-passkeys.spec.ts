import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { Api } from '../harness/api.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { admin, TocsinServer } from '../harness/server.ts';
import { baseUrl } from '../harness/where.ts';
import { SignInPage } from '../pages/sign-in.ts';

/** Attaches Chromium's virtual authenticator, which stores keys, verifies its user, and answers automatically. */
const attachAuthenticator = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
  return {
    setVerified: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
};

// meets: wcag-2.2-aa 3.3.8
test('a passkey is added, signs in alone, verifies a session, and is removed', async ({ page }) => {
  const server = await TocsinServer.start({ isLocalhost: true });
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const person = await makePerson(api, await makePlant(api, []), 'User');
    const at = server.publicUrl;
    const authenticator = await attachAuthenticator(page);
    await page.goto(at);
    await page.getByLabel('Email Or Username').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/sites');
    await page.goto(`${at}/setup2FA`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name, for example of the device').fill('Office laptop');
    await dialog.getByLabel('Your password').fill('not it');
    await dialog.getByRole('button', { name: 'CREATE' }).click();
    await expect(dialog.getByText('Your password was entered incorrectly.')).toBeVisible();
    await expectNoSeriousViolation(page);
    await dialog.getByLabel('Your password').fill(person.password);
    await dialog.getByRole('button', { name: 'CREATE' }).click();
    await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.waitForURL('**/sites');

    const signOut = async () => {
      await page.getByRole('button', { name: 'Pat User' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await page.waitForURL((url) => url.pathname === '/');
    };
    // As the only factor, it is refused without a PIN or a fingerprint.
    await signOut();
    await page.getByRole('link', { name: 'Sign in with a passkey' }).click();
    await authenticator.setVerified(false);
    await page.getByRole('button', { name: 'USE A PASSKEY' }).click();
    await expect(page.getByText('The passkey was not used.')).toBeVisible();
    await expectNoSeriousViolation(page);
    await authenticator.setVerified(true);
    await page.getByRole('button', { name: 'USE A PASSKEY' }).click();
    await page.waitForURL('**/sites');

    // As the second factor, after the password.
    await signOut();
    await page.getByLabel('Email Or Username').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Verify Security' })).toBeVisible();
    await expectNoSeriousViolation(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL('**/sites');

    // In place of the password, for what a session alone may not do.
    await page.goto(`${at}/user/setting`);
    await page.getByRole('button', { name: 'Create an address' }).click();
    await authenticator.setVerified(false);
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(dialog.getByText('The passkey was not used.')).toBeVisible();
    await expectNoSeriousViolation(page);
    await authenticator.setVerified(true);
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByLabel('Address of your calendar')).toHaveValue(/\/api\//);

    await page.goto(`${at}/setup2FA`);
    await page.getByRole('button', { name: 'Rename: Office laptop' }).click();
    await dialog.getByLabel('Name, for example of the device').fill('Home');
    await dialog.getByRole('button', { name: 'SAVE' }).click();
    await page.getByRole('button', { name: 'Remove: Home' }).click();
    await dialog.getByLabel('Your password').fill(person.password);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('You have no passkey yet.')).toBeVisible();
    await expectNoSeriousViolation(page);
  } finally {
    await server.stop();
  }
});

test('at an IP address the page says why there are no passkeys', async ({ page, api }) => {
  const person = await makePerson(api, await makePlant(api, []), 'User');
  const signInPage = new SignInPage(page);
  await signInPage.open();
  await signInPage.fill(person.email, person.password);
  await page.waitForURL('**/sites');
  await page.goto(`${baseUrl()}/setup2FA`);
  await expect(page.getByText('Passkeys work only with HTTPS or on localhost')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
});
