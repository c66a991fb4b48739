import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { Api } from './harness/api.ts';
import { expectReadable } from './harness/axe.ts';
import { enter, openAs } from './harness/enter.ts';
import { makePerson, makePlant, type Person, type Plant } from './harness/plant.ts';
import { readPrintedQr } from './harness/printed-qr.ts';
import { PushingDevice } from './harness/pushing-device.ts';
import { makeRound } from './harness/rounds.ts';
import { baseUrl } from './harness/where.ts';
import { SignInPage } from './pages/sign-in.ts';

/** The path of the label of a plant's first device, as the printed code has it. */
const labelOf = async (api: Api, plant: Plant): Promise<string> => {
  const body = { format: 'a6', devices: [plant.devices[0]?.id] };
  const sheet = await api.send('POST', `locations/${plant.siteId}/labels/`, body);
  return new URL(readPrintedQr(Buffer.from(await sheet.arrayBuffer()))).pathname;
};
const phone = { width: 390, height: 844 };
const waiting = (page: Page): Locator => page.getByRole('region', { name: 'Waiting to be sent' });

/** Waits until the page would open without a network: its files and answers are kept, and its worker runs. */
const isKept = async (page: Page, { scopes = 2, answers = 4 } = {}): Promise<void> => {
  const check = () =>
    page.evaluate(`(async () => {
    const caching = (await caches.keys()).filter((name) => name.startsWith('field-'));
    const files = await Promise.all(caching.map(async (name) => (await (await caches.open(name)).keys()).length));
    const workers = await navigator.serviceWorker.getRegistrations();
    const values = await new Promise((resolve) => {
      indexedDB.open('tocsin-offline').onsuccess = ({ target }) => {
        const count = target.result.transaction('values').objectStore('values').count();
        count.onsuccess = () => { target.result.close(); resolve(count.result); };
      };
    });
    return files.some((n) => n > 5) && workers.length === ${scopes} && workers.every(({ active }) => active) && values >= ${answers};
  })()`);
  await expect.poll(check).toBe(true);
};

