import { expect, test } from '../fixtures.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { FeedMill } from '../harness/feed-mill.ts';
import { baseUrl } from '../harness/where.ts';

test('a plant of 105 machines: areas with the worst first, find, next, whole plant, first-out and trend, by keyboard', async ({
  page,
  api,
  enterAs,
}) => {
  const mill = await FeedMill.make(api, baseUrl());
  const tab = await mill.draw(api);
  await enterAs(mill.plant, 'Engineer');
  await page.goto(`${baseUrl()}/visual-dashboard/site/${mill.plant.siteId}/schemas/${tab.schema}/tabs/${tab.id}`);
  const overview = page.getByRole('navigation', { name: 'Overview of the plant' });
  const cards = overview.getByRole('listitem').getByRole('button');
  await expect(page.getByText('105 OK')).toBeVisible();
  await expect(cards).toHaveText([
    /^Receiving 14 all OK/,
    /^Storage 24/,
    /^Grinding 14/,
    /^Batching and mixing 22/,
    /^Pelleting 19/,
    /^Load-out 12/,
  ]);

  // The first-out alarm, then the one that followed.
  mill.set('Leg 3', 'Head bearing left', 84.6, true);
  await mill.frames();
  const leg = page.locator('[data-machine="leg-3"]');
  await expect(leg).toHaveAttribute('data-state', 'alarm');
  mill.trip('Leg 3');
  mill.stopArea('Pelleting');
  await mill.frames();
  await expect(cards.first()).toHaveText(/^Pelleting 19 1 in alarm 16 stopped/);
  const list = page.getByRole('complementary', { name: 'Not normal now' });
  await expect(list.getByRole('region', { name: 'Alarm', exact: true })).toContainText('First: Head bearing left');
  const callout = page.locator('[data-callout="leg-3"]');
  await expect(callout).toContainText('Head bearing left');
  await expect(callout).toContainText(/First.*\d\d:\d\d Pelleting stopped/);
  await expect(list.getByRole('region', { name: 'Last hour' })).toContainText('Leg 3, Head bearing left');
  // Running conveyors show their flow, stopped ones do not.
  await expect(page.locator('[data-machine="gallery-drag-1"]')).toHaveAttribute('data-flow', 'running');
  await expect(page.locator('[data-machine="pellet-drag"]')).toHaveAttribute('data-flow', 'stopped');
  await expect(page.locator('[data-machine="pellet-drag"]')).toHaveAttribute('data-state', 'stopped');

  // With the keyboard only.
  const zoom = page.getByTitle('Show at 100 %');
  const whole = await zoom.textContent();
  await page.locator('body').press('n');
  await expect(leg).toBeFocused();
  await expect(zoom).not.toHaveText(whole ?? '');
  await expect(page.getByRole('img', { name: 'Part of the plant in view' })).toBeVisible();
  await page.keyboard.press('0');
  await expect(zoom).toHaveText(whole ?? '');
  await page.keyboard.press('/');
  await page.keyboard.type('silo 6');
  await expect(page.getByRole('option', { name: /^Silo 6/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-machine="silo-6"]')).toBeFocused();

  await list.getByRole('button', { name: 'Pin the trend of Leg 3' }).click();
  const trend = page.getByRole('region', { name: 'Trend of Leg 3' });
  await expect(trend).toContainText('Head bearing right');
  await expect(trend.getByText('84.6')).toBeVisible();
  await expectNoSeriousViolation(page);
  await trend.getByRole('button', { name: 'Unpin the trend' }).click();
  await expect(trend).toHaveCount(0);
});
