import type { Page } from '@playwright/test';
import { baseUrl } from '../harness/where.ts';

export class SignInPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the page and waits until the script has replaced the static page, which cannot submit. */
  async open(): Promise<void> {
    await this.page.goto(`${baseUrl()}/`);
    await this.page.locator('#landing-still').waitFor({ state: 'detached' });
  }

  async fill(username: string, password: string): Promise<void> {
    const form = this.page.locator('form').filter({ has: this.page.locator('input[type=password]') });
    await form.locator('input[name=username]').fill(username);
    await form.locator('input[type=password]').fill(password);
    await form.locator('button[type=submit]').click();
  }

  async signIn(username: string, password: string): Promise<void> {
    await this.open();
    await this.fill(username, password);
    await this.page.waitForURL('**/sites');
  }
}
