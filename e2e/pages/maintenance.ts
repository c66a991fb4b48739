import type { Locator, Page } from '@playwright/test';

/** Maintenance mode of the dashboard, and the page of a sensor's test. */
export class MaintenancePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Maintenance', exact: true }).click();
    await this.page.getByText('Please click on the sensor to start the maintenance test.').waitFor();
  }

  /** Presses a sensor's card. */
  async press(path: string): Promise<void> {
    await this.page.locator(`[data-path="${path}"] button`).click();
  }

  /** The current instruction. */
  get bar(): Locator {
    return this.page.getByRole('button', { name: /Testing in progress/ });
  }

  get timer(): Locator {
    return this.page.getByRole('timer');
  }

  get modal(): Locator {
    return this.page.getByRole('dialog');
  }

  get submit(): Locator {
    return this.modal.getByRole('button', { name: 'SUBMIT' });
  }

  async comment(text: string): Promise<void> {
    await this.modal.getByRole('textbox').fill(text);
    await this.submit.click();
    await this.modal.waitFor({ state: 'hidden' });
  }
}
