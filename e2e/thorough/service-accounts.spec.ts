import { expect, test } from '../fixtures.ts';
import { expectReadable } from '../harness/axe.ts';
import { enter } from '../harness/enter.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';

test('an account manager changes the scopes of a service account, and from where its key may come', async ({
  api,
  page,
}) => {
  const plant = await makePlant(api, []);
  const manager = await makePerson(api, plant, 'account manager');
  await enter(page, manager, plant);
  await page.goto(`${baseUrl()}/user/setting/keys`);
  const dialog = page.getByRole('dialog');
  const send = async (verb: string) => {
    await dialog.getByLabel('Your password').fill(manager.password);
    await dialog.getByRole('button', { name: verb, exact: true }).click();
  };

  await page.getByRole('button', { name: 'New account' }).click();
  await dialog.getByLabel('Name').fill('Line import');
  await send('New account');
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row', { name: /Line import/ });
  await row.getByRole('button', { name: 'New key' }).click();
  await send('New key');
  const token = (await dialog.locator('code').first().textContent()) ?? '';
  expect(token).toMatch(/^\S{20,}$/);
  await dialog.getByRole('button', { name: 'DONE' }).click();

  const made = async (title: string): Promise<number> => {
    const answer = await fetch(`${baseUrl()}/api/v1/locations/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-tocsin-selection': `${plant.clientId},,`,
      },
      body: JSON.stringify({ title, address: '2 Elevator Road', timezone: 'America/Chicago' }),
    });
    return answer.status;
  };
  expect(await made('North')).toBe(403);

  // With a wrong password nothing changes, and the dialog says so.
  await row.getByRole('button', { name: 'Change' }).last().click();
  await expect(dialog.getByRole('checkbox', { name: 'read' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'registry' })).toHaveCount(0);
  await dialog.getByRole('checkbox', { name: 'plant' }).check();
  await expectReadable(page);
  await dialog.getByLabel('Your password').fill('Wrong-Field-42');
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  expect(await made('North')).toBe(403);
  await send('Change');
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('plant');
  expect(await made('North')).toBe(201);

  // From elsewhere: the same key is refused, and so is what is no network.
  await row.getByRole('button', { name: 'Change' }).first().click();
  await dialog.getByLabel('Networks, one after the other; empty: any').fill('not a network');
  await send('Change');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Networks, one after the other; empty: any').fill('192.0.2.0/24, 198.51.100.7/32');
  await send('Change');
  await expect(dialog).toHaveCount(0);
  expect(await made('South')).toBe(401);
  await row.getByRole('button', { name: 'Change' }).first().click();
  await expect(dialog.getByLabel('Networks, one after the other; empty: any')).toHaveValue(
    '192.0.2.0/24, 198.51.100.7/32',
  );
});
