import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { waitForSensor } from '../harness/schema.ts';
import { baseUrl } from '../harness/where.ts';
import { DashboardPage } from '../pages/dashboard.ts';
import { NotificationsPage } from '../pages/notifications.ts';

const pictures = process.env.TOCSIN_PICTURES;
const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
};
const order = 'Stop Leg 1 now. Then: keep the leg stopped and do not jog it.';

test('two alarms with their orders fit a wall and a phone, and each page gives the same order', async ({
  livePlant,
  page,
  api,
  enterAs,
}) => {
  const plant = await livePlant([
    { title: 'Leg 1', type: '0300' },
    { title: 'Leg 2', type: '0300' },
    { title: 'Receiving pit', type: '0005' },
    { title: 'Bin room', type: '0006' },
  ]);
  const [device, second] = plant.devices;
  const [leg, other] = plant.live;
  if (!device || !second || !leg || !other) throw new Error('the plant has no legs');
  await waitForSensor(api, plant, '4.4000');
  const critical = { priority: 'critical', respond_within_minutes: 10 };
  await api.post(`devices/${device.id}/settings/responses/`, {
    responses: {
      '4.4000': {
        ...critical,
        what_to_do:
          'Keep the leg stopped and do not jog it. Measure both head bearings from the platform. Smoke or smell: clear the tower and call 911.',
      },
    },
  });
  await api.post(`devices/${second.id}/settings/responses/`, {
    responses: { '3.3000': { ...critical, what_to_do: 'Stop feeding. Remove the material and retrack the belt.' } },
  });
  await enterAs(plant, 'Engineer');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${baseUrl()}/sites/${plant.siteId}/wall`);
  const tiles = (level: 'alarm' | 'calm') => page.locator(`button[data-level=${level}]`);
  await expect(tiles('calm')).toHaveCount(4);
  leg.hold('4.4000', 92);
  await expect(tiles('alarm')).toHaveCount(1);
  other.hold('3.3000', 0);
  await expect(tiles('alarm').filter({ hasText: 'Leg 1' })).toContainText(order);
  await expect(tiles('alarm').filter({ hasText: 'Leg 2' })).toContainText('Leg 2 is running. Stop feeding.');
  await page.reload();
  // Normal devices have the line of their value, not only its end.
  const lines = tiles('calm').locator('svg[viewBox="0 0 600 100"]');
  await expect(lines).toHaveCount(2);
  for (const line of await lines.all()) expect((await line.boundingBox())?.height).toBeGreaterThan(30);
  for (const tile of await tiles('alarm').all()) {
    const frame = await tile.boundingBox();
    for (const time of await tile.getByText(/^\d\d:\d\d$/).all()) {
      const { x = 0, width = 0 } = (await time.boundingBox()) ?? {};
      expect(x + width).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0) - 20);
    }
  }
  await picture(page, 'alarm-sizes-wall');

  await page.setViewportSize({ width: 390, height: 844 });
  for (const tile of await tiles('alarm').all())
    await expect.poll(async () => (await tile.boundingBox())?.height).toBeLessThanOrEqual(300);
  for (const name of ['Leg 1', 'Leg 2'])
    await expect(
      tiles('alarm')
        .filter({ hasText: name })
        .getByText(/^(9\d(\.\d)?\s?°C|Misaligned)$/),
    ).toBeInViewport();
  await picture(page, 'alarm-sizes-wall-phone');

  const log = new NotificationsPage(page);
  await log.open();
  await log.tab('Historical').click();
  const card = page.getByRole('listitem').filter({ hasText: 'Leg 1, Head bearing left' });
  await expect(card).toContainText(plant.site);
  expect((await card.boundingBox())?.height).toBeLessThanOrEqual(120);
  await picture(page, 'alarm-sizes-log-phone');

  await new DashboardPage(page).open(plant, device, '/graphs/4.4000');
  const todo = page.locator('summary').filter({ hasText: 'What to do' });
  await expect(todo).toContainText(order);
  await picture(page, 'alarm-sizes-graph-phone');
  await page.goto(`${baseUrl()}/sites/${plant.siteId}/alarm-register`);
  await expect(page.getByText(/^Stop it before you touch it\. Then: keep the leg stopped/)).toBeVisible();
});
