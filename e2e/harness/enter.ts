import type { Page } from '@playwright/test';
import { Api } from './api.ts';
import { selectionOf } from './browser.ts';
import type { Person, Plant } from './plant.ts';
import { baseUrl } from './where.ts';

type Credentials = Pick<Person, 'email' | 'password'>;

/**
 * Signs in on the page without the form, for journeys about something else, with the plant's site selected, or nothing
 * without a plant. The page is left at the portal's address, with nothing of the
 * portal loaded yet.
 */
export async function enter(page: Page, { email, password }: Credentials, plant?: Plant): Promise<void> {
  const { token } = await Api.signIn(baseUrl(), email, password);
  await page.goto(`${baseUrl()}/readyz`);
  await page.evaluate(
    ([session = '', selection = '']) => {
      localStorage.setItem('token', session);
      if (selection) sessionStorage.setItem('selection', selection);
    },
    [token, plant ? selectionOf(plant) : ''],
  );
}

/** The same with nothing selected, and the list of sites opened, as after the form. */
export async function openAs(page: Page, person: Credentials): Promise<void> {
  await enter(page, person);
  await page.goto(`${baseUrl()}/sites`);
}
