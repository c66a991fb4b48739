import { expect, test } from '../fixtures.ts';
import { expectReadable } from '../harness/axe.ts';
import { makePlant } from '../harness/plant.ts';
import { waitForSensor } from '../harness/schema.ts';
import { baseUrl } from '../harness/where.ts';
import { DashboardPage } from '../pages/dashboard.ts';

test('many devices are shown in pages, found on all of them, and printed as a whole', async ({
  api,
  enterAs,
  page,
}) => {
  const count = 63;
  const titles = Array.from({ length: count }, (_, n) => (n < count - 1 ? `Leg ${n + 1}` : 'Truck pit'));
  const plant = await makePlant(
    api,
    titles.map((title) => ({ title, type: '0300' as const })),
  );
  await enterAs(plant, 'Engineer');
  await page.goto(`${baseUrl()}/devices/${plant.siteId}`);
  const cards = page.locator('main article');
  const second = page.getByRole('listitem', { name: '2', exact: true });
  await expect(cards).toHaveCount(60);
  await expect(cards.first()).toContainText('Leg 1');
  await expectReadable(page);

  // With the keyboard; the page number is kept while a device is open.
  await second.focus();
  await page.keyboard.press('Enter');
  await expect(cards).toHaveCount(3);
  await expect(cards.first()).toContainText('Leg 61');
  await page.getByRole('button', { name: 'Leg 62' }).click();
  await expect(page).toHaveURL(/dashboard/);
  await page.goBack();
  await expect(cards).toHaveCount(3);

  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
  await expect(cards).toHaveCount(count);
  await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
  await expect(cards).toHaveCount(3);

  await page.getByPlaceholder('Find a device').fill('truck');
  await expect(cards).toHaveCount(1);
  await expect(second).toHaveCount(0);
  await page.getByPlaceholder('Find a device').fill('');
  await expect(cards).toHaveCount(60);
});

test('a response text is written once for all bearings without one', async ({ api, livePlant, enterAs, page }) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.devices;
  await waitForSensor(api, plant, '4.4003');
  await enterAs(plant, 'Engineer');
  await new DashboardPage(page).open(plant, leg, '/dashboard/edit/sensor/responses');
  await page.getByRole('searchbox', { name: 'Find a sensor' }).fill('bearing');
  await page.getByText('Head bearing left', { exact: true }).click();
  await page.getByLabel('What to do').first().fill('Stop the leg');
  await page.getByRole('button', { name: /^Use for \d sensors without a text$/ }).click();
  await expect(page.getByRole('button', { name: /without a text$/ })).toHaveCount(0);
  await expectReadable(page);
  await page.getByRole('button', { name: 'Save' }).click();
  type Texts = { readonly results: readonly { readonly name: string; readonly what_to_do: string | null }[] };
  const wrong = async (): Promise<readonly string[]> => {
    const { results } = await api.get<Texts>(`devices/${leg?.id}/settings/responses/`);
    return results.flatMap(({ name, what_to_do: todo }) =>
      (todo === 'Stop the leg') === name.toLowerCase().includes('bearing') ? [] : [name],
    );
  };
  await expect.poll(wrong).toEqual([]);
});
