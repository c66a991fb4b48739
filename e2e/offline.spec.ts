import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { ingest } from './harness/ingest.ts';
import { makePlant, type PlantDevice } from './harness/plant.ts';
import { DashboardPage } from './pages/dashboard.ts';
import { GraphsPage } from './pages/graphs.ts';

const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

const lost = (page: Page): Locator => page.getByRole('status').filter({ hasText: 'Connection lost' });

/** How far any element of the page extends beyond the window's right edge. */
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

  // A page that was never visited reports the problem in the portal's words, not the browser's.
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

/** A frame every half second, so that one second of silence shows. */
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

const throttle = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow);
  return session;
};

test('a slow network shows placeholders of the final size and submits a form once', async ({
  page,
  livePlant,
  enterAs,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  await enterAs(plant, 'Manager');
  await new DashboardPage(page).open(plant, plant.devices[0], '/devices');
  const card = page.locator('#content article').first();
  await expect(card).toContainText('Leg 1');
  const there = await card.boundingBox();

  await throttle(page);
  await page.reload({ waitUntil: 'commit' });
  // The first card is where its placeholder was: nothing jumps when the data arrives.
  await page.evaluate(watchJumps);
  await expect(card).toContainText('Leg 1');
  expect(await card.boundingBox()).toEqual(there);
  expect(await page.evaluate('window.jumps')).toBeLessThan(0.1);

  await page.getByRole('link', { name: 'Edit device: Leg 1' }).click();
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('Leg 1, slow');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (['PUT', 'PATCH', 'POST'].includes(request.method()) && request.url().includes('/devices/'))
      sent.push(request.url());
  });
  const save = page.getByRole('button', { name: 'SAVE' });
  await save.dblclick();
  await expect(page.locator('#content article').first()).toContainText('Leg 1, slow');
  expect(sent.filter((url) => !url.includes('select'))).toHaveLength(1);
});

/** Runs in the page: sums the layout shifts without those caused by user input. */
function watchJumps(): void {
  const here = globalThis as unknown as { jumps: number };
  here.jumps = 0;
  type Shift = { readonly value: number; readonly hadRecentInput: boolean };
  type Observer = new (
    heard: (list: { getEntries(): readonly Shift[] }) => void,
  ) => { observe(what: { readonly type: string; readonly buffered: boolean }): void };
  const { PerformanceObserver } = globalThis as unknown as { readonly PerformanceObserver: Observer };
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) here.jumps += shift.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

test('two fingers zoom a graph and one finger scrolls the page', async ({ browser, page, livePlant, enterAs }) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  await enterAs(plant, 'User');
  const state = await page.context().storageState();
  const hand = await browser.newContext({
    storageState: state,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const phone = await hand.newPage();
  await phone.goto(new URL('/readyz', page.url()).href);
  await new DashboardPage(phone).open(plant, plant.devices[0], '/graphs/4.4000');
  const graphs = new GraphsPage(phone);
  await expect(graphs.plot('Head bearing left')).toBeVisible();
  const before = await graphs.axis();
  const box = await graphs.plot('Head bearing left').boundingBox();
  if (!box) throw new Error('no plot');
  const session = await hand.newCDPSession(phone);
  const y = box.y + box.height / 2;
  const middle = box.x + box.width / 2;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number | null): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: apart === null ? [] : [-1, 1].map((side, id) => ({ x: middle + (side * apart) / 2, y, id })),
    });
  await touch('touchStart', 40);
  for (let apart = 60; apart <= 240; apart += 20) await touch('touchMove', apart);
  await touch('touchEnd', null);
  await expect.poll(() => graphs.axis()).not.toEqual(before);
  await hand.close();
});
