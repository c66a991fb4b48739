import { expect, test } from '../fixtures.ts';
import { ingest } from '../harness/ingest.ts';
import { makePlant } from '../harness/plant.ts';
import { type MadeTab, makeTab, tabNow, waitForSensor } from '../harness/schema.ts';
import { baseUrl } from '../harness/where.ts';

interface Bound {
  readonly machines: readonly {
    readonly name: string;
    readonly sensors: readonly { readonly sensor: { readonly id: string; readonly name: string } }[];
  }[];
}

const count = 20;
const groups = [
  { id: 't', name: 'Temperature', sensors: [{ id: 'head', name: 'Head bearing', type: 'NUMERIC', unit: 'C' }] },
  { id: 's', name: 'Speed', sensors: [{ id: 'belt', name: 'Belt speed', type: 'NUMERIC', unit: '%' }] },
  { id: 'y', name: 'System', sensors: [{ id: 'state', name: 'System state', type: 'BOOL' }] },
];

test('twenty equal legs are drawn once and copied with their sensors, in five clicks and one step', async ({
  page,
  api,
  enterAs,
}) => {
  const titles = Array.from({ length: count }, (_, i) => `Leg ${i + 1}`);
  const plant = await makePlant(
    api,
    titles.map((title) => ({ title, type: '0300' })),
  );
  for (const device of plant.devices) {
    await ingest(device, 'birth', { ts: Date.now() - 1_000, groups });
    // Sensors can be found once their device has sent a frame.
    await ingest(device, 'data', { ts: Date.now(), seq: 1, v: [44, 98, 1] });
  }
  await waitForSensor(api, plant, 't.head');
  const made: MadeTab = await makeTab(api, plant, 'Elevators', 'Legs', [
    {
      id: 'leg',
      type: 'bucket-elevator',
      name: 'Leg 1',
      x: 40,
      y: 60,
      sensors: { 'head-bearing': 't.head', speed: 's.belt' },
      state: 'y.state',
    },
  ]);
  await enterAs(plant, 'Engineer');
  await page.goto(`${baseUrl()}/visual-dashboard/site/${plant.siteId}/schemas/${made.schema}/tabs/${made.id}/edit`);
  const nodes = page.locator('.react-flow__node');
  await expect(page.getByRole('complementary').filter({ hasText: 'Nothing selected' })).toContainText(/Machines\s*1/);
  await nodes.filter({ hasText: 'Leg 1' }).click();
  await page.getByRole('button', { name: 'Copy with sensors' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox')).toHaveCount(count - 1);
  // The mapping is shown before anything is copied.
  const mapping = dialog.getByRole('region', { name: 'Sensors of Leg 2' });
  await expect(mapping.getByRole('row')).toHaveText([
    /Becomes/,
    /Head bearing, Leg 2/,
    /Belt speed, Leg 2/,
    /System state, Leg 2/,
  ]);
  await dialog.getByRole('button', { name: 'Select all' }).click();
  await dialog.getByRole('button', { name: 'Make 19 copies' }).click();
  await expect(nodes).toHaveCount(count);
  // Toasts do not cover the toolbar.
  const toast = await page.getByText('19 copies made').boundingBox();
  const toolbar = await page.getByRole('toolbar', { name: 'Tools' }).boundingBox();
  expect((toast?.y ?? 0) > (toolbar?.y ?? 0) + (toolbar?.height ?? 0)).toBe(true);
  await page.keyboard.press('Control+z');
  await expect(nodes).toHaveCount(1);

  // The same with the keyboard only.
  await page.keyboard.press('Escape');
  await expect(page.getByText('Nothing selected')).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('d');
  await expect(dialog.getByRole('checkbox')).toHaveCount(count - 1);
  await expect(dialog.getByRole('button', { name: 'Select all' })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(nodes).toHaveCount(count);
  await page.keyboard.press('Control+z');
  await expect(nodes).toHaveCount(1);
  await page.keyboard.press('Control+y');
  await expect(nodes).toHaveCount(count);
  await page.getByRole('button', { name: 'SAVE' }).click();
  await expect(page.getByText('Tab saved')).toBeVisible();
  const { machines } = (await tabNow(api, made.id)) as unknown as Bound;
  expect(machines.map(({ name }) => name).toSorted()).toEqual(titles.toSorted());
  expect(new Set(machines.flatMap(({ sensors }) => sensors.map(({ sensor }) => sensor.id))).size).toBe(2 * count);
});

test('all machines on one scale, and nothing off the tab', async ({ page, api, enterAs }) => {
  const plant = await makePlant(api, [{ title: 'Node', type: '0006' }]);
  const made = await makeTab(api, plant, 'Sizes', 'Sizes', [
    { id: 'leg', type: 'bucket-elevator', name: 'Leg', x: 100, y: 100 },
    { id: 'fan', type: 'fan', name: 'Fan', x: 500, y: 300 },
  ]);
  await enterAs(plant, 'Engineer');
  await page.goto(`${baseUrl()}/visual-dashboard/site/${plant.siteId}/schemas/${made.schema}/tabs/${made.id}/edit`);
  await page.getByRole('button', { name: 'Draw to scale' }).click();
  const fan = page.locator('.react-flow__node').filter({ hasText: 'Fan' });
  await fan.click();
  await expect(page.getByLabel('Length in metres')).toHaveValue('1.6');
  await page.getByLabel('Length in metres').fill('3.2');
  // Arrows move the machine only outside of a field.
  await page.getByLabel('Length in metres').blur();
  for (let i = 0; i < 90; i++) await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('button', { name: 'SAVE' }).click();
  await expect(page.getByText('Tab saved')).toBeVisible();
  const tab = await api.get<{
    readonly width: number;
    readonly pixels_per_metre: number;
    readonly machines: readonly { readonly name: string; readonly length_m: number; readonly x_coord: number }[];
  }>(`../v2/tabs/${made.id}/`);
  const saved = tab.machines.find(({ name }) => name === 'Fan');
  expect(tab.pixels_per_metre).toBe(20);
  expect(saved).toMatchObject({ length_m: 3.2, x_coord: tab.width - 64 });
});
