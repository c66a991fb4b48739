import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { makePlant } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';

// With motion, as for most users; by default, the run's pages have reduced motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Slows all CSS animations down a hundred times, so that none ends during the test. */
async function slowMotion(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Animation.enable');
  await cdp.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
}

const middleOf = async (locator: Locator): Promise<readonly [number, number]> => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('what is to be pressed has no place');
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** Presses and releases the mouse at a position, whatever is there. */
async function press(page: Page, [x, y]: readonly [number, number]): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.waitForTimeout(150);
  await page.mouse.up();
}

test('a press works in a dialog that is still opening, and beside one that is still closing', async ({
  page,
  api,
  enterAs,
}) => {
  const plant = await makePlant(api, []);
  await enterAs(plant, 'Manager');
  await api.post(`locations/${plant.siteId}/suspend/`, {});
  await page.goto(`${baseUrl()}/sites/edit/${plant.siteId}`);
  const ask = page.locator('main').getByRole('button', { name: 'REACTIVATE SITE', exact: true });
  const dialog = page.getByRole('dialog');
  const yes = dialog.getByRole('button', { name: 'REACTIVATE SITE', exact: true });
  const no = dialog.getByRole('button', { name: 'Cancel' });

  // The final positions, once opened.
  await ask.scrollIntoViewIfNeeded();
  await ask.click();
  await dialog.waitFor();
  await expect(page.locator('.ant-modal[class*="ant-zoom-"]')).toHaveCount(0);
  const [accept, cancel, below] = [await middleOf(yes), await middleOf(no), await middleOf(ask)];
  await no.click();
  await expect(dialog).toHaveCount(0);

  await slowMotion(page);
  await press(page, below);
  await dialog.waitFor();
  await press(page, cancel);
  // While it closes, an element below it is pressed and opens it again.
  const leaving = page.locator('.ant-modal.ant-zoom-leave');
  await expect(leaving).toHaveCount(1);
  await press(page, below);
  await expect(leaving).toHaveCount(0);
  await dialog.waitFor();
  await press(page, accept);
  await expect(page.getByRole('button', { name: 'DEACTIVATE SITE', exact: true })).toBeVisible();
  const { is_suspended } = await api.get<{ is_suspended: boolean }>(`locations/${plant.siteId}/`);
  expect(is_suspended).toBe(false);
});

test('a list of options opens inside the window with reduced motion', async ({ page, api, enterAs }) => {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await enterAs(plant, 'account manager');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const [path, name] of [
      [`/sites/edit/${plant.siteId}`, /^Time ?zone/i],
      ['/user/setting/add/notification', /type/i],
      ['/user/setting/add/notification', /contact/i],
      ['/audit', /What/],
    ] as const) {
      await page.goto(`${baseUrl()}${path}`);
      await page.getByRole('combobox', { name }).first().click();
      const list = page.locator('.ant-select-dropdown:visible');
      await expect(list).toBeInViewport({ ratio: 1 });
    }
  }
});

test('every field and button of the audit log is at least 44 px high on a phone', async ({ page, api, enterAs }) => {
  const plant = await makePlant(api, []);
  await enterAs(plant, 'account manager');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${baseUrl()}/audit`);
  await page.getByText('activate', { exact: true }).first().waitFor();
  const fields = page.locator('main').locator('input[type=date], input[type=search], .ant-select, button');
  for (const field of await fields.all()) {
    const box = await field.boundingBox();
    if (box) expect(box.height).toBeGreaterThanOrEqual(44);
  }
});
