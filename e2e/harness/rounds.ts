import type { Page } from '@playwright/test';

/** Answers that everything was well in the round of the only machine, and presses that it is done. */
export async function makeRound(page: Page): Promise<void> {
  const begin = page.getByRole('button', { name: 'Daily round', exact: true });
  const done = page.getByRole('button', { name: 'Daily round done' });
  await begin.or(done).waitFor();
  if (await begin.isVisible()) await begin.click();
  for (const well of await page.getByText('Well', { exact: true }).all()) await well.click();
  await done.click();
}
