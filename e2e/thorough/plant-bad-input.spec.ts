import { expect, test } from '../fixtures.ts';
import { FeedMill } from '../harness/feed-mill.ts';
import { tabDocument } from '../harness/schema.ts';
import { baseUrl } from '../harness/where.ts';

test('the plant page on 320 px, at 200 % zoom, on 4K, with long names, offline in the middle, and half of it out of reach', async ({
  page,
  api,
  enterAs,
}) => {
  const mill = await FeedMill.make(api, baseUrl());
  const name = 'W'.repeat(60);
  const tab = await mill.draw(api, (machine) => (machine.id === 'silo-6' ? { ...machine, name } : machine));
  await enterAs(mill.plant, 'User');
  const address = `${baseUrl()}/visual-dashboard/site/${mill.plant.siteId}/schemas/${tab.schema}/tabs/${tab.id}`;
  const sizes = [
    { width: 320, height: 640 },
    // 1440 x 900 at 200 %.
    { width: 720, height: 450 },
    { width: 3840, height: 2160 },
  ];
  for (const size of sizes) {
    // Devices that send nothing would be offline.
    await mill.frames();
    await page.setViewportSize(size);
    await page.goto(address);
    // A phone says it below the list.
    await expect(page.getByText(size.width < 600 ? '105 machines OK' : '105 OK', { exact: true })).toBeVisible();
    await expect(page.locator('[data-machine="silo-6"]')).toBeVisible();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(size.width);
  }
  // Offline: the drawing stays, and says that it is not live.
  await page.context().setOffline(true);
  await expect(page.getByText('Connection lost').first()).toBeVisible();
  await expect(page.locator('[data-machine="silo-6"]')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('mixer 2');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-machine="mixer-2"]')).toBeFocused();
  await page.context().setOffline(false);
  await expect(page.getByText('Connection lost')).toHaveCount(0);

  // The user can no longer see some devices: their machines have no info, and everything else works.
  for (const device of mill.plant.devices.slice(3)) await api.post(`devices/${device.id}/suspend/`, {});
  await mill.frames();
  await page.goto(address);
  await expect(page.locator('[data-machine="silo-6"]')).toHaveAttribute('data-state', 'ok');
  await expect(page.locator('[data-machine="leg-3"]')).toHaveAttribute('data-state', 'no_info');
});

test('a tab of 1,000 elements is refused in words', async ({ api }) => {
  const mill = await FeedMill.make(api, baseUrl());
  const shapes = Array.from({ length: 1_000 }, (_, i) => ({
    frontend_id: `s${i}`,
    x: i,
    y: 0,
    extras: { shape: 'rectangle', width: 20, height: 20 },
  }));
  const answer = await api.send('POST', '../v2/tabs/', {
    ...tabDocument(mill.plant, 'Too much', [], { shapes }),
    schema: null,
    schema_name: 'Too much',
  });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('A tab holds at most 500 elements.');
});
