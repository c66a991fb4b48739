import { expect, type Page } from '@playwright/test';
import { baseUrl } from '../harness/where.ts';

/** Chooses the person's language under User Settings. `label` and `name` are in the language of now. */
export async function chooseLanguage(page: Page, label: string, name: string): Promise<void> {
  await page.goto(`${baseUrl()}/user/setting`);
  // By keyboard: what loads above may move an open list under the pointer.
  const select = page.getByRole('combobox', { name: label });
  await select.focus();
  await select.press('Enter');
  const active = page.locator('.ant-select-item-option-active');
  for (let n = 0; n < 6 && !(await active.textContent())?.includes(name); n++) await select.press('ArrowDown');
  await expect(active).toContainText(name);
  await select.press('Enter');
}
