import { expect, test } from '../fixtures.ts';
import { expectReadable } from '../harness/axe.ts';
import { ingest } from '../harness/ingest.ts';
import { LiveDevice } from '../harness/live-device.ts';
import { makePlant, setWarnings } from '../harness/plant.ts';
import { mqttUrl } from '../harness/where.ts';
import { DashboardPage, wallClock } from '../pages/dashboard.ts';
import { GraphsPage } from '../pages/graphs.ts';

const zone = 'America/Chicago';
/** The Setting menu of somebody who may edit the device. */
const settingsOf = (device: string): string[] => [
  'Sensor Names',
  'Sensor Images',
  'Warnings',
  'Priorities and Responses',
  'Copy to Other Devices',
  `Shelve ${device}`,
  'Shelved alarms',
  'Out of service',
];

const snapshotBanner = 'This is a historical snapshot, the data is not live';

// spec: monitoring 2 Dashboard tabs: Live, Historical (modal; SEARCH is enabled only when both are chosen), Device Notifications
test('a WDC4 through dashboard, history and graphs', async ({ livePlant, page, enterAs }) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.devices;
  if (!leg) throw new Error('no device');
  await enterAs(plant, 'Engineer');
  const dashboard = new DashboardPage(page);
  const graphs = new GraphsPage(page);
  await graphs.oneChartEach();
  await dashboard.open(plant, leg);
  await expect(dashboard.card('4.4000')).toContainText('Head bearing left');
  await expect(page.getByRole('link', { name: 'Devices' }).first()).toBeVisible();
  await expectReadable(page);

  // Inputs outside the profile are hidden by default.
  await expect(dashboard.card('8.8000')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Hide disabled sensors' }).uncheck();
  await expect(dashboard.card('8.8000')).toContainText('Disabled');

  // The Setting menu of an Engineer on a WDC4.
  const menu = await dashboard.settingMenu();
  await expect(menu.getByRole('menuitem')).toHaveText(settingsOf('Leg 1'));
  await expect(page.getByRole('button', { name: 'Fix Notification' })).toHaveCount(0);
  await menu.getByRole('menuitem', { name: 'Warnings' }).click();
  await expect(page.getByText('There are no warnings for this device')).toBeVisible();
  await page.keyboard.press('Escape');

  // Historical: a dialog that requires both fields, then a snapshot that cannot look live.
  await dashboard.tab('Historical').click();
  const search = page.getByRole('dialog').getByRole('button', { name: 'SEARCH' });
  await expect(search).toBeDisabled();
  const now = wallClock(Date.now(), zone);
  await dashboard.pickMoment(now.date, now.time);
  await search.click();
  await expect(page.getByText(snapshotBanner)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/historical\/snapshot\/\d+/);
  await expect(dashboard.card('4.4000')).toContainText('°C');
  await expect(page.getByText('last frame')).toHaveCount(0);
  const first = page.url();
  await page.getByRole('button', { name: 'Next frame' }).click();
  await expect(page).not.toHaveURL(first);
  await expectReadable(page);
  await dashboard.tab('Live').click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText(snapshotBanner)).toHaveCount(0);
  // Both routes; an invalid moment redirects to the live dashboard.
  await dashboard.goto(`/dashboard/historical/${now.date}&${now.time}`);
  await expect(page).toHaveURL(/snapshot\/\d+/);
  for (const bad of ['snapshot/yesterday', '2026-02-30&10:00']) {
    await dashboard.goto(`/dashboard/historical/${bad}`);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
  await dashboard.tab('Device Notifications').click();
  await expect(page).toHaveURL(/\/notifications/);

  // The search lists every moment and links to one; its calendar is moved through by arrow keys.
  await dashboard.goto('/dashboard/historical');
  const today = page.getByRole('region', { name: 'Alarms and warnings by day' }).locator('[aria-current="date"]');
  await today.press('ArrowLeft');
  await expect(today).toBeFocused();
  await dashboard.pickMoment(now.date, now.time);
  await page.getByRole('button', { name: 'SEARCH' }).click();
  await expectReadable(page);
  await page.locator('a[href*="/snapshot/"]').first().click();
  await expect(page.getByText(snapshotBanner)).toBeVisible();

  // Graphs: each timescale, one sensor, all of them, custom.
  await dashboard.goto('/graphs');
  await expect(graphs.scale('24 HR')).toHaveAttribute('aria-selected', 'true');
  await expect(graphs.chart('Supply')).toBeVisible();
  await expectReadable(page);
  for (const [name, points] of [
    ['Live', '10 min, every reading'],
    ['1 HR', '1 h, every reading'],
    ['7 Days', '7 days, 12 min per point'],
    ['30 Days', '30 days, 30 min per point'],
    ['24 HR', '24 h, 1 min per point'],
  ] as const) {
    await graphs.scale(name).click();
    await expect(page.getByText(points)).toBeVisible();
    await expect(graphs.chart('Supply').locator('canvas')).toBeVisible();
  }
  await expect.poll(async () => (await graphs.chart('Supply').boundingBox())?.height).toBe(210);
  // States are strips, below the graphs of numbers; those with a single state are collapsed.
  await page.getByRole('button', { name: /unchanged/ }).click();
  await page.getByRole('heading', { name: 'System state' }).scrollIntoViewIfNeeded();
  await expect(graphs.chart('System state').locator('canvas')).toBeVisible();
  await expect.poll(async () => (await graphs.chart('System state').boundingBox())?.height).toBe(28);
  await page.getByRole('heading', { name: 'System state' }).getByRole('button').click();
  await expect(page.getByRole('article')).toHaveCount(1);
  // The only graph of the page takes what the window has.
  await expect.poll(async () => (await graphs.chart('System state').boundingBox())?.height).toBeGreaterThan(210);
  await dashboard.goto('/graphs/4.4000');
  await expect(graphs.chart('Head bearing left')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  // The values of the graph as a table and as a file.
  await page.getByRole('button', { name: 'Head bearing left as a table' }).click();
  await expect(page.getByRole('table').getByText('°C').first()).toBeVisible();
  await page.keyboard.press('Escape');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(
    new RegExp(`^device_${leg.id}_sensor_4000_day_\\d{4}-\\d\\d-\\d\\d_\\d\\d-\\d\\d\\.csv$`),
  );
  await page.getByRole('button', { name: 'Show All Graphs' }).click();
  await expect(page).toHaveURL(/\/graphs(\?device=\d+)?$/);
  await dashboard.goto(`/graphs/historical/graphs/${now.date}&${now.time}/4.4000`);
  await expect
    .poll(() => decodeURIComponent(page.url()))
    .toMatch(new RegExp(`/graphs/historical/${now.date}&${now.time}/4.4000(\\?device=\\d+)?$`));
  await expect(graphs.scale('Custom')).toHaveAttribute('aria-selected', 'true');
  await expect(graphs.chart('Head bearing left').locator('canvas')).toBeVisible();
});

// spec: monitoring 5 Sensor names: each at most 60 characters
test('the names, images and warnings of a WDC4, and invalid input', async ({ livePlant, page, api, enterAs }) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.devices;
  if (!leg) throw new Error('no device');
  await enterAs(plant, 'Engineer');
  const dashboard = new DashboardPage(page);
  await dashboard.open(plant, leg);
  await expect(dashboard.card('4.4000')).toContainText('Head bearing left');

  // Names: 60 characters; an empty name restores the device's own.
  await dashboard.goto('/dashboard/edit/sensor/names');
  const name = page.getByLabel('Name of Head bearing left');
  await name.fill('x'.repeat(61));
  await page.getByRole('button', { name: 'SAVE' }).click();
  await expect(page.getByText('Ensure this field has no more than 60 characters.')).toBeVisible();
  await expectReadable(page);
  // A CSV with an unknown id and a name of 61 characters: every bad line is reported, nothing is imported.
  const bad = `id,label\n4.9999,Elsewhere\n4.4001,${'y'.repeat(61)}\n4.4002,Tail\n`;
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from(bad) });
  await expect(page.getByText("Line 2: '4.9999' names no sensor of this device.")).toBeVisible();
  await expect(page.getByText('Line 3: the label has 61 characters')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({
    name: 'names.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('id,label\n4.4002,Tail bearing A\n'),
  });
  await expect(page.getByLabel('Name of Tail bearing left')).toHaveValue('Tail bearing A');
  await name.fill('Head bearing, drive side');
  await page.getByRole('button', { name: 'SAVE' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(dashboard.card('4.4000')).toContainText('Head bearing, drive side');

  // Images.
  await dashboard.goto('/edit/sensor/images');
  await page
    .locator('.ant-select')
    .filter({ has: page.getByLabel('Image of Head bearing, drive side') })
    .click();
  await page.locator('.ant-select-item-option').nth(1).click();
  await expectReadable(page);
  await page.getByRole('button', { name: 'SAVE' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(dashboard.card('4.4000').locator('h3 svg, h3 img')).toHaveCount(1);

  // Types are for ETH-NODEs; warnings require every field.
  await dashboard.goto('/dashboard/edit/sensor/types');
  await expect(page).toHaveURL(/\/dashboard$/);
  await setWarnings(api, leg, [{ sensor_id: '4.4000', sign: '>', value: 65, delay_seconds: 60 }]);
  await dashboard.goto('/dashboard/edit/warnings');
  await page.getByRole('button', { name: 'Add warning' }).click();
  await page.getByRole('button', { name: 'SAVE' }).click();
  await expect(page.getByText('Please select your sensor')).toBeVisible();
  await expect(page.getByText('Please input your value')).toBeVisible();
  await expectReadable(page);
});

// spec: monitoring 4 F500 selection actions: append, delete, clean
test('an F500 with its filter, and its selection of nodes stored for the person', async ({
  livePlant,
  page,
  enterAs,
}) => {
  const plant = await livePlant([{ title: 'Feed mill', type: 'F500' }]);
  await enterAs(plant, 'Engineer');
  const dashboard = new DashboardPage(page);
  const graphs = new GraphsPage(page);
  await dashboard.open(plant, plant.devices[0]);
  const tiles = page.locator('[id^=node-]');
  await expect(tiles.first()).toBeVisible();
  const active = await tiles.count();
  await expectReadable(page);
  await page
    .locator('.ant-select')
    .filter({ has: page.getByRole('combobox', { name: 'Nodes shown' }) })
    .click();
  await expect(page.locator('.ant-select-item-option')).toHaveText(['Active Nodes', 'Alarmed Nodes', 'All Nodes']);
  await page.locator('.ant-select-item-option', { hasText: 'All Nodes' }).click();
  await expect(tiles).toHaveCount(64);
  expect(active).toBeLessThanOrEqual(64);
  await expect((await dashboard.settingMenu()).getByRole('menuitem', { name: 'Sensor Names' })).toBeVisible();

  await dashboard.goto('/graphs');
  await expect(page.getByText('Please select Sensors to generate graphs!')).toBeVisible();
  await page.getByRole('checkbox', { name: /^01 / }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article').locator('canvas')).toBeVisible();
  await expectReadable(page);
  await page.getByRole('button', { name: 'Sensors of node 02' }).click();
  await page.locator('[id="node-2-sensors"]').getByRole('checkbox').first().click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(graphs.scale('24 HR')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  await expect(page.getByText('Please select Sensors to generate graphs!')).toBeVisible();
});

// spec: decisions 7 Units: shown = k*raw + c (0005, 0006) with the settings in force at that time
test('an ETH-NODE: its types, a device without data, an invalid time and a layout that changes', async ({
  page,
  api,
  enterAs,
}) => {
  const plant = await makePlant(api, [
    { title: 'Bin room', type: '0006' },
    { title: 'Old leg', type: '0300' },
  ]);
  const [node, leg] = plant.devices;
  if (!node || !leg) throw new Error('no device');
  const live = new LiveDevice(node, mqttUrl());
  await enterAs(plant, 'Engineer');
  const dashboard = new DashboardPage(page);
  await dashboard.open(plant, node);
  await expect(dashboard.card('34.34000')).toContainText('Analog 1');
  const menu = await dashboard.settingMenu();
  await expect(menu.getByRole('menuitem')).toHaveText([...settingsOf('Bin room'), 'Sensor Settings']);
  await menu.getByRole('menuitem', { name: 'Sensor Settings' }).click();
  await expect(page).toHaveURL(/\/dashboard\/edit\/sensor\/types$/);
  await expectReadable(page);
  const k = page.getByLabel('k', { exact: true }).nth(4);
  await k.fill('0');
  await page.getByRole('button', { name: 'SAVE' }).click();
  await expect(page.getByText('k must not be 0.')).toBeVisible();
  await k.fill('1000');
  await page.getByRole('button', { name: 'SAVE' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(dashboard.card('34.34000')).toContainText(/\d{4}/);

  // A time in the future is refused with a message; an invalid one redirects to the live graphs.
  await dashboard.goto('/graphs/historical/2099-01-01&10:00');
  await expect(page.getByText('This time is in the future.')).toBeVisible();
  await expect(page.getByText('graphs is empty!')).toBeVisible();
  await dashboard.goto('/graphs/historical/2026-02-30&25:00');
  await expect(page).toHaveURL(/\/graphs(\?device=\d+)?$/);
  await dashboard.goto('/dashboard/historical/2099-01-01&10:00');
  await expect(page.getByText('Nothing is stored at or after this time.')).toBeVisible();

  await live.stop();

  // A device that has never sent has an empty state everywhere, and needs no reload when it starts.
  for (const [path, text] of [
    ['/graphs', 'graphs is empty!'],
    ['/dashboard/historical', 'Historical list is empty!'],
    ['/dashboard/edit/sensor/names', 'Sensor names is empty!'],
    ['/dashboard', 'This device has not sent any data yet.'],
  ] as const) {
    await dashboard.open(plant, leg, path);
    await expect(page.getByText(text)).toBeVisible();
  }
  const birth = (...ids: readonly string[]) => ({
    ts: Date.now(),
    groups: [
      {
        id: '4',
        name: 'Temperature',
        sensors: ids.map((id) => ({ id, name: `Bearing ${id}`, type: 'NUMERIC', unit: 'C' })),
      },
    ],
  });
  await ingest(leg, 'birth', birth('a', 'b'));
  await ingest(leg, 'data', { ts: Date.now(), seq: 1, values: { '4.a': 41, '4.b': 42 } });
  await expect(dashboard.card('4.b')).toContainText('42');
  // Another layout: missing sensors are removed, new ones have no value yet.
  await ingest(leg, 'birth', birth('a', 'c'));
  await ingest(leg, 'data', { ts: Date.now(), seq: 2, values: { '4.a': 41.5 } });
  await expect(dashboard.card('4.c')).toContainText('No data');
  await expect(dashboard.card('4.b')).toHaveCount(0);
});
