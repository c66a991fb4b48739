import { expect, test } from '../fixtures.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { baseUrl } from '../harness/where.ts';
import { DashboardPage } from '../pages/dashboard.ts';
import { GraphsPage } from '../pages/graphs.ts';

const pictures = process.env.TOCSIN_PICTURES;

test('sensors of two devices share a chart, are read by keyboard, and the address shows the same', async ({
  livePlant,
  page,
  enterAs,
}) => {
  const plant = await livePlant([
    { title: 'Leg 1', type: '0300' },
    { title: 'Leg 2', type: '0300' },
  ]);
  await enterAs(plant, 'User');
  const [leg, other] = plant.devices;
  if (!leg || !other) throw new Error('no device');
  const dashboard = new DashboardPage(page);
  const graphs = new GraphsPage(page);
  await graphs.oneChartEach();
  await dashboard.open(plant, leg);
  await dashboard.goto('/graphs');
  await expect(graphs.chart('Supply')).toBeVisible();
  await page.getByRole('button', { name: 'Compare Supply with other sensors' }).click();

  await expect(page.getByRole('heading', { name: 'Compare sensors', level: 1 })).toBeVisible();
  const values = page.getByRole('region', { name: 'Values of the compared sensors' });
  await expect(values.getByRole('row', { name: /Supply Leg 1/ })).toBeVisible();
  const add = async (name: string): Promise<void> => {
    await page.getByRole('combobox', { name: 'Add a sensor' }).click();
    await page.getByRole('combobox', { name: 'Add a sensor' }).fill(name);
    // The sensors of a newly chosen device may still be loading.
    await expect(page.getByRole('option', { name })).toBeAttached();
    await page.keyboard.press('Enter');
  };
  await add('Head bearing left');
  await expect(values.getByRole('row')).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Device' }).click();
  await page.getByTitle('Leg 2').click();
  await add('Head bearing left');
  await expect(values.getByRole('row', { name: /Head bearing left Leg 2/ })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`sensors=.*${leg.id}\\.4\\.4000.*${other.id}\\.4\\.4000`));

  await page.getByRole('tab', { name: '1 HR' }).click();
  const slider = page.getByRole('slider', { name: 'Time of the values' });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(values.getByRole('heading', { name: /^Values at/ })).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', /Head bearing left .*Head bearing left/);
  await page.keyboard.press('Escape');
  await expect(values.getByRole('heading', { name: 'Newest values' })).toBeVisible();
  await values.getByRole('button', { name: 'Show Supply' }).click();
  await expect(values.getByRole('button', { name: 'Show Supply' })).toHaveAttribute('aria-pressed', 'false');
  await expectNoSeriousViolation(page);
  const address = page.url();
  await page.goto(`${baseUrl()}/devices`);
  await page.goto(address);
  await expect(values.getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('tab', { name: '1 HR' })).toHaveAttribute('aria-selected', 'true');

  // A link with an unknown sensor shows a message.
  await page.goto(address.replace('sensors=', `sensors=${leg.id}.9.9%2C`));
  await expect(page.getByText('1 sensor in this link sent nothing', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Leave out' }).click();
  await expect(page.getByText('in this link sent nothing', { exact: false })).toHaveCount(0);
  await expect(page).not.toHaveURL(/9\.9/);
  await expect(values.getByRole('row')).toHaveCount(4);

  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoSeriousViolation(page);
  if (pictures) {
    await page.screenshot({ path: `${pictures}/comparing-dark.png` });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.screenshot({ path: `${pictures}/comparing-light.png` });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `${pictures}/comparing-phone.png` });
  }
  for (const name of ['Supply, Leg 1', 'Head bearing left, Leg 1', 'Head bearing left, Leg 2'])
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  await expect(page.getByText('Add a sensor to begin.', { exact: false })).toBeVisible();

  await page.goto(`${baseUrl()}/dashboard/bearings`);
  const weeks = page.getByRole('group', { name: 'Head bearing left by week' });
  await weeks.getByRole('radio', { name: /^This week: .*running \d+ h$/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(weeks.getByRole('radio', { name: /: did not run, running 0 h$/ }).nth(3)).toBeChecked();
  await expectNoSeriousViolation(page);
});

test('a note is written at the cursor of the graphs and stands at its moment', async ({ livePlant, page, enterAs }) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  await enterAs(plant, 'User');
  const [leg] = plant.devices;
  if (!leg) throw new Error('no device');
  const dashboard = new DashboardPage(page);
  const graphs = new GraphsPage(page);
  await graphs.oneChartEach();
  await dashboard.open(plant, leg);
  await dashboard.goto('/graphs');
  await expect(graphs.chart('Supply').locator('canvas')).toBeVisible();
  await graphs.pointAt('Supply', 0.5);
  await page.getByRole('button', { name: 'Add a note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a note' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Please write something.');
  await dialog.getByLabel('Note').fill('Smell of <b>grease</b>');
  await expectNoSeriousViolation(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const mark = page.getByRole('button', { name: /^Note: .*Smell of <b>grease<\/b>$/ });
  await expect(mark).toBeVisible();
  await mark.focus();
  await expect(page.getByRole('tooltip')).toContainText('Smell of <b>grease</b>');
  const [lane, plot] = [await mark.boundingBox(), await graphs.plot('Supply').boundingBox()];
  if (!lane || !plot) throw new Error('not drawn');
  expect(Math.abs(lane.x + lane.width / 2 - (plot.x + plot.width / 2))).toBeLessThan(12);
  await expectNoSeriousViolation(page);
  if (pictures) {
    await page.screenshot({ path: `${pictures}/notes-light.png` });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `${pictures}/notes-phone.png` });
  }
});
