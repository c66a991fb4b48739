import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { Directory, directoryClient } from '../harness/directory.ts';
import { enter } from '../harness/enter.ts';
import { linkIn } from '../harness/mailbox.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';

let directory: Directory;
test.beforeAll(async () => {
  directory = await Directory.start(baseUrl());
});
test.afterAll(() => directory.stop());

/** Signs in with an account on the provider's page. */
const signInThere = async (page: Page, account: string): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Ferncliff directory' })).toBeVisible();
  await page.getByLabel('Account').fill(account);
  await page.getByRole('button', { name: 'Continue' }).click();
};
const signOut = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/');
};

// meets: owasp-asvs-5 V7.6.2
test("a client's people come in by their own directory: by invitation, by linking, and no longer without a group", async ({
  page,
  api,
  mailbox,
  browser,
}) => {
  const plant = await makePlant(api, []);
  const manager = await makePerson(api, plant, 'account manager');
  await enter(page, manager, plant);
  await page.goto(`${baseUrl()}/clients/sign-in/${plant.clientId}`);
  const address = page.getByText(`/sign-in/client/${plant.clientId}`);
  await expect(address).toBeVisible();
  await page.getByLabel('Issuer').fill('ldap://directory.example');
  await page.getByLabel('Client ID').fill(directoryClient.id);
  await page.getByLabel('Client secret').fill(directoryClient.secret);
  const save = page.getByRole('button', { name: 'SAVE' }).last();
  await save.click();
  await expect(page.locator('#issuer_help')).toContainText('The issuer must be an https:// address');
  await page.getByLabel('Issuer').fill(directory.issuer);
  await page.getByRole('button', { name: 'Add group' }).click();
  await page.getByLabel('Group', { exact: true }).fill('operators');
  await expectNoSeriousViolation(page);
  await save.click();
  await expect(page.getByText('Provider saved')).toBeVisible();
  await expect(page.getByLabel('Client secret')).toHaveValue('');

  // A new person signs in by the e-mailed link, without a password.
  const email = `ann-${plant.clientId}@plant.example`;
  const form = { full_name: 'Ann New', company: plant.company, phone: '1', address: 'a', client: plant.clientId };
  const access = [{ location_id: plant.siteId, has_access: true, permission: 'Engineer' }];
  const { id } = await api.post<{ id: number }>('users/', { ...form, email, location_access: access });
  await api.post(`users/activation/resend-activation/${id}/`, {});
  const link = linkIn(await mailbox(email).waitFor('Activate your Tocsin account'), '/register/activate/');
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(link);
  await theirs.getByLabel('I have read the terms and agree to them').check();
  await theirs.getByRole('button', { name: 'ACCEPT' }).click();
  await expectNoSeriousViolation(theirs);
  await theirs.getByRole('button', { name: `Continue with ${plant.company}` }).click();
  await signInThere(theirs, 'ann');
  // Not in a listed group yet: the sign-in is refused, and the link stays valid.
  await expect(theirs.getByText('Your groups at the provider do not allow a sign-in.')).toBeVisible();
  await expectNoSeriousViolation(theirs);
  directory.groups.set('ann', ['operators']);
  await theirs.goto(link);
  await theirs.getByRole('button', { name: `Continue with ${plant.company}` }).click();
  await theirs.waitForURL('**/sites');
  await expect(theirs.getByRole('button', { name: plant.site })).toBeVisible();
  await mailbox(email).waitFor('Your account was linked to your organization');

  // Later sign-ins are at the client's own address, until the group is removed.
  const tour = theirs.getByRole('button', { name: 'Skip' });
  if (await tour.isVisible()) await tour.click();
  await signOut(theirs, 'Ann New');
  await theirs.goto(`${baseUrl()}/sign-in/client/${plant.clientId}`);
  await expectNoSeriousViolation(theirs);
  await theirs.getByRole('button', { name: 'CONTINUE' }).click();
  await theirs.waitForURL('**/sites');
  await signOut(theirs, 'Ann New');
  directory.groups.set('ann', []);
  await theirs.goto(`${baseUrl()}/sign-in/client/${plant.clientId}`);
  await theirs.getByRole('button', { name: 'CONTINUE' }).click();
  await expect(theirs.getByText('Your groups at the provider do not allow a sign-in.')).toBeVisible();
  await context.close();
});

test('a person links their account under User Settings with the password, and unlinks it', async ({ page, api }) => {
  const plant = await makePlant(api, []);
  const put = { issuer: directory.issuer, oidc_client_id: directoryClient.id, secret: directoryClient.secret };
  await api.call('PUT', `clients/${plant.clientId}/provider/`, put);
  const person = await makePerson(api, plant, 'User');
  await enter(page, person, plant);
  await page.goto(`${baseUrl()}/user/setting`);
  await page.getByRole('button', { name: `Link: ${plant.company}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill('not it');
  await dialog.getByRole('button', { name: 'CONTINUE' }).click();
  await expect(dialog.getByText('Your password was entered incorrectly.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(person.password);
  await dialog.getByRole('button', { name: 'CONTINUE' }).click();
  await signInThere(page, `pat-${plant.clientId}`);
  await page.waitForURL('**/user/setting');
  await expect(page.getByText(`Linked to ${directory.issuer}`)).toBeVisible();
  await expectNoSeriousViolation(page);
  // A return from a sign-in that this tab did not start is refused.
  await page.goto(`${baseUrl()}/sign-in/return?code=c&state=s`);
  await expect(page.getByText('This sign-in was not started in this tab.')).toBeVisible();
  await page.goto(`${baseUrl()}/user/setting`);
  await page.getByRole('button', { name: `Unlink: ${plant.company}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByText(`Not linked to ${directory.issuer}`)).toBeVisible();
});
