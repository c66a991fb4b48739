import type { Locator, Page } from '@playwright/test';
import { SignInPage } from './sign-in.ts';

/** The page before sign-in, and the dialogs it opens. */
export class LandingPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await new SignInPage(this.page).open();
  }

  alert(text: string): Locator {
    return this.page.locator('[data-alert]').filter({ hasText: text });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  dialog(title: string): Locator {
    return this.page.getByRole('dialog', { name: title });
  }
}
