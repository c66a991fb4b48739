import { expect, test } from '../fixtures.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { makeTab, publish, waitForSensor } from '../harness/schema.ts';
import { NotificationsPage } from '../pages/notifications.ts';

// spec: visual-dashboard 2 machine details: information, alarms, maintenance, sensors in their order, 24 hours of graphs, live feed
// spec: visual-dashboard 7 WebSocket ws/machine-devices-data/{id}/ live machine data
// spec: visual-dashboard 7 WebSocket ws/tab-devices-data/{id}/ live tab data
// spec: visual-dashboard 7 GET current-user-notifications/; WebSocket ws/current-user-notifications/ auth command with the token sent first
test("a machine's page is live, and axe finds nothing on list, live view and details", async ({
  livePlant,
  page,
  api,
  enterAs,
}) => {
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.live;
  await waitForSensor(api, plant, '4.4000');
  const sensors = {
    'head-bearing': '4.4000',
    'boot-bearing': '4.4002',
    'head-alignment': '2.2000',
    speed: '1.1000',
    plug: '5.5000',
  };
  const tab = await makeTab(api, plant, 'Main plant', 'Receiving', [
    { id: 'leg', type: 'bucket-elevator', name: 'Leg', x: 100, y: 60, sensors, state: '18.18000' },
    { id: 'fan', type: 'fan', name: 'Fan', x: 500, y: 200 },
  ]);
  await publish(api, tab.schema);
  leg?.hold('4.4000', 95);
  const feeds: string[] = [];
  const closed: string[] = [];
  const said: string[] = [];
  page.on('websocket', (socket) => {
    feeds.push(socket.url());
    socket.on('close', () => closed.push(socket.url()));
    socket.on('framesent', ({ payload }) => {
      if (socket.url().includes('/ws/current-user-notifications/')) said.push(String(payload));
    });
  });
  await enterAs(plant, 'Engineer');
  const list = `${new URL(page.url()).origin}/visual-dashboard/site/${plant.siteId}/schemas`;
  await page.goto(list);
  await expect(page.getByText('Published, shown to everyone')).toBeVisible();
  await expectNoSeriousViolation(page);

  await page.getByRole('link', { name: 'Main plant' }).click();
  const machine = page.getByRole('link', { name: /^Leg, Alarm/ });
  await expect(machine).toBeVisible();
  await expect(page.getByText('1 alarm', { exact: true }).last()).toBeVisible();
  await expectNoSeriousViolation(page);

  // The person's own socket answers first, so the later events are not missed.
  expect(JSON.parse(said[0] ?? '{}')).toMatchObject({ command: 'auth', token: expect.any(String) });
  const { results } = await api.get<{ results: { full_sensor_id: string | null; is_active: boolean }[] }>(
    '../v2/current-user-notifications/',
  );
  expect(results.some((row) => row.is_active && row.full_sensor_id?.endsWith('.4.4000'))).toBe(true);

  await machine.click();
  await expect(page.getByRole('heading', { name: 'Live View: Detailed View' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Where this machine is' }).getByRole('listitem')).toHaveText([
    plant.site,
    'Main plant',
    'Receiving',
    'Leg Detailed View',
  ]);
  const information = page.getByRole('region', { name: 'Machine information' });
  await expect(information).toContainText('In alarm now');
  await expect(information.locator('[data-severity="alarm"]')).toBeVisible();
  // The entry: its date, type or content, sensor and device.
  const entry = page.getByRole('tabpanel', { name: 'Active Alarms' }).getByRole('listitem').first();
  await expect(entry).toContainText(/^[A-Z][a-z]{2}\. \d\d, \d{4} \d\d:\d\d:\d\d [+-]\d\d:\d\d/);
  await expect(entry).toContainText(/Alarm Detected.*, Leg 1/);
  await entry.getByRole('button', { name: 'Acknowledge' }).click();
  await new NotificationsPage(page).acknowledge('Grease ordered');
  await expect(entry).toContainText('Acknowledged by Pat Engineer');
  await expect(entry.getByRole('button', { name: 'Add comment' })).toBeVisible();
  await page.getByRole('tab', { name: 'Maintenance' }).click();
  const maintenance = page.getByRole('tabpanel', { name: 'Maintenance' });
  await expect(maintenance).toContainText('No maintenance entries');
  await expect(maintenance.getByRole('link', { name: 'View all' })).toHaveAttribute(
    'href',
    '/notifications?type=maintenance',
  );

  // Sensors in the order of the specification, live.
  const panel = page.getByRole('region', { name: 'Machine Sensors' });
  await expect(panel.getByRole('heading', { level: 3 })).toHaveText([
    'System',
    'Speed',
    'Alignment:Head',
    'Temperature',
    'Plug',
  ]);
  const row = panel.locator('[data-sensor$=".4.4000"]');
  await expect(row.locator('[data-severity="alarm"]')).toBeVisible();
  await expect(row).toContainText(/\d+\.\d °C/);

  // Graphs: a chart with numbers and contacts is taller than one with numbers only.
  const graphs = page.getByRole('region', { name: '24 Hours Graphs' });
  await expect(graphs.locator('[data-chart-height]').first()).toBeVisible();
  const heights = graphs.locator('[data-chart-height]');
  await expect(heights).toHaveCount(2);
  await expect.poll(async () => (await heights.nth(0).boundingBox())?.height).toBe(460);
  await expect.poll(async () => (await heights.nth(1).boundingBox())?.height).toBe(210);
  await expect(graphs.locator('canvas').first()).toBeVisible();
  await expectNoSeriousViolation(page);

  // The feed belongs to the machine, and closes on leaving.
  const feed = feeds.find((url) => url.includes('/ws/machine-devices-data/'));
  expect(feed).toBeDefined();
  leg?.release('4.4000');
  leg?.hold('4.4000', 30);
  await expect(row.locator('[data-severity="ok"]')).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByText('Live View: Main plant')).toBeVisible();
  await expect.poll(() => closed.some((url) => url.includes('/ws/machine-devices-data/'))).toBe(true);
});
