import { expect, test } from '../fixtures.ts';
import { Api } from '../harness/api.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { enter } from '../harness/enter.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';

test('a person creates a key that a program uses, sees its last use, and revokes it', async ({ api, page }) => {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const person = await makePerson(api, plant, 'Engineer');
  await enter(page, person);
  await page.goto(`${baseUrl()}/user/setting`);
  await page.getByRole('link', { name: 'Manage keys' }).click();
  await expect(page.getByText('No keys yet')).toBeVisible();
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('button', { name: 'CREATE KEY' }).click();
  for (const text of ['Please input a name!', 'Choose at least one kind of data', 'Please input your Password!'])
    await expect(page.getByText(text)).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Historian');
  await page.getByRole('checkbox', { name: /Live/ }).check();
  await page.getByLabel('Your password').fill(person.password);
  await page.getByRole('button', { name: 'CREATE KEY' }).click();
  const shown = page.getByText(/^tocsin_/);
  await expect(shown).toBeVisible();
  await expectNoSeriousViolation(page);
  const token = await shown.innerText();
  await page.getByRole('button', { name: 'DONE' }).click();
  await expect(page.getByText(token)).toHaveCount(0);

  const program = new Api(baseUrl(), token);
  const { results } = await program.get<{ results: { title: string }[] }>('devices/all/');
  expect(results.map((device) => device.title)).toEqual(['Leg 1']);
  expect((await program.send('GET', 'notifications/')).status).toBe(403);
  expect((await program.send('PATCH', `devices/${plant.devices[0]?.id}/`, { title: 'Changed' })).status).toBe(403);

  await page.reload();
  await expect(page.getByRole('row', { name: /Historian/ })).toContainText('from');
  await page.getByRole('button', { name: 'Revoke: Historian' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No keys yet')).toBeVisible();
  expect((await program.send('GET', 'devices/all/')).status).toBe(401);
});

test("an operator reads the server's health and sets up the daily heartbeat e-mail", async ({ api, page }) => {
  await page.addInitScript((token) => localStorage.setItem('token', token), api.token);
  await page.goto(`${baseUrl()}/oem/health`);
  const recording = page.getByRole('region', { name: 'Recording' });
  await expect(recording.getByText('Oldest unstored frame')).toBeVisible();
  await expect(recording).toContainText('alarm above 10 s');
  await expect(page.getByRole('region', { name: 'Database', exact: true })).toContainText('OK');
  await expectNoSeriousViolation(page);
  const mail = page.getByRole('region', { name: 'Daily heartbeat e-mail' });
  await mail.getByLabel('Send it').check();
  await mail.getByLabel('To').fill('nobody');
  await mail.getByRole('button', { name: 'SAVE' }).click();
  await expect(mail.getByText('The input is not valid E-mail!').first()).toBeVisible();
  await mail.getByLabel('To').fill('operator@example.com');
  await mail.getByRole('button', { name: 'SAVE' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await expect(mail).not.toContainText('Next: none yet');
  const off = { is_on: false, receivers: [], hour: 7, timezone: 'UTC' };
  expect((await api.send('PUT', 'oem/health/alive-mail/', off)).status).toBe(200);
});
