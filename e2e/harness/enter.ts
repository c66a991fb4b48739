import type { Page } from '@playwright/test';
import { Api } from './api.ts';
import { selectionOf } from './browser.ts';
import type { Person, Plant } from './plant.ts';
import { baseUrl } from './where.ts';

/**
 * Signs somebody in on the page without the form, for journeys that are about something else, with the plant's site
 * selected as after a pick. The page is left at the portal's address, with nothing of the portal loaded yet.
 */
export async function enter(page: Page, { email, password }: Omit<Person, 'id'>, plant: Plant): Promise<void> {
  const { token } = await Api.signIn(baseUrl(), email, password);
  await page.goto(`${baseUrl()}/readyz`);
  await page.evaluate(
    ([session = '', selection = '']) => {
      localStorage.setItem('token', session);
      sessionStorage.setItem('selection', selection);
    },
    [token, selectionOf(plant)],
  );
}
