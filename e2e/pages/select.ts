import { expect, type Locator } from '@playwright/test';

/** Chooses the next option of a list by Arrow Down and Enter, once the list is drawn. */
export async function chooseByKeys(select: Locator): Promise<void> {
  await select.press('ArrowDown');
  const active = select.page().locator('.ant-select-item-option-active').filter({ visible: true });
  await expect(active).toHaveCount(1);
  await select.press('Enter');
}

/** Chooses an option by typing part of its text and Enter, once the list shows it: what it lists may still be loading. */
export async function chooseByText(select: Locator, text: string): Promise<void> {
  await select.fill(text);
  const active = select.page().locator('.ant-select-item-option-active').filter({ visible: true, hasText: text });
  await expect(active).toHaveCount(1);
  await select.press('Enter');
}
