import type { Locator, Page } from '@playwright/test';

export class DashboardPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The card of a sensor, by its `groupId.sensorId`. */
  card(path: string): Locator {
    return this.page.locator(`[data-path="${path}"]`);
  }
}
