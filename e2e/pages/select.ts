import { expect, type Locator } from '@playwright/test';

/** Chooses an option of a list by the keys Arrow Down and Enter. A key before the list is drawn would choose nothing. */
export async function chooseByKeys(select: Locator): Promise<void> {
  await select.press('ArrowDown');
  const active = select.page().locator('.ant-select-item-option-active').filter({ visible: true });
  await expect(active).toHaveCount(1);
  await select.press('Enter');
}
