import { expect, test } from './fixtures.ts';
import { expectNoSeriousViolation } from './harness/axe.ts';
import { DashboardPage } from './pages/dashboard.ts';
import { GraphsPage } from './pages/graphs.ts';

const pictures = process.env.TOCSIN_PICTURES;

test('the day of the site chooses the shown time, and all values at the cursor are read, by keyboard', async ({
  livePlant,
  page,
  enterAs,
}) => {
  const plant = await livePlant([
    { title: 'Leg 1', type: '0300' },
    { title: 'Leg 2', type: '0300' },
  ]);
  await enterAs(plant, 'User');
  const [leg] = plant.devices;
  if (!leg) throw new Error('no device');
  const dashboard = new DashboardPage(page);
  const graphs = new GraphsPage(page);
  await dashboard.open(plant, leg);
  await dashboard.goto('/graphs');
  // Sensors of one group and unit share a chart, and what hardly moves is one row with its value.
  await expect(graphs.chart('Bearings').locator('canvas')).toBeVisible();
  await expect(graphs.row('Bearings').getByRole('button', { name: /^Head bearing left/ })).toBeVisible();
  const unchanged = page.getByRole('button', { name: / unchanged/ });
  await expect(unchanged).toContainText(/Supply 2\d[.\d]* V/);
  await expect(graphs.chart('Supply')).toHaveCount(0);
  await unchanged.click();
  await expect(graphs.chart('Supply')).toBeVisible();
  // At its top: scrolled, the header covers half of a row.
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: /^\d+ of \d+ sensors$/ }).click();
  await page.getByRole('checkbox', { name: 'One chart for each sensor' }).click();
  await page.keyboard.press('Escape');
  await expect(graphs.chart('Bearings')).toHaveCount(0);
  await expect(graphs.chart('Supply').locator('canvas')).toBeVisible();

  const overview = page.getByRole('region', { name: 'All of the site' });
  await expect(overview.getByRole('img', { name: 'Leg 1: nothing happened' })).toBeVisible();
  await expect(overview.getByRole('img', { name: 'Leg 2: nothing happened' })).toBeVisible();
  const brush = overview.getByRole('slider', { name: 'Shown time' });
  await brush.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  await expect(page.getByText(/ of 24 h, 1 min per point/)).toBeVisible();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByText('24 h, 1 min per point', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Values', exact: true }).click();
  const values = page.getByRole('complementary', { name: 'Values' });
  await expect(values.getByRole('heading', { name: 'Newest values' })).toBeVisible();
  await expect(values.getByRole('row', { name: /^Supply/ })).toBeVisible();
  await expect(values.getByRole('row', { name: /^System state/ })).toBeVisible();
  await expect(values.getByText('No alarms, warnings or losses.')).toBeVisible();
  await page.getByRole('slider', { name: 'Time of the values' }).focus();
  await page.keyboard.press('End');
  await expect(values.getByRole('heading', { name: /^Values at \d\d:\d\d:\d\d C[SD]T$/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(values.getByRole('heading', { name: 'Newest values' })).toBeVisible();
  await expectNoSeriousViolation(page);
  if (pictures) await page.screenshot({ path: `${pictures}/graphs-overview-light.png` });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoSeriousViolation(page);
  if (pictures) await page.screenshot({ path: `${pictures}/graphs-overview-dark.png` });

  // A sensor dragged onto another one opens both in the comparison, and so does a preset with its sensors.
  await graphs.row('Supply').getByRole('button', { name: 'Supply', exact: true }).dragTo(graphs.row('Uptime'));
  await expect(page.getByRole('heading', { name: 'Compare sensors', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/sensors=[^&]+%2C[^&]+/);
  await page.goBack();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Head bearing: 2 sensors and ambient' }).click();
  const compared = page.getByRole('region', { name: 'Values of the compared sensors' });
  await expect(compared.getByRole('row', { name: /Head bearing right Leg 1/ })).toBeVisible();
  await expect(compared.getByRole('row', { name: /Ambient 1 Leg 1/ })).toBeVisible();
  await page.goBack();
  await values.getByRole('button', { name: 'All devices here' }).click();
  await expect(page.getByRole('heading', { name: 'All devices at one moment', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/moment\?at=/);
});
