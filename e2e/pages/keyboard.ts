import { expect, type Locator, type Page } from '@playwright/test';

/** Maximum number of Tab presses, more than the tab stops of the longest page. */
const mostSteps = 90;

/** A user without a mouse, who presses Tab, Enter and Space, and types. It never sets the focus directly. */
export class Keyboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses Tab until the control has the focus; throws if it cannot be reached. */
  async reach(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    await expect(target).toBeEnabled();
    for (let step = 0; step < mostSteps; step++) {
      if (await target.evaluate((element) => element.matches(':focus'))) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`cannot be reached by Tab: ${String(target)}`);
  }

  async press(target: Locator, key = 'Enter'): Promise<void> {
    await this.reach(target);
    await this.page.keyboard.press(key);
  }

  button(name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    return this.press(within.getByRole('button', { name, exact: typeof name === 'string' }));
  }

  link(name: string | RegExp): Promise<void> {
    // The sidebar's link and the page's back link may have the same text.
    return this.press(this.page.getByRole('link', { name, exact: typeof name === 'string' }).first());
  }

  /** Replaces the text of a field. */
  async type(label: string, text: string): Promise<void> {
    await this.reach(this.page.getByLabel(label, { exact: true }));
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.insertText(text);
  }

  async tick(label: string): Promise<void> {
    const box = this.page.getByRole('checkbox', { name: label, exact: true });
    await this.press(box, 'Space');
    await expect(box).toBeChecked();
  }

  /** Opens a list of options and moves down to one. */
  async choose(label: string, option: string): Promise<void> {
    await this.reach(this.page.getByRole('combobox', { name: label, exact: true }));
    const { keyboard } = this.page;
    await keyboard.press('ArrowDown');
    const active = this.page.locator(
      '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option-active',
    );
    for (let step = 0; step < mostSteps; step++) {
      if ((await active.textContent()) === option) break;
      await keyboard.press('ArrowDown');
    }
    await expect(active).toHaveText(option);
    await keyboard.press('Enter');
  }
}
