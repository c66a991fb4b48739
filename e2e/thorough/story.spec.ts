import { expect, test } from '@playwright/test';
import { TocsinServer } from '../harness/server.ts';

const titles = [
  'A bearing warms',
  'How it came to this',
  'A rule is tried on the past',
  'An alarm at night',
  'Somebody answers',
  'Quiet, but not forever',
  'What does not protect now',
  'The morning’s handover',
  'The plant as it was',
  'All of it in one file',
];

test('a visitor of the demo is shown an alarm from the warm bearing to its pack, on the real pages', async ({
  page,
}) => {
  const server = await TocsinServer.start({ demo: true });
  try {
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Show me' }).click();
    const card = page.getByRole('dialog').filter({ hasText: 'of 10' });
    const addresses = new Set<string>();
    for (const [n, title] of titles.entries()) {
      await expect(card.getByRole('heading', { name: title })).toBeVisible();
      await expect(page.getByText('Please select device before!')).toHaveCount(0);
      await expect(page.getByText('Not found.')).toHaveCount(0);
      addresses.add(page.url());
      // A reload continues where the story was.
      if (n === 4) await page.reload();
      await card.getByRole('button', { name: n === 9 ? 'Done' : 'Next' }).click();
    }
    expect(addresses.size).toBe(titles.length);
    await expect(card).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('navigation', { name: 'Where you are' })).toBeVisible();
    await expect(card).toHaveCount(0);
  } finally {
    await server.stop();
  }
});
