import { expect, type Locator, type Page } from '@playwright/test';

/** A user without a mouse, who only uses Tab, other keys and the focused element. */
export class Keyboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses Tab, at most `most` times, until the element has the focus. */
  async to(target: Locator, most = 80): Promise<void> {
    await expect(target).toBeVisible();
    for (let steps = 0; steps < most; steps++) {
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`${target} can't be reached by Tab`);
  }

  async press(target: Locator, key = 'Enter'): Promise<void> {
    await this.to(target);
    await this.page.keyboard.press(key);
  }

  /** Chooses an item of an open menu: Tab enters it, and arrow keys move in it. */
  async choose(item: Locator, most = 20): Promise<void> {
    await expect(item).toBeVisible();
    await this.page.keyboard.press('Tab');
    for (let steps = 0; steps < most; steps++) {
      if (await item.evaluate((element) => element === element.ownerDocument.activeElement)) {
        await this.page.keyboard.press('Enter');
        return;
      }
      await this.page.keyboard.press('ArrowDown');
    }
    throw new Error(`${item} can't be reached by the arrow keys`);
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.to(target);
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
  }
}
