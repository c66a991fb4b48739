import { expect, test } from '../fixtures.ts';
import { DashboardPage } from '../pages/dashboard.ts';

// meets: wcag-2.2-aa 1.4.13
test('the words of a note stay while the pointer or the focus is there, can be pointed at, and go by Escape', async ({
  livePlant,
  page,
  api,
  enterAs,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.devices;
  await api.post(`locations/${plant.siteId}/notes/`, { text: 'Belt replaced', device: leg?.id ?? null, sensor: null });
  await enterAs(plant, 'Engineer');
  await page.clock.install();
  await new DashboardPage(page).open(plant, leg, '/graphs');
  const mark = page.getByRole('button', { name: /Belt replaced/ });
  const words = page.getByRole('tooltip').filter({ hasText: 'Belt replaced' });

  await mark.hover();
  await expect(words).toBeVisible();
  await words.hover();
  await page.clock.fastForward('01:00');
  await expect(words).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(words).toBeHidden();

  await page.mouse.move(5, 5);
  await mark.focus();
  await expect(words).toBeVisible();
  await page.clock.fastForward('01:00');
  await expect(words).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(words).toBeHidden();
  await expect(mark).toBeFocused();
});
