import type { Locator, Page } from '@playwright/test';

/** The toasts at the bottom right, which are shown for four seconds. */
export class Toasts {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Keeps toasts open by stopping the page's clock; timers continue. */
  async hold(): Promise<void> {
    await this.page.clock.setFixedTime(Date.now());
  }

  /** Restarts the page's clock. */
  async release(): Promise<void> {
    await this.page.clock.setSystemTime(Date.now());
  }

  about(text: string): Locator {
    return this.page.locator('[aria-live=assertive]').getByText(text).first();
  }
}
