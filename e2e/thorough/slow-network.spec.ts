import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { DashboardPage } from '../pages/dashboard.ts';

const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

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
  // Of the page itself: a banner above it comes with an event, such as an outage of the device on a busy machine.
  // Both boxes at one moment, as a banner may go between two questions.
  const place = () => card.evaluate(placeOnPage);
  const there = await place();

  await throttle(page);
  await page.reload({ waitUntil: 'commit' });
  // The first card is where its placeholder was: nothing jumps when the data arrives.
  await page.evaluate(watchJumps);
  await expect(card).toContainText('Leg 1');
  expect(await place()).toEqual(there);
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

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Runs in the page: where an element is on the content of the page. */
function placeOnPage(element: unknown): Box {
  type Placed = { getBoundingClientRect(): Box; closest(selector: string): Placed };
  const card = element as Placed;
  const { x, y, width, height } = card.getBoundingClientRect();
  return { x, y: y - card.closest('#content').getBoundingClientRect().y, width, height };
}

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
