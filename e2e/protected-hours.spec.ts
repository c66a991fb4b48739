import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Download, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectReadable } from './harness/axe.ts';
import { storeHours } from './harness/counted-hours.ts';
import { baseUrl } from './harness/where.ts';

const html = pathToFileURL(new URL('../deploy/verify-certificate.html', import.meta.url).pathname);
const hourMs = 3_600_000;
/** Noon of the third of last month, and of the first of this one, in Chicago. */
const now = new Date();
const last = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 3, 18);
const present = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1, 18);
const monthText = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(last);

/** The next `n` files that a page saves. */
const saved = async (page: Page, n: number, press: () => Promise<void>): Promise<ReadonlyMap<string, Buffer>> => {
  const files: Download[] = [];
  page.on('download', (file) => files.push(file));
  await press();
  await expect.poll(() => files.length).toBe(n);
  page.removeAllListeners('download');
  return new Map(
    await Promise.all(files.map(async (file) => [file.suggestedFilename(), readFileSync(await file.path())] as const)),
  );
};

test('a month of protected hours tells what would have helped, and its certificate proves itself', async ({
  livePlant,
  enterAs,
  page,
  browser,
}) => {
  const plant = await livePlant([
    { title: 'Leg 1', type: '0300' },
    { title: 'Leg 2', type: '0300' },
  ]);
  const [one, two] = plant.devices;
  if (!one || !two) throw new Error('no devices');
  const of = { siteId: plant.siteId, deviceId: one.id };
  await storeHours([
    { ...of, t0: last, cause: 'overdue', path: '4.4000' },
    { ...of, t0: last + hourMs, cause: 'shelved', path: '4.4001' },
    { ...of, t0: last + 2 * hourMs, cause: 'offline' },
    { ...of, t0: last + 3 * hourMs, cause: 'not_reached' },
    { ...of, deviceId: two.id, t0: last, cause: null },
    { ...of, t0: present, cause: null },
  ]);
  await enterAs(plant, 'Manager');
  await page.goto(`${baseUrl()}/protection?view=hours&site=${plant.siteId}`);
  await expect(page.getByRole('heading', { name: /^1 device, /, level: 2 })).toBeVisible();
  // While the month runs the certificate of the one before is offered.
  await expect(page.getByRole('button', { name: `Certificate of ${monthText}` })).toBeVisible();
  await page.getByRole('button', { name: 'Previous month' }).click();
  await expect(page.getByText(`2 devices, ${monthText}`)).toBeVisible();
  // 280 of 300 minutes.
  await expect(page.getByText(/^93\.3 % protected$/)).toBeVisible();
  const leg = page.getByRole('listitem', { name: 'Leg 1' });
  const leads = async (cause: RegExp, to: string): Promise<void> =>
    await expect(leg.getByRole('link', { name: cause })).toHaveAttribute('href', to);
  await leads(/Test overdue 0\.08 h/, `/sites/${plant.siteId}/proof-tests`);
  await leads(/Shelved 0\.08 h/, '/shelves');
  await leads(/Offline 0\.08 h/, `/devices/edit/device/${one.id}/connect`);
  await leads(/Nobody reached 0\.08 h/, '/on-call');
  const second = page.getByRole('listitem', { name: 'Leg 2' });
  await expect(second).toContainText('1 h protected, never proved');
  await expect(second).not.toContainText('every running hour was protected');
  await expect(page.getByText(/^In 4\.7 of 5 running hours every required sensor/)).toBeVisible();
  await expect(page.getByRole('img', { name: /% protected, 0 % proved/ })).toBeVisible();
  await expect(second).toContainText(/0 % proved\s*100 % protected\s*0 of 1 ever tested/);
  await expectReadable(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await expectReadable(page);
  await page.setViewportSize({ width: 1440, height: 1000 });

  const csv = await saved(page, 1, () => page.getByRole('button', { name: 'CSV' }).click());
  expect(String([...csv.values()][0])).toMatch(
    /,Leg 1,20\d\d-\d\d-03,240,220,91\.6,0,5,0,0,0,0,5,0,0,0,5,5,1,0,0,20\S+Z\n/,
  );

  const issue = page.getByRole('button', { name: `Certificate of ${monthText}` });
  const files = await saved(page, 3, () => issue.click());
  // Pressed again it downloads what was issued.
  const again = await saved(page, 3, () => issue.click());
  expect([...again]).toEqual([...files]);
  const { keys } = await (await page.request.get(`${baseUrl()}/.well-known/tocsin-signing-keys.json`)).json();
  const away = await browser.newPage();
  await away.context().setOffline(true);
  await away.goto(html.href);
  const check = async (changed: (name: string, bytes: Buffer) => Buffer): Promise<void> => {
    await away
      .getByLabel('Files', { exact: true })
      .setInputFiles(
        [...files].map(([name, buffer]) => ({ name, mimeType: 'text/plain', buffer: changed(name, buffer) })),
      );
    await away.getByLabel(/^Key or fingerprint/).fill(keys[0].fingerprint);
    await away.getByRole('button', { name: 'Check' }).click();
  };
  await check((name, bytes) => (name.endsWith('page.pdf') ? Buffer.concat([bytes, Buffer.from('\n')]) : bytes));
  await expect(away.locator('output')).toHaveText('Wrong: page.pdf: changed');
  await check((_, bytes) => bytes);
  await expect(away.locator('output')).toHaveText(/-v1: intact, signed by the given key\.$/);
  await away.context().close();

  // The newest month stands at the head of Not Protecting and leads back.
  await page.goto(`${baseUrl()}/protection?site=${plant.siteId}`);
  await page.getByRole('link', { name: /^Protected hours in .*: 0 % proved by tests, 100 % protected$/ }).click();
  await expect(page).toHaveURL(/view=hours/);
  await page.goto(`${baseUrl()}/sites/${plant.siteId}/handover`);
  await expect(
    page.getByRole('link', { name: /^Protected hours in .*: 0 % proved by tests, 100 % protected$/ }),
  ).toBeVisible();
  await page.goto(`${baseUrl()}/sites/${plant.siteId}/wall`);
  // The wall's buttons stand for 3 s after a key.
  await expect(async () => {
    await page.keyboard.press('Shift');
    await page.getByRole('button', { name: 'Protected hours' }).click({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByText(/^Protected hours in .*: 0 % proved by tests, 100 % protected$/)).toBeVisible();
});
