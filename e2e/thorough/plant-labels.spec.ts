import { expect, test } from '../fixtures.ts';
import { FeedMill } from '../harness/feed-mill.ts';
import { baseUrl } from '../harness/where.ts';

test('labels of a crowded plant never meet, and name the sensor when there is room', async ({ page, api, enterAs }) => {
  const mill = await FeedMill.make(api, baseUrl());
  const tab = await mill.draw(api);
  await enterAs(mill.plant, 'Engineer');
  await page.goto(`${baseUrl()}/visual-dashboard/site/${mill.plant.siteId}/schemas/${tab.schema}/tabs/${tab.id}`);
  await expect(page.getByText('105 OK')).toBeVisible();
  const collisions = () =>
    page.locator('[data-label], [data-group-label]').evaluateAll((labels) => {
      const boxes = labels.map((label) => label.getBoundingClientRect());
      return boxes.flatMap((a, i) =>
        boxes
          .slice(i + 1)
          .filter((b) => a.left + 1 < b.right && b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom),
      ).length;
    });
  await expect(page.locator('[data-group-label]', { hasText: 'Bin 11 to 18' })).toBeVisible();
  expect(await collisions()).toBe(0);
  await page.getByRole('button', { name: /^Storage/ }).click();
  await expect(page.locator('[data-label="silo-6"]')).toContainText('Level');
  expect(await collisions()).toBe(0);
  await page.locator('body').press('/');
  await page.keyboard.type('mixer 1');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-label="mixer-1"]')).toContainText('Gate closed');
  expect(await collisions()).toBe(0);
});
