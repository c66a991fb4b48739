import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openAs } from '../harness/enter.ts';
import { makePlant, type Plant, registerDevices } from '../harness/plant.ts';
import { admin } from '../harness/server.ts';
import { PickPages } from '../pages/pick.ts';

const mark = randomInt(36 ** 4, 36 ** 5).toString(36);
const unit = (n: number) => ({ serial: `TT-${mark}-${n}`, code: `code-${mark}-${n}`, type: '0300' as const });

async function addSite(tab: Page, n: number): Promise<void> {
  await tab.getByRole('button', { name: 'Add New Site' }).click();
  await tab.waitForURL('**/sites/add/site');
  await tab.getByLabel('Title', { exact: true }).fill(`Annex ${n}`);
  await tab.getByLabel('Address', { exact: true }).fill('3 Mill Lane');
  await tab.getByRole('button', { name: 'SAVE' }).click();
  await tab.waitForURL(/\/sites\/edit\/\d+$/);
  await expect(tab.getByRole('heading', { name: `Annex ${n} - Edit Site` })).toBeVisible();
}

async function addPerson(tab: Page, n: number): Promise<void> {
  await tab.getByRole('button', { name: 'Add User +' }).click();
  await expect(tab.getByRole('heading', { name: `Annex ${n} - Add User` })).toBeVisible();
  await tab.getByLabel('Full name').fill(`Person ${n}`);
  await tab.getByLabel('Email', { exact: true }).fill(`tab-${n}-${mark}@tabs.example`);
  await tab.getByLabel('Phone').fill('1');
  await tab.getByLabel('Address').fill('Road');
  await tab.getByRole('checkbox', { name: `Has Access: Annex ${n}` }).check();
  await tab.getByRole('button', { name: 'ADD USER' }).click();
  await expect(tab.getByRole('button', { name: 'Send activation email' })).toBeVisible();
}

async function addDevice(tab: Page, n: number): Promise<void> {
  await tab.getByRole('link', { name: 'Sites' }).first().click();
  await new PickPages(tab).site(`Annex ${n}`);
  await tab.getByRole('button', { name: 'Add New Device' }).click();
  await tab.getByRole('button', { name: 'A unit with serial number and code' }).click();
  await expect(tab.getByRole('heading', { name: 'Add Device' })).toBeVisible();
  await tab.getByLabel('Title').fill(`Leg ${n}`);
  await tab.getByLabel('Serial number').fill(unit(n).serial);
  await tab.getByLabel('Code').fill(unit(n).code);
  await tab.getByLabel('Device type').click();
  await tab.getByTitle('WDC4', { exact: true }).click();
  await tab.getByLabel('UDF ID').fill(`T${mark}${n}`.slice(0, 8));
  await tab.getByRole('button', { name: 'Add the device' }).click();
  await tab.waitForURL(/\/connect\b/);
  await tab.getByRole('link', { name: 'Devices', exact: true }).first().click();
  await expect(tab.getByRole('button', { name: `Leg ${n}`, exact: true })).toBeVisible();
}

// spec: decisions 3 Selection: each browser tab sends its own with every call as X-Tocsin-Selection
test('two tabs of one browser set up two clients side by side', async ({ api, page }) => {
  const plants: Plant[] = [];
  for (const _ of [1, 2]) plants.push(await makePlant(api, [{ title: 'Old leg', type: '0300' }]));
  await registerDevices(api, [unit(0), unit(1)]);
  await openAs(page, admin);
  const second = await page.context().newPage();
  await second.goto(page.url());
  const tabs = [page, second];
  const inBoth = (work: (tab: Page, n: number) => Promise<void>) =>
    Promise.all(tabs.map((tab, n) => work(tab, n))).then(() => undefined);

  await inBoth((tab, n) => new PickPages(tab).client(plants[n]?.company ?? ''));
  await inBoth(addSite);
  await inBoth(addPerson);
  await inBoth(addDevice);
  // A reloaded tab keeps its selection, whatever the other one selected last.
  await inBoth(async (tab, n) => {
    await tab.reload();
    await expect(tab.getByRole('heading', { name: `Annex ${n} - Devices` })).toBeVisible();
  });

  for (const [n, plant] of plants.entries()) {
    api.selection = `${plant.clientId},,`;
    const titles = async (path: string) =>
      (await api.get<{ results: { title: string }[] }>(path)).results.map((each) => each.title).sort();
    expect(await titles('locations/')).toEqual([`Annex ${n}`, plant.site].sort());
    expect(await titles('devices/')).toEqual([`Leg ${n}`, 'Old leg']);
    const people = await api.get<{ results: { email: string }[] }>(`clients/${plant.clientId}/users/?filter=tab-`);
    expect(people.results.map((each) => each.email)).toEqual([`tab-${n}-${mark}@tabs.example`]);
  }
});
