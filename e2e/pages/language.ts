import { expect, type Page } from '@playwright/test';
import { baseUrl } from '../harness/where.ts';

/** Chooses the user's language under User Settings; `label` and `name` are in the current language. */
export async function chooseLanguage(page: Page, label: string, name: string): Promise<void> {
  await page.goto(`${baseUrl()}/user/setting`);
  // By keyboard, because content that loads above may move an open list under the pointer.
  const select = page.getByRole('combobox', { name: label });
  await select.focus();
  await select.press('Enter');
  // The list opens with its first option active, and then activates the chosen one.
  const active = page.locator('.ant-select-item-option-active');
  await expect(active).toHaveClass(/ant-select-item-option-selected/);
  for (let n = 0; n < 6 && !(await active.textContent())?.includes(name); n++) {
    const before = (await active.textContent()) ?? '';
    await select.press('ArrowDown');
    await expect(active).not.toHaveText(before);
  }
  await expect(active).toContainText(name);
  // The page reloads in the other language once the choice is saved.
  const saved = page.waitForResponse((answer) => answer.url().includes('/accounts/language/'));
  await select.press('Enter');
  expect((await saved).status()).toBe(200);
}
