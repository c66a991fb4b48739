import type { Locator, Page } from '@playwright/test';

/** Toasts appear bottom right for four seconds. */
export class Toasts {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Keeps toasts open: stops the page's clock while its timers continue. */
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
