import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { ingest } from './harness/ingest.ts';
import { makePlant, type PlantDevice } from './harness/plant.ts';
import { DashboardPage } from './pages/dashboard.ts';

const lost = (page: Page): Locator => page.getByRole('status').filter({ hasText: 'Connection lost' });

/** How far the page extends beyond the window's right edge, in px. */
const overhang = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

test('without a network every width reports it, values become stale, a form keeps its input, and everything resumes by itself', async ({
  api,
  context,
  page,
  enterAs,
}) => {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const stopSending = await sendOften(plant.devices[0]);
  await enterAs(plant, 'Engineer');
  const dashboard = new DashboardPage(page);
  await dashboard.open(plant, plant.devices[0]);
  const card = dashboard.card('4.4000');
  await expect(card.locator('[data-severity="ok"]')).toBeVisible();
  const sink = await context.newPage();
  await sink.goto(new URL('/readyz', page.url()).href);
  await new DashboardPage(sink).open(plant, plant.devices[0], `/devices/edit/device/${plant.devices[0]?.id}`);
  const title = sink.getByLabel('Title', { exact: true });
  await title.fill('Leg 1, north');

  await context.setOffline(true);
  await expect(lost(page)).toContainText('What you see is as of');
  for (const width of [1440, 820, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(lost(page)).toBeVisible();
    await expect.poll(() => overhang(page)).toBe(0);
  }
  await page.setViewportSize({ width: 820, height: 800 });
  await expect(page.getByTitle(/^Connection lost, trying again\./)).toBeVisible();
  await expect(card.locator('[data-severity="stale"]')).toBeVisible();

  // A page that was never visited shows the portal's message instead of the browser's error page.
  await page
    .getByRole('link', { name: 'Analytics' })
    .or(page.getByRole('link', { name: 'Email' }))
    .first()
    .click();
  await expect(page.getByText('No connection to the server. This page was not opened before')).toBeVisible();

  await sink.getByRole('button', { name: 'SAVE' }).click();
  await expect(sink.getByText('What you typed is still here.')).toBeVisible();
  await expect(title).toHaveValue('Leg 1, north');

  await context.setOffline(false);
  await expect(lost(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Settings - E-mail Notifications' })).toBeVisible();
  await page.goBack();
  await expect(card.locator('[data-severity="ok"]')).toBeVisible();
  await sink.getByRole('button', { name: 'SAVE' }).click();
  await expect(sink.getByText('What you typed is still here.')).toHaveCount(0);
  await expect(sink.getByRole('button', { name: /Leg 1, north/ }).first()).toBeVisible();
  stopSending();
});

/** Sends a frame every half second, so that values become stale after one second. */
async function sendOften(device: PlantDevice | undefined): Promise<() => void> {
  if (!device) throw new Error('no device');
  const sensors = [{ id: '4000', name: 'Head bearing left', type: 'NUMERIC', unit: 'C' }];
  await ingest(device, 'birth', { ts: Date.now(), groups: [{ id: '4', name: 'Temperature', sensors }] });
  let seq = 0;
  const frame = () => ingest(device, 'data', { ts: Date.now(), seq: seq++, v: [41.5] });
  for (let i = 0; i < 8; i++) await frame();
  const timer = setInterval(() => void frame(), 500);
  return () => clearInterval(timer);
}
