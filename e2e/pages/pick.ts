import type { Page } from '@playwright/test';

/** Navigation by the cards of clients, sites and devices. */
export class PickPages {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async client(company: string): Promise<void> {
    await this.page.goto(new URL(`/clients/${encodeURIComponent(company)}`, this.page.url()).href);
    await this.page.getByRole('rowheader', { name: company, exact: true }).click();
    await this.page.waitForURL('**/sites');
  }

  async site(title: string): Promise<void> {
    await this.page.locator('main article').getByText(title, { exact: true }).first().click();
    await this.page.waitForURL('**/devices**');
  }

  async device(title: string): Promise<void> {
    await this.page.locator('main').getByText(title, { exact: true }).first().click();
    await this.page.waitForURL('**/dashboard**');
  }
}