/** The entries that a browser keeps, encrypted. */
const keptEntries = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => {
    indexedDB.open('tocsin-offline').onsuccess = ({ target }) => {
      target.result.transaction('entries').objectStore('entries').getAll().onsuccess = (event) => {
        target.result.close();
        resolve(event.target.result);
      };
    };
  })`);

const handOver = async (api: Api, plant: Plant, owner: Person, what: string): Promise<void> => {
  const [leg] = plant.devices;
  if (!leg) throw new Error('no device');
  const device = new PushingDevice(baseUrl(), leg, 3);
  await device.birth();
  await device.alarm(1);
  await device.alarm(1, false);
  const listed = async () =>
    (await api.get<{ results: { id: number; event_type: string }[] }>(`notifications/?device=${leg.id}&limit=20`))
      .results;
  await expect
    .poll(async () => (await listed()).filter((one) => one.event_type === 'alarm_on').length)
    .toBeGreaterThan(0);
  const event = (await listed()).find((one) => one.event_type === 'alarm_on');
  const due = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await api.post(`notifications/${event?.id}/hand-over/`, { what, owner: owner.id, due });
};

test('labels are printed from the list of devices, and a scanned one opens its machine after the sign-in', async ({
  api,
  page,
}) => {
  const plant = await makePlant(api, [
    { title: 'Leg 1', type: '0300' },
    { title: 'Leg 2', type: '0300' },
  ]);
  const [leg] = plant.devices;
  if (!leg) throw new Error('no device');
  await new PushingDevice(baseUrl(), leg, 3).birth();
  const person = await makePerson(api, plant, 'Engineer');
  await enter(page, person, plant);
  await page.goto(`${baseUrl()}/devices`);
  await page.getByRole('button', { name: 'QR labels' }).click();
  await page.getByRole('checkbox', { name: /Leg 2/ }).uncheck();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Make the PDF' }).click();
  const file = await (await saved).path();
  const code = readPrintedQr(await readFile(file));
  expect(code).toMatch(new RegExp(`^${baseUrl()}/m/[0-9a-z]{16}$`));
  await expect(page.getByText('1 was not scanned since it was printed')).toBeVisible();
  await expectReadable(page);

  // Scanned by a phone on which nobody is signed in.
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.setViewportSize(phone);
  await page.goto(code);
  await page.locator('#landing-still').waitFor({ state: 'detached' });
  await new SignInPage(page).fill(person.email, person.password);
  await expect(page.getByRole('heading', { name: 'Leg 1', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Leg 1' }).getByText('Contact 2')).toBeVisible();
  await makeRound(page);
  await page.getByRole('button', { name: 'Confirm round at Leg 1' }).click();
  await expect(page.getByText(/^Done by /)).toBeVisible();
  await expectReadable(page);
  await page.getByRole('button', { name: 'Walk test' }).click();
  await expect(page).toHaveURL(new RegExp(`/maintenance/${leg.id}/walk$`));

  await page.goto(`${baseUrl()}/m/0000000000000000`);
  await expect(page.getByText('This label opens nothing.')).toBeVisible();
});

test('a round, a note and a task are written without a network, outlive a reload, and arrive once each', async ({
  api,
  context,
  page,
}) => {
  await page.setViewportSize(phone);
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const person = await makePerson(api, plant, 'Engineer');
  await handOver(api, plant, person, 'Grease the boot');
  const label = await labelOf(api, plant);
  await openAs(page, person);
  await page.goto(baseUrl() + label);
  await expect(page.getByRole('region', { name: 'Leg 1' }).getByText('Contact 2')).toBeVisible();
  await expect(page.getByText('Grease the boot')).toBeVisible();
  await isKept(page);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^As of /)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Leg 1' }).getByText('Contact 2')).toBeVisible();

  await makeRound(page);
  await page.getByRole('textbox', { name: 'Note (optional)' }).fill('Belt runs true');
  await page.getByRole('button', { name: 'Confirm round at Leg 1' }).click();
  await expect(waiting(page)).toContainText('Belt runs true');
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Boot pit is wet');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('button', { name: 'Close task', exact: true }).click();
  await page.getByRole('textbox', { name: 'What was done' }).fill('Greased');
  await page.getByRole('button', { name: 'Close task', exact: true }).click();
  await expect(waiting(page).getByRole('listitem')).toHaveCount(3);
  await expectReadable(page);
  await page.reload();
  await expect(waiting(page).getByRole('listitem')).toHaveCount(3);

  const site = `locations/${plant.siteId}`;
  const stored = async () => {
    const rounds = await api.get<{ results: { rounds: { note: string }[] }[] }>(`${site}/rounds/`);
    const notes = await api.get<{ results: { text: string }[] }>(`${site}/notes/`);
    const tasks = await api.get<{ results: { comment: string; is_open: boolean }[] }>(
      `maintenance-tasks/?location=${plant.siteId}`,
    );
    return [
      ...rounds.results.flatMap((day) => day.rounds.map(({ note }) => note)),
      ...notes.results.map(({ text }) => text),
      ...tasks.results.map(({ comment }) => comment),
    ];
  };
  api.selection = `${plant.clientId},,`;
  const round = 'Well: Bucket movement, Belt tracking, Bearings and drive. Belt runs true';
  expect(await stored()).toEqual(['']);
  await context.setOffline(false);
  await expect(waiting(page)).toHaveCount(0);
  expect(await stored()).toEqual([round, 'Boot pit is wet', 'Greased']);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Leg 1' }).getByText('Contact 2')).toBeVisible();
  expect(await stored()).toEqual([round, 'Boot pit is wet', 'Greased']);
});

test('the rounds of a site open without a network at their own address', async ({ api, context, page }) => {
  await page.setViewportSize(phone);
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  await openAs(page, await makePerson(api, plant, 'Engineer'));
  await page.goto(`${baseUrl()}/sites/${plant.siteId}/rounds`);
  await expect(page.getByRole('button', { name: 'Daily round done' })).toBeVisible();
  await isKept(page, { scopes: 3, answers: 2 });
  await context.setOffline(true);
  await page.reload();
  await makeRound(page);
  await page.getByRole('button', { name: 'Confirm round at Leg 1' }).click();
  await expect(waiting(page).getByRole('listitem')).toHaveCount(1);
  await context.setOffline(false);
  await expect(waiting(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Today' })).toContainText(/Done by .*/);
});

test('a round that is closed within its ten seconds without a network arrives at the next opening', async ({
  api,
  context,
  page,
}) => {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const label = baseUrl() + (await labelOf(api, plant));
  await openAs(page, await makePerson(api, plant, 'Engineer'));
  await page.goto(label);
  await expect(page.getByRole('button', { name: 'Daily round' })).toBeVisible();
  await context.setOffline(true);
  await makeRound(page);
  await page.getByRole('textbox', { name: 'Note (optional)' }).fill('Belt runs true');
  await expect.poll(() => keptEntries(page)).toMatchObject([{}]);
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto(label);
  await expect(next.getByText(/^Done by /)).toBeVisible();
  await expect(next.getByText('Belt runs true')).toBeVisible();
  await expect.poll(() => keptEntries(next)).toEqual([]);
});

test('a browser that cleared its storage shows nothing that waits, and keeps what is written next', async ({
  api,
  context,
  page,
}) => {
  await page.setViewportSize(phone);
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const person = await makePerson(api, plant, 'Engineer');
  const label = await labelOf(api, plant);
  await openAs(page, person);
  const note = async (text: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill(text);
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(waiting(page)).toContainText(text);
  };
  await page.goto(baseUrl() + label);
  await expect(page.getByRole('textbox', { name: 'Note', exact: true })).toBeVisible();
  await isKept(page);
  await context.setOffline(true);
  await note('Lost with the storage');
  const browser = await context.newCDPSession(page);
  await browser.send('Storage.clearDataForOrigin', { origin: baseUrl(), storageTypes: 'all' });
  await context.setOffline(false);
  await openAs(page, person);
  await page.goto(baseUrl() + label);
  await expect(page.getByRole('textbox', { name: 'Note', exact: true })).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
  await isKept(page);
  await context.setOffline(true);
  await note('Kept again');
  await context.setOffline(false);
  await expect(waiting(page)).toHaveCount(0);
  const { results } = await api.get<{ results: { text: string }[] }>(`locations/${plant.siteId}/notes/`);
  expect(results.map(({ text }) => text)).toEqual(['Kept again']);
});

test('what somebody else was faster with is told in words, and becomes a note', async ({ api, context, page }) => {
  await page.setViewportSize(phone);
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.devices;
  const person = await makePerson(api, plant, 'Engineer');
  const faster = await makePerson(api, plant, 'Engineer');
  await handOver(api, plant, person, 'Grease the boot');
  await openAs(page, person);
  await page.goto(baseUrl() + (await labelOf(api, plant)));
  await expect(page.getByText('Grease the boot')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Close task', exact: true }).click();
  await page.getByRole('textbox', { name: 'What was done' }).fill('Greased both sides');
  await page.getByRole('button', { name: 'Close task', exact: true }).click();
  await expect(waiting(page).getByRole('listitem')).toHaveCount(1);

  const other = await Api.signIn(baseUrl(), faster.email, faster.password);
  api.selection = `${plant.clientId},,`;
  const { results } = await api.get<{ results: { id: number }[] }>(`maintenance-tasks/?location=${plant.siteId}`);
  await other.post(`maintenance-tasks/${results[0]?.id}/close/`, { comment: 'Greased' });
  await context.setOffline(false);
  await expect(waiting(page).getByRole('alert')).toContainText('"Grease the boot" was already closed by');
  await waiting(page).getByRole('button', { name: 'Send as a note' }).click();
  await expect(waiting(page)).toHaveCount(0);
  const notes = await api.get<{ results: { text: string; device_id: number }[] }>(`locations/${plant.siteId}/notes/`);
  expect(notes.results).toMatchObject([
    { device_id: leg?.id, text: expect.stringContaining('Close task: Grease the boot') },
  ]);
});

test('entries stay with their writer: sign-out asks, values go at once, and somebody else sees a number', async ({
  api,
  context,
  page,
}) => {
  await page.setViewportSize(phone);
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const [person, other] = [await makePerson(api, plant, 'Engineer'), await makePerson(api, plant, 'Engineer')];
  await openAs(page, person);
  const label = baseUrl() + (await labelOf(api, plant));
  await page.goto(label);
  await expect(page.getByRole('button', { name: 'Add note' })).toBeVisible();
  await isKept(page);
  await context.setOffline(true);
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Only for me');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(waiting(page)).toContainText('Only for me');

  await page.getByRole('button', { name: 'More' }).click();
  const asked = page.waitForEvent('dialog');
  const leaves = page.getByRole('button', { name: 'Logout' }).click();
  expect((await asked).message()).toContain('Sign out with 1 entry not sent?');
  await (await asked).accept();
  await leaves;
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  const kept = () =>
    page.evaluate(`new Promise((resolve) => {
    indexedDB.open('tocsin-offline').onsuccess = ({ target }) => {
      const all = (name) => new Promise((done) => {
        target.result.transaction(name).objectStore(name).getAll().onsuccess = (event) => done(event.target.result);
      });
      Promise.all(['holder', 'values', 'entries'].map(all)).then(resolve);
    };
  })`);
  await expect.poll(kept).toMatchObject([[], [], [{}]]);
  expect(JSON.stringify(await kept())).not.toContain('Only for me');

  await context.setOffline(false);
  await openAs(page, other);
  await page.goto(label);
  await expect(waiting(page)).toContainText('1 entry of somebody else in this browser.');
  await expect(page.getByText('Only for me')).toHaveCount(0);
  const notes = () => api.get<{ count: number }>(`locations/${plant.siteId}/notes/`);
  expect((await notes()).count).toBe(0);
  await openAs(page, person);
  await expect.poll(async () => (await notes()).count).toBe(1);
});
