import type { Locator, Page } from '@playwright/test';
import { baseUrl } from '../harness/where.ts';

/** The notification log, and the notices on top of every page. */
export class NotificationsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(where: '/notifications' | '/notifications/all' = '/notifications/all'): Promise<void> {
    await this.page.goto(`${baseUrl()}${where}`);
    await this.page.getByRole('heading', { name: 'Notifications' }).waitFor();
  }

  row(text: string): Locator {
    return this.page.locator('main tbody tr').filter({ hasText: text });
  }

  get rows(): Locator {
    return this.page.locator('main tbody tr[data-row-key]');
  }

  get banner(): Locator {
    return this.page.getByLabel(/^(Alarm|Warning)$/).filter({ has: this.page.getByRole('button', { name: 'Show' }) });
  }

  get toasts(): Locator {
    return this.page.locator('[aria-live=assertive] article');
  }

  tab(name: 'Active' | 'Unacknowledged' | 'Historical'): Locator {
    return this.page.getByRole('tab', { name });
  }

  /** Acknowledges in the open dialog. */
  async acknowledge(comment: string): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await dialog.getByLabel('Comment').fill(comment);
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Opens the filters where they wait behind one button. */
  async unfoldFilters(): Promise<void> {
    const filters = this.page.locator('details:not([open]) summary', { hasText: 'Filter' });
    if ((await filters.count()) > 0) await filters.click();
  }

  /** Chooses a range of days, 'YYYY-MM-DD'. */
  async range(from: string, to: string): Promise<void> {
    await this.unfoldFilters();
    for (const [label, day] of [
      ['From', from],
      ['To', to],
    ] as const) {
      const field = this.page.getByLabel(label, { exact: true });
      await field.fill(day);
      await field.press('Enter');
    }
  }
}
