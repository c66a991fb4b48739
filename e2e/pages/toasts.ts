import type { Locator, Page } from '@playwright/test';

/** What comes up bottom right for four seconds. */
export class Toasts {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  about(text: string): Locator {
    return this.page.locator('[aria-live=assertive]').getByText(text).first();
  }
}
