import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openAs } from '../harness/enter.ts';
import { makePerson } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';
import { NotificationsPage } from '../pages/notifications.ts';

/** Begins at the page that sign-in leads to and counts what is pressed. */
class Work {
  count = 0;
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async begin(): Promise<void> {
    this.count = 0;
    await this.page.goto(`${baseUrl()}/sites`);
  }
  async press(what: Locator): Promise<void> {
    this.count++;
    await what.click();
  }
}

test('daily work is one or two presses from the first page of a phone', async ({ livePlant, page, api }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  await openAs(page, await makePerson(api, plant, 'Manager'));
  const work = new Work(page);
  plant.live[0]?.hold('4.4000', 92);
  await work.begin();
  await expect(new NotificationsPage(page).banner).toContainText('Head bearing left');
  await page.screenshot({ path: '/tmp/presses1.png', fullPage: true });
  await page.goto(`${baseUrl()}/sites/${plant.siteId}/handover`);
  await page.waitForTimeout(3000);
  await page.screenshot({ path: '/tmp/presses2.png', fullPage: true });
});
