import { expect, type Locator } from '@playwright/test';

/** Chooses the next option of a list by Arrow Down and Enter, once the list is drawn. */
export async function chooseByKeys(select: Locator): Promise<void> {
  await select.press('ArrowDown');
  const active = select.page().locator('.ant-select-item-option-active').filter({ visible: true });
  await expect(active).toHaveCount(1);
  await select.press('Enter');
}
