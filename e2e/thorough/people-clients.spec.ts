import { expect, test } from '../fixtures.ts';
import { Api } from '../harness/api.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { openAs } from '../harness/enter.ts';
import { linkIn } from '../harness/mailbox.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32"><rect width="120" height="32" fill="#7a3d00"/></svg>';

// spec: administration 8 User added to another client
// spec: administration 8 User update successfully
// spec: administration 1 The logo can be replaced by a per-client logo taken from layout settings
test('a person of two clients switches between them, and the second client can not take the account over', async ({
  page,
  api,
  mailbox,
  browser,
}) => {
  const home = await makePlant(api, []);
  const person = await makePerson(api, home, 'Engineer');
  const picture = new FormData();
  picture.append('file', new Blob([logo], { type: 'image/svg+xml' }), 'logo.svg');
  await api.call('PUT', `clients/${home.clientId}/logo/`, picture);
  const other = await makePlant(api, []);
  const taker = await makePerson(api, other, 'account manager');

  const context = await browser.newContext();
  const office = await context.newPage();
  await openAs(office, taker);
  await office.getByRole('link', { name: 'Edit site' }).click();
  await office.getByRole('button', { name: 'Add User +' }).click();
  await expect(office.getByRole('heading', { name: `${other.site} - Add User` })).toBeVisible();
  await office.getByLabel('Full name').fill('Taken Over');
  await office.getByLabel('Email', { exact: true }).fill(person.email.toUpperCase());
  await office.getByLabel('Phone').fill('1');
  await office.getByLabel('Address').fill('2');
  await office.getByLabel(`Has Access: ${other.site}`).check();
  await office.getByRole('button', { name: 'ADD USER' }).click();
  await expect(office.getByText('User added to another client')).toBeVisible();
  // Until the person accepts, the client sees the invitation as it typed it, and nobody.
  const invitations = office.getByRole('region', { name: 'Invitations' });
  await expect(invitations.getByRole('rowheader', { name: person.email.toUpperCase() })).toBeVisible();
  await expect(invitations.getByText('Pending, valid until')).toBeVisible();
  await expect(office.getByRole('button', { name: /^Change: Pat Engineer/ })).toHaveCount(0);
  await expectNoSeriousViolation(office);
  const thief = await Api.signIn(baseUrl(), taker.email, taker.password);
  thief.selection = `${other.clientId},${other.siteId},`;
  expect((await thief.send('GET', `users/${person.id}/`)).status).toBe(404);

  // The account was activated by a copied link; only an e-mailed one confirms the mailbox.
  await openAs(page, person);
  await expect(page.getByText(`Pat account manager invites you to ${other.company}.`)).toBeVisible();
  await expect(page.getByText('Open the link in the invitation e-mail to accept')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Decline' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Clients', exact: true })).toBeHidden();
  const mail = await mailbox(person.email).waitFor(`Invitation to ${other.company}`);
  await page.goto(linkIn(mail, '/invitation/link/'));
  await expect(page.getByRole('heading', { name: `Invitation to ${other.company}` })).toBeVisible();
  await expect(page.getByText('Accepting sets a new password')).toBeVisible();
  await expectNoSeriousViolation(page);
  const renewed = { ...person, password: 'Barley-Field-43' };
  await page.getByLabel('New password', { exact: true }).fill(renewed.password);
  await page.getByLabel('Confirm new password').fill(renewed.password);
  await page.getByRole('button', { name: 'SET PASSWORD AND ACCEPT' }).click();
  await expect(page.getByText('Invitation accepted. Sign in to open the client.')).toBeVisible();
  await page.goto(linkIn(mail, '/invitation/link/'));
  await expect(page.getByText('This invitation is no longer valid.')).toBeVisible();
  await office.reload();
  await expect(office.getByRole('heading', { name: 'Assigned users' })).toBeVisible();
  await expect(office.getByRole('button', { name: /^Change: Pat Engineer/ })).toBeVisible();
  await expect(invitations).toBeHidden();

  // This client cannot change the person's own data, neither on the page nor by calls.
  await office
    .getByLabel('Filter by name or email')
    .or(office.getByPlaceholder('Filter by name or email'))
    .fill(person.email);
  await office.getByRole('button', { name: /^Change: Pat Engineer/ }).click();
  await expect(office.getByText('This person belongs to other clients too')).toBeVisible();
  await expect(office.getByLabel('Email', { exact: true })).toBeDisabled();
  await expect(office.getByRole('button', { name: 'Reset 2FA' })).toBeHidden();
  await expect(office.getByText('/register/activate/')).toBeHidden();
  await office.getByLabel('Visual dashboard').uncheck();
  await office.getByRole('button', { name: 'SAVE CHANGES' }).click();
  await expect(office.getByText('User update successfully')).toBeVisible();
  const theirs = await thief.get<Record<string, unknown>>(`users/${person.id}/`);
  expect(theirs.activation_key).toBeNull();
  for (const [method, path, body] of [
    ['PATCH', `users/${person.id}/`, { email: 'thief@plant.example' }],
    ['PATCH', `users/${person.id}/`, { full_name: 'Somebody Else' }],
    ['POST', `2fa/disable_2FA_via_id/${person.id}/`, {}],
    ['PATCH', `users/${person.id}/`, { client: null }],
  ] as const)
    expect([method, path, (await thief.send(method, path, body)).status]).toEqual([method, path, 403]);

  await openAs(page, renewed);
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Clients' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('row', { name: home.company })).toContainText(/Quiet|needs? somebody|offline/);
  await expectNoSeriousViolation(page);
  await page.getByRole('rowheader', { name: home.company }).click();
  await page.waitForURL('**/sites');
  await expect(page.getByRole('heading', { name: home.site })).toBeVisible();
  await expect(page.getByRole('heading', { name: other.site })).toBeHidden();
  await expect(
    page.getByRole('navigation', { name: 'Main navigation' }).getByRole('img', { name: home.company }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Visual Dashboard' })).toBeVisible();

  await page.getByRole('button', { name: home.company }).click();
  await page.getByRole('dialog', { name: 'Pick a client' }).getByRole('button', { name: other.company }).click();
  await expect(page.getByRole('heading', { name: other.site })).toBeVisible();
  await expect(page.getByRole('heading', { name: home.site })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Visual Dashboard' })).toBeHidden();
  await expect(page.getByRole('img', { name: home.company })).toBeHidden();

  // Removed from the second client, the person keeps the first one, and the account.
  await thief.call('DELETE', `users/${person.id}/`);
  await page.reload();
  await expect(page.getByRole('heading', { name: home.site })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Clients', exact: true })).toBeHidden();

  // Invited again, signed in and with a confirmed mailbox, the person declines one invitation and accepts the next.
  const again = {
    full_name: 'Taken Over',
    email: person.email,
    company: 'Millbrook',
    phone: '1',
    address: '2',
    client: other.clientId,
    location_access: [{ location_id: other.siteId, has_access: true, permission: 'User' }],
  };
  const invited = page.getByText(`Pat account manager invites you to ${other.company}.`);
  await thief.post('users/', again);
  await page.reload();
  await expect(invited).toBeVisible();
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: 'Decline' }).click();
  await page
    .getByRole('dialog', { name: `Decline the invitation to ${other.company}?` })
    .getByRole('button', { name: 'Decline' })
    .click();
  await expect(page.getByText('Invitation declined')).toBeVisible();
  await expect(invited).toBeHidden();
  await office.goto(`${baseUrl()}/sites/edit/${other.siteId}`);
  await expect(invitations.getByText('Declined')).toBeVisible();
  await thief.post('users/', again);
  await page.reload();
  await expect(invited).toBeVisible();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Invitation accepted')).toBeVisible();
  await expect(invited).toBeHidden();
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(menu.getByRole('link', { name: 'Clients', exact: true })).toBeVisible();
  await context.close();
});
