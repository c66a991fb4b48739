import { expect, type Page } from '@playwright/test';
import { Api } from './api.ts';
import { selectionOf } from './browser.ts';
import type { Person, Plant } from './plant.ts';
import { baseUrl } from './where.ts';

type Credentials = Pick<Person, 'email' | 'password'>;

/**
 * Signs in without the form, for journeys about something else, and selects the plant's site, if any. The page is then
 * at the portal's address, but nothing is loaded yet.
 */
export async function enter(page: Page, { email, password }: Credentials, plant?: Plant): Promise<void> {
  const { token } = await Api.signIn(baseUrl(), email, password);
  // A page of somebody who was signed out may be on its way to the start just now.
  await expect(() => page.goto(`${baseUrl()}/readyz`)).toPass();
  await page.evaluate(
    ([session = '', selection = '']) => {
      localStorage.setItem('token', session);
      if (selection) sessionStorage.setItem('selection', selection);
    },
    [token, plant ? selectionOf(plant) : ''],
  );
}

/** Signs in without the form and without a selection, and opens the list of sites, as after the form. */
export async function openAs(page: Page, person: Credentials): Promise<void> {
  await enter(page, person);
  await page.goto(`${baseUrl()}/sites`);
}
