import { expect, test } from '../fixtures.ts';
import { selectionOf } from '../harness/browser.ts';
import { ingest } from '../harness/ingest.ts';
import { makePlant, setWarnings } from '../harness/plant.ts';
import { PushingDevice } from '../harness/pushing-device.ts';
import { baseUrl } from '../harness/where.ts';
import { DashboardPage } from '../pages/dashboard.ts';
import { NotificationsPage } from '../pages/notifications.ts';

// spec: decisions 3 A suspended device: its card says 'Suspended: alarms are not told'
// spec: decisions 8 Removed means hidden everywhere and refused at once; open events end as 'Removed'
test('a device is renamed, suspended and removed by somebody else while its pages are open', async ({
  page,
  api,
  enterAs,
}) => {
  const plant = await makePlant(api, [
    { title: 'Leg 1', type: '0300' },
    { title: 'Leg 2', type: '0300' },
  ]);
  const [one, two] = plant.devices;
  if (!one || !two) throw new Error('no devices');
  const legs = [new PushingDevice(baseUrl(), one, 2), new PushingDevice(baseUrl(), two, 2)] as const;
  for (const leg of legs) {
    await leg.birth();
    await leg.alarm(0);
  }
  await enterAs(plant, 'Engineer');
  const dashboard = new DashboardPage(page);
  const { banner } = new NotificationsPage(page);
  await dashboard.open(plant, one);
  await expect(page.getByRole('heading', { name: 'Leg 1', exact: true })).toBeVisible();
  await expect(banner).toContainText('2 alarms');
  await page.evaluate('window.sameDocument = true');

  const { version } = await api.get<{ version: number }>(`devices/${one.id}/`);
  await api.call('PATCH', `devices/${one.id}/`, { title: 'Leg 1 North', version });
  await expect(page.getByRole('heading', { name: 'Leg 1 North', exact: true })).toBeVisible();

  // Users without access no longer get its alarm, but still get the other one.
  await api.post(`devices/${two.id}/suspend/`, {});
  await expect(banner).toContainText('1 alarm');
  await expect(banner).toContainText('Leg 1');
  await expect(page.getByRole('button', { name: 'Notifications, 1 active' })).toBeVisible();

  const graphs = await page.context().newPage();
  // Set before the portal's code runs, because a starting page stores its own selection.
  await graphs.addInitScript(`sessionStorage.setItem('selection', '${selectionOf(plant, one)}')`);
  await graphs.goto(`${baseUrl()}/graphs`);
  await expect(graphs.getByRole('img', { name: 'Graph of Contact 1' }).locator('canvas')).toBeVisible();

  const removed = await api.send('DELETE', `devices/${one.id}/?cascade=true`);
  expect(removed.status).toBe(204);
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Notifications, 0 active' })).toBeVisible();
  await expect(page.locator('[data-path]')).toHaveCount(0);
  await expect(graphs.getByRole('img', { name: 'Graph of Contact 1' })).toHaveCount(0);
  await expect(graphs.getByText('The server does not respond')).toHaveCount(0);
  // The page was not reloaded: it is still the same document.
  expect(await page.evaluate('window.sameDocument')).toBe(true);
});

test('a card whose value is over the limit of a rule that waits says so in place of OK', async ({
  page,
  api,
  enterAs,
}) => {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const [leg] = plant.devices;
  if (!leg) throw new Error('no device');
  await ingest(leg, 'birth', {
    ts: Date.now(),
    groups: [{ id: '4', name: 'Temperature', sensors: [{ id: '4000', name: 'Bearing', type: 'NUMERIC', unit: 'C' }] }],
  });
  const send = (seq: number, value: number) =>
    ingest(leg, 'data', { ts: Date.now(), seq, values: { '4.4000': value } });
  await setWarnings(api, leg, [{ sensor_id: '4.4000', sign: '>', value: 51, delay_seconds: 3_600 }]);
  await send(1, 40);
  await enterAs(plant, 'Engineer');
  const dashboard = new DashboardPage(page);
  await dashboard.open(plant, leg);
  const card = dashboard.card('4.4000');
  await expect(card).toContainText('limit 51');
  await expect(card).toContainText('OK');
  await send(2, 81.6);
  await expect(card).toContainText('Over the limit');
  await expect(card).not.toContainText('OK');
});
