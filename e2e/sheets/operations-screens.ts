import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Api } from '../harness/api.ts';
import { openBrowser, openPage, type Page, selectionOf, type Visit } from '../harness/browser.ts';
import { makePlant } from '../harness/plant.ts';
import { admin, TocsinServer } from '../harness/server.ts';
import { still } from './still.ts';
import { asWebp } from './webp.ts';

// Screenshots of server health and API keys for docs/screens, from a newly started server.
const folder = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
const looks: readonly (Pick<Visit, 'width' | 'height' | 'dark' | 'phone'> & { readonly name: string })[] = [
  { name: 'desktop-light', width: 1440, height: 1000 },
  { name: 'desktop-dark', width: 1440, height: 1000, dark: true },
  { name: 'phone-light', width: 390, height: 844, phone: true },
];

const server = await TocsinServer.start();
const browser = await openBrowser();
const encoder = await (await browser.newContext()).newPage();
const keep = async (name: string, page: Page, fullPage = false): Promise<void> => {
  writeFileSync(`${folder}${name}.webp`, await asWebp(encoder, await page.screenshot({ fullPage, ...still })));
};
try {
  const api = await Api.signIn(server.url, admin.email, admin.password);
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const visit = { url: server.url, token: api.token, selection: selectionOf(plant) };
  const keyRequest = { scopes: ['history'], client: plant.clientId, days: 90, password: admin.password };
  await api.call('POST', 'accounts/api-keys/', { ...keyRequest, name: 'Historian' });
  await api.call('POST', 'accounts/api-keys/', { ...keyRequest, name: 'Spreadsheet', client: null, days: 30 });
  const key = await api.call<{ token: string }>('POST', 'accounts/api-keys/', {
    ...keyRequest,
    name: 'Screen at the gate',
    scopes: ['live', 'notifications'],
    client: null,
  });
  const tried = await fetch(`${server.url}/api/v1/devices/all/`, { headers: { authorization: `Bearer ${key.token}` } });
  console.info(`a call with a key: ${tried.status} ${(await tried.text()).slice(0, 120)}`);
  for (const { name, ...look } of looks) {
    const page = await openPage(browser, { ...visit, ...look });
    await page.goto(`${server.url}/oem/health`);
    await page.getByRole('heading', { name: 'Backups' }).waitFor();
    await page.waitForTimeout(600);
    await keep(`health-${name}`, page, true);
    await page.goto(`${server.url}/user/setting/keys`);
    await page.getByText('Spreadsheet').waitFor();
    await keep(`api-keys-${name}`, page);
    if (name !== 'desktop-dark') {
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByLabel('Name').fill('Historian');
      await page.getByRole('checkbox').nth(1).check();
      await page.getByLabel('Your password').fill(admin.password);
      await keep(`api-key-new-${name}`, page);
      await page.getByRole('button', { name: 'CREATE KEY' }).click();
      await page.getByText('shown this once').waitFor();
      await keep(`api-key-made-${name}`, page);
    }
    await page.context().close();
  }
} finally {
  await browser.close();
  await server.remove();
}
