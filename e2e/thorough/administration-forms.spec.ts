import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import mqtt from 'mqtt';
import { expect, test } from '../fixtures.ts';
import { Api } from '../harness/api.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { makePerson, makePlant, type Plant } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';

/** Signs in with a token, and selects a plant in the tab. */
async function enter(page: Page, token: string, plant: Plant): Promise<void> {
  await page.addInitScript(
    ([session, selection]) => {
      localStorage.setItem('token', session ?? '');
      if (sessionStorage.getItem('selection') === null) sessionStorage.setItem('selection', selection ?? '');
    },
    [token, `${plant.clientId},${plant.siteId},`],
  );
}

const open = (page: Page, path: string) => page.goto(`${baseUrl()}${path}`);
const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();
const upload = (page: Page, name: string, mimeType: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(text) });

let lastSecond = Math.floor(Date.now() / 1_000) - 60;

/** Splits a command as a real shell does, without running its program; each command runs a second after the one before. */
function wordsOf(line: string): string[] {
  lastSecond += 1;
  const program = line.split(' ')[0] ?? '';
  const script = `date() { printf '%s' ${lastSecond}; }\n${program}() { printf '%s\\0' "$@"; }\n${line}`;
  return spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout.split('\0').slice(0, -1);
}

/** Publishes as a copied mosquitto_pub command does, with its address, name, password and QoS. */
async function publish(line: string): Promise<void> {
  const words = wordsOf(line);
  const option = (name: string): string => words[words.indexOf(name) + 1] ?? '';
  const client = await mqtt.connectAsync(`mqtt://${option('-h')}:${option('-p')}`, {
    username: option('-u'),
    password: option('-P'),
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  expect(option('-q')).toBe('1');
  await client.publishAsync(option('-t'), option('-m'), { qos: 1 });
  await client.endAsync();
}

// spec: decisions 9 exchange of a unit: PATCH of a device with another serial number and code
test('units are imported from a file, claimed, connected with the copied commands, and replaced', async ({
  api,
  page,
}) => {
  const plant = await makePlant(api, [{ title: 'Dryer', type: '0300' }]);
  const [dryer] = plant.devices;
  if (!dryer) throw new Error('the plant has no device');
  await enter(page, api.token, plant);
  const mark = randomInt(36 ** 4, 36 ** 5).toString(36);

  await open(page, '/oem/registry');
  const rows = [
    'serial_number,code,device_type',
    `CSV-${mark}-1,code-1,WDC4`,
    `CSV-${mark}-2,,0300`,
    `CSV ${mark},code-3,0300`,
  ];
  await upload(page, 'units.csv', 'text/csv', rows.join('\n'));
  await said(page, '2 rows cannot be imported. Nothing was imported.');
  await said(page, `Line 3 (CSV-${mark}-2): The code is missing`);
  await said(page, `Line 4 (CSV ${mark}): A serial number has 1 to 64 letters, digits and signs, no space or colon`);
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: 'Import the valid row' }).click();
  await said(page, '1 added, 0 changed, 0 unchanged');

  // No data yet: the page waits, and its own commands send the first frame.
  await open(page, `/devices/edit/device/${dryer.id}/connect`);
  await said(page, 'Waiting for the first frame...');
  await said(page, `tocsin/v1/${dryer.address}/birth`);
  const lines = await page.locator('pre').allTextContents();
  const [birth, data] = lines.filter((line) => line.startsWith('mosquitto_pub '));
  await publish(birth ?? '');
  await publish(data ?? '');
  await said(page, 'The first frame has arrived');
  const curl =
    lines
      .filter((line) => line.startsWith('curl '))
      .map((line) => wordsOf(line))
      .at(-1) ?? [];
  const answer = await fetch(curl.at(-1) ?? '', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(curl[curl.indexOf('-u') + 1] ?? '').toString('base64')}`,
    },
    body: curl[curl.indexOf('-d') + 1] ?? '',
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"accepted":1')]);

  // The unit is replaced with the one from the file; it remains the same device.
  await open(page, `/devices/edit/device/${dryer.id}`);
  await page.getByLabel('Serial number').fill(`CSV-${mark}-1`);
  await page.getByLabel('Code').fill('not its code');
  await page.getByRole('button', { name: 'SAVE' }).click();
  await said(page, 'Not a valid serial number or code!');
  await page.getByLabel('Code').fill('code-1');
  await page.getByRole('button', { name: 'SAVE' }).click();
  await said(page, 'Device updated successfully');
  const after = await api.get<{ serial_number: string; last_seen: string | null }>(`devices/${dryer.id}/`);
  expect(after).toMatchObject({ serial_number: `CSV-${mark}-1`, last_seen: expect.any(String) });
});

// spec: administration 2.4 Edit site: an assigned-users table with a filter box ('Filter by name or email') and a Reset button
// spec: administration 8 'User added successfully'
// meets: wcag-2.2-aa 3.3.7
test('forms and lists keep their input, and report a conflict to the second of two editors', async ({ api, page }) => {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const annex = await api.post<{ id: number }>('locations/', { title: 'Annex', address: 'Road', timezone: 'UTC' });
  const person = await makePerson(api, plant, 'User');
  await enter(page, api.token, plant);

  // The list's filter is restored after the edit.
  await open(page, `/sites/edit/${annex.id}`);
  const filter = page.getByPlaceholder('Filter by name or email');
  await filter.fill(person.email.toUpperCase());
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Change: Pat User' }).click();
  await page.getByRole('checkbox', { name: 'Has Access: Annex' }).check();
  await page.getByRole('button', { name: 'SAVE CHANGES' }).click();
  await said(page, 'User added successfully');
  await expect(filter).toHaveValue(person.email.toUpperCase());
  await expect(page.getByRole('row').last()).toContainText('Has Access');

  // The operator gives the site its Modbus networks; what is no network is refused beside the field.
  const networks = page.getByRole('textbox', { name: /^Networks/ });
  await networks.fill('10.20.0.7');
  await page.getByRole('button', { name: 'Save networks' }).click();
  await said(page, 'A network is an address and a length');
  await networks.fill('10.20.0.0/16, fd00::/8');
  await page.getByRole('button', { name: 'Save networks' }).click();
  await said(page, 'Networks saved');
  const stored = await api.get<unknown>(`locations/${annex.id}/modbus-networks/`);
  expect(stored).toMatchObject({ networks: ['10.20.0.0/16', 'fd00::/8'] });

  // Leaving with unsaved input asks first, and staying keeps the input.
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('Annex, mine');
  let question = '';
  page.once('dialog', (dialog) => {
    question = dialog.message();
    void dialog.dismiss();
  });
  await page.getByRole('link', { name: 'Devices' }).first().click();
  await expect.poll(() => question).toContain('not saved');
  await expect(title).toHaveValue('Annex, mine');

  // Somebody else saves first.
  await api.send('PATCH', `locations/${annex.id}/`, { title: 'Annex, theirs' });
  await page.getByRole('button', { name: 'SAVE CHANGES' }).click();
  const newer = page.getByRole('button', { name: 'Show the newer version' });
  await expect(newer).toBeVisible();
  await expect(title).toHaveValue('Annex, mine');
  await newer.click();
  await expect(title).toHaveValue('Annex, theirs');
  await title.fill('Annex, both');
  await page.getByRole('button', { name: 'SAVE CHANGES' }).click();
  await said(page, 'Site updated successfully');
});

// spec: administration 4 Site: active or suspended; deactivate and reactivate need confirmation
// spec: administration 6 Viewing a suspended or offline device: OEM or super user only
// spec: decisions 4 is_emulated_as overrides the device type for display
// meets: wcag-2.2-aa 3.3.4
test('suspends, emulates, removes with all dependents, and restores', async ({ api, browser, page }) => {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.devices;
  const manager = await makePerson(api, plant, 'account manager');
  const theirs = await Api.signIn(baseUrl(), manager.email, manager.password);
  await enter(page, api.token, plant);
  const other = await (await browser.newContext()).newPage();
  await enter(other, theirs.token, plant);

  // A logo with a script in it is stored as an image without it.
  await open(page, `/clients/add/client/${plant.clientId}`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="document.title='run'"><script>document.title='run'</script><rect width="9" height="9" fill="#0a5c61"/></svg>`;
  await upload(page, 'logo.svg', 'image/svg+xml', svg);
  await said(page, 'Logo saved');
  const logo = await (await fetch(`${baseUrl()}/api/v1/clients/${plant.clientId}/logo/`)).text();
  expect(logo).toContain('<rect');
  expect(logo).not.toMatch(/script|onload/);

  // Emulation changes the display, suspension changes who can open it.
  await open(page, `/devices/edit/device/${leg?.id}`);
  await page.getByLabel('Is emulated as').click();
  await page.getByTitle('ETH-NODE-1', { exact: true }).last().click();
  await page.getByRole('button', { name: 'SAVE' }).click();
  await said(page, 'Device updated successfully');
  await open(other, '/devices');
  await expect(other.getByRole('article')).toContainText('ETH-NODE-1');
  await expect(other.getByRole('button', { name: 'Leg 1' })).toBeVisible();
  await open(other, `/devices/edit/device/${leg?.id}`);
  await other.getByRole('button', { name: 'DEACTIVATE DEVICE' }).click();
  await other.getByRole('dialog').getByLabel('Reason').fill('Belt change');
  await other.getByRole('dialog').getByRole('button', { name: 'DEACTIVATE DEVICE' }).click();
  await said(other, 'Device deactivated');
  await open(other, '/devices');
  await expect(other.getByRole('article')).toContainText('Suspended: alarms are not told');
  await expect(other.getByRole('button', { name: 'Leg 1' })).toHaveCount(0);
  await open(page, '/devices');
  await expect(page.getByRole('button', { name: 'Leg 1' })).toBeVisible();

  // The client is removed with its site and device, and its users lose access at once.
  await open(page, `/clients/add/client/${plant.clientId}`);
  await page.getByRole('button', { name: 'REMOVE CLIENT' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`Remove client ${plant.company}?`);
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(dialog).toContainText('1 site');
  await expect(dialog).toContainText('1 device');
  const all = dialog.getByRole('button', { name: 'Remove all of it' });
  await expect(all).toBeDisabled();
  await dialog.getByLabel(`Type the name: ${plant.company}`).fill(plant.company);
  await all.click();
  await said(page, 'Client removed successfully');
  expect((await theirs.send('GET', 'locations/')).status).toBe(401);
  // The page receives the change through its open socket.
  await other.waitForURL(`${baseUrl()}/`);

  // The operator restores all of it.
  await open(page, '/oem/removed');
  await page.getByRole('button', { name: `Restore: ${plant.company}` }).click();
  await said(page, `${plant.company} restored`);
  const again = await Api.signIn(baseUrl(), manager.email, manager.password);
  expect(await again.get<{ count: number }>('devices/')).toMatchObject({ count: 1 });
});

test('input is kept while the same object changes outside the form', async ({ api, page }) => {
  const plant = await makePlant(api, []);
  await enter(page, api.token, plant);
  await open(page, `/sites/edit/${plant.siteId}`);
  const title = page.getByLabel('Title');
  await title.fill('North house');
  // A change by the same person is not a conflict.
  await page.locator('main').getByRole('button', { name: 'DEACTIVATE SITE', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Shut for the winter');
  await page.getByRole('dialog').getByRole('button', { name: 'DEACTIVATE SITE', exact: true }).click();
  await expect(page.getByRole('button', { name: 'REACTIVATE SITE', exact: true })).toBeVisible();
  await expect(title).toHaveValue('North house');
  await page.getByRole('button', { name: 'SAVE CHANGES' }).click();
  await page.waitForURL('**/sites');
  expect(await api.get(`locations/${plant.siteId}/`)).toMatchObject({ title: 'North house', is_suspended: true });

  // Somebody else's change, which the page receives by itself after a lost connection.
  await open(page, `/sites/edit/${plant.siteId}`);
  await title.fill('South house');
  await api.call('PATCH', `locations/${plant.siteId}/`, { address: '2 Rail Street' });
  const read = page.waitForResponse(
    (answer) => answer.url().endsWith(`/locations/${plant.siteId}/`) && answer.request().method() === 'GET',
  );
  await page.evaluate("window.dispatchEvent(new Event('offline'))");
  await page.evaluate("window.dispatchEvent(new Event('online'))");
  await read;
  await page.getByRole('button', { name: 'SAVE CHANGES' }).click();
  await expect(title).toHaveValue('South house');
  await page.getByRole('button', { name: 'Show the newer version' }).click();
  await expect(title).toHaveValue('North house');
  await expect(page.getByLabel('Address')).toHaveValue('2 Rail Street');

  // A logo belongs to the client, but does not cause a conflict with the form.
  await open(page, `/clients/add/client/${plant.clientId}`);
  await page.getByLabel('Phone').first().fill('+1 620 555 0199');
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 3"><rect width="9" height="3" fill="#246"/></svg>';
  await upload(page, 'logo.svg', 'image/svg+xml', svg);
  await expect(page.locator('main').getByRole('img')).toBeVisible();
  await page.getByRole('button', { name: 'SAVE' }).click();
  await said(page, 'Client updated successfully');
});

test('a static page is written with formats and a link, and one with other elements is edited as HTML', async ({
  api,
  page,
}) => {
  const plant = await makePlant(api, []);
  await enter(page, api.token, plant);
  await open(page, '/flatpages/');
  await page.getByRole('button', { name: 'Add page' }).click();
  const dialog = page.getByRole('dialog');
  const title = `Shift rules ${randomInt(36 ** 4, 36 ** 5).toString(36)}`;
  await dialog.getByLabel('Title').fill(title);
  const text = dialog.getByRole('textbox', { name: 'Content' });
  await text.fill('Lock out the drive');
  await text.press('ControlOrMeta+a');
  await dialog.getByRole('button', { name: 'Bold' }).click();
  await expect(dialog.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true');
  await dialog.getByRole('button', { name: 'Link', exact: true }).click();
  const address = dialog.getByRole('textbox', { name: /Address of the link/ });
  await address.fill('javascript:alert(1)');
  await address.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(/begins with https/);
  await address.fill('https://example.com/lockout');
  await address.press('Enter');
  await expectNoSeriousViolation(page);
  await dialog.getByRole('button', { name: 'SAVE' }).click();
  await said(page, 'Page saved');

  const change = page.getByRole('button', { name: `Change: ${title}` });
  await change.click();
  const link = dialog.getByRole('link', { name: 'Lock out the drive' });
  await expect(link).toHaveAttribute('href', 'https://example.com/lockout');
  await expect(link.locator('strong').or(dialog.locator('strong a'))).toHaveCount(1);
  await dialog.getByRole('checkbox', { name: 'Edit as HTML' }).check();
  await text.fill('<dl><dt>E-stop</dt><dd>Red mushroom</dd></dl>');
  await expect(dialog.getByText('only HTML shows: dd, dl, dt')).toBeVisible();
  const listAnswer = Promise.withResolvers<void>();
  await page.route(/\/v1\/oem\/flatpages\//, async (route) => {
    if (route.request().method() === 'GET') await listAnswer.promise;
    await route.continue();
  });
  const listRead = page.waitForRequest(
    (request) => request.method() === 'GET' && request.url().includes('/v1/oem/flatpages/'),
  );
  await dialog.getByRole('button', { name: 'SAVE' }).click();
  await listRead;
  await expect(dialog, 'open until the list shows the change').toBeVisible();
  listAnswer.resolve();
  await expect(dialog).toBeHidden();
  await change.click();
  await expect(text).toHaveValue('<dl><dt>E-stop</dt><dd>Red mushroom</dd></dl>');
  await expect(dialog.getByRole('checkbox', { name: 'Edit as HTML' })).toBeDisabled();
});
