import { expect, test } from '../fixtures.ts';
import { DashboardPage } from '../pages/dashboard.ts';
import { GraphsPage } from '../pages/graphs.ts';

// meets: wcag-2.2-aa 2.5.1, 2.5.7
test('any range of time is shown, compared with an earlier one, and named by the address', async ({
  livePlant,
  page,
  enterAs,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  await enterAs(plant, 'User');
  const [leg] = plant.devices;
  if (!leg) throw new Error('no device');
  const dashboard = new DashboardPage(page);
  const graphs = new GraphsPage(page);
  await dashboard.open(plant, leg);
  await dashboard.goto('/graphs');
  await expect(graphs.chart('Bearings')).toBeVisible();
  const range = page.getByRole('button', { name: 'Range', exact: true });

  // An invalid range is refused at its field.
  await range.click();
  const from = page.getByRole('textbox', { name: 'From, Date' });
  await from.fill('2030-01-01');
  await from.press('Enter');
  await page.getByRole('button', { name: 'Show range' }).click();
  await expect(page.getByText('The end must be after the beginning.')).toBeVisible();

  await page.getByRole('button', { name: 'Last 6 hours' }).click();
  await expect(page.getByText('6 h, 1 min per point')).toBeVisible();
  await expect(graphs.scale('Custom')).toHaveAttribute('aria-selected', 'true');
  await expect(graphs.chart('Bearings').locator('canvas')).toBeVisible();
  await page.getByRole('button', { name: /^Range/ }).click();
  await page.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByTitle('Previous week').click();
  await expect(page.getByRole('article').first().getByText('Previous week')).toBeVisible();
  await expect(page).toHaveURL(/start=\d+&end=\d+&earlier=week/);

  // The address is enough to show the same.
  await page.goto(page.url());
  await expect(page.getByText('6 h, 1 min per point')).toBeVisible();
  await expect(page.getByRole('article').first().getByText('Previous week')).toBeVisible();
  const first = page.url();
  await page.getByRole('button', { name: 'Earlier by one range' }).click();
  await expect(page).not.toHaveURL(first);
  await page.getByRole('button', { name: 'Later by one range' }).click();
  await expect(page).toHaveURL(first);
  await page.getByRole('button', { name: 'Now', exact: true }).click();
  await expect(page.getByText('24 h, 1 min per point')).toBeVisible();
  await expect(page).not.toHaveURL(/start=/);
});
