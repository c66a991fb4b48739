import { expect, test } from '../fixtures.ts';
import { ingest } from '../harness/ingest.ts';
import { makePlant, type PlantDevice } from '../harness/plant.ts';
import { overhang } from '../harness/wcag.ts';
import { DashboardPage } from '../pages/dashboard.ts';

/** Folder for screenshots; without it none are taken. */
const pictures = process.env.TOCSIN_PICTURES;
const widths = [1024, 320];
/** The longest valid name, without any line-break opportunity. */
const long = (begin: string): string => begin.padEnd(60, 'Kettenfoerdererantriebsmotorlager');

/** 64 nodes with four sensors each, every name at maximum length; one of them in alarm. */
async function send(device: PlantDevice): Promise<void> {
  const groups = Array.from({ length: 64 }, (_, node) => ({
    id: String(node + 1),
    name: long(`Node${node + 1}`),
    sensors: Array.from({ length: 4 }, (_, i) => ({
      id: `${node + 1}${i}`,
      name: long(`Sensor${node + 1}x${i}`),
      type: 'NUMERIC',
      unit: 'C',
    })),
  }));
  await ingest(device, 'birth', { ts: Date.now(), groups });
  const v = Array.from({ length: 256 }, (_, i) => 20 + (i % 60));
  await ingest(device, 'data', { ts: Date.now(), seq: 0, v, alarm: [5], state: { 5: long('State') } });
}

// meets: wcag-2.2-aa 1.4.10
// meets: wcag-2.2-aa 1.4.4
test('the longest names widen no page, from a desktop down to 320 px', async ({ api, page, enterAs }) => {
  const plant = await makePlant(api, [
    { title: long('Elevator'), type: '0300' },
    { title: long('Mill'), type: 'F500' },
  ]);
  const [leg, mill] = plant.devices;
  if (!leg || !mill) throw new Error('no device');
  await Promise.all([send(leg), send(mill)]);
  await api.send('PATCH', `locations/${plant.siteId}/`, { title: long('Site') });
  await enterAs(plant, 'Manager');
  const dashboard = new DashboardPage(page);
  await dashboard.open(plant, leg, '/sites');
  const site = `/sites/edit/${plant.siteId}`;
  const of: readonly (readonly [PlantDevice, string])[] = [
    ...[leg, mill].flatMap((device) => ['/dashboard', '/graphs'].map((path) => [device, path] as const)),
    ...['/sites', '/devices', '/notifications/all', '/dashboard/edit/warnings', '/dashboard/edit/sensor/names'].map(
      (path) => [leg, path] as const,
    ),
    ...[site, `/sites/${plant.siteId}/proof-tests`, `/visual-dashboard/site/${plant.siteId}/schemas`].map(
      (path) => [leg, path] as const,
    ),
    ...['/user/setting/add/notification', `/sites/${plant.siteId}/wall`].map((path) => [leg, path] as const),
  ];
  for (const [device, path] of of) {
    await dashboard.open(plant, device, path);
    await expect(page.getByText(/Kettenfoerderer|No schema/).first()).toBeVisible();
    // The curve of the alarm comes after the text.
    if (path === '/sites') await expect(page.locator('figure svg').first()).toBeVisible();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => overhang(page), { message: `${path} at ${width}` }).toEqual([]);
      const name = `${device.type}${path.replaceAll(/\W+/g, '-')}-${width}`;
      if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
    }
  }
});
