import { expect, test } from '../fixtures.ts';
import { Api } from '../harness/api.ts';
import { openBrowser, openPage, selectionOf } from '../harness/browser.ts';
import { ingest } from '../harness/ingest.ts';
import { LiveDevice } from '../harness/live-device.ts';
import { makePlant } from '../harness/plant.ts';
import { admin, TocsinServer } from '../harness/server.ts';
import { baseUrl } from '../harness/where.ts';
import { DashboardPage, wallClock } from '../pages/dashboard.ts';
import { GraphsPage, type Pixel } from '../pages/graphs.ts';

const zone = 'America/Chicago';
const minute = 60_000;
const day = 86_400_000;
test.use({ timezoneId: 'Europe/Berlin' });

/** The last moment at which the zone's clock went back: the hour from one to two occurs twice. */
const lastFallBack = (now: number): number => {
  const offset = (at: number) =>
    Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')}Z`) - at;
  let at = Math.floor(now / 3_600_000) * 3_600_000;
  while (offset(at) >= offset(at - 3_600_000)) at -= 3_600_000;
  return at;
};

const sameColour = ([r, g, b]: Pixel, [x, y, z]: Pixel): boolean =>
  Math.abs(r - x) < 12 && Math.abs(g - y) < 12 && Math.abs(b - z) < 12;
const surface: Pixel = [252, 253, 253, 255];
const band: Pixel = [197, 206, 211, 255];

// spec: decisions 7 A slot keeps min, max, mean, last, any alarm and the worst status, so no spike is lost at any zoom
test('a spike of one frame in a month is visible and named, a gap is a gap, and a clock change is shown correctly', async ({
  page,
  api,
  enterAs,
}) => {
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }], zone);
  const [leg] = plant.devices;
  if (!leg) throw new Error('no device');
  const now = Date.now();
  await ingest(leg, 'birth', {
    ts: now,
    groups: [{ id: '4', name: 'Temperature', sensors: [{ id: '4000', name: 'Bearing', type: 'NUMERIC', unit: 'C' }] }],
  });
  await ingest(leg, 'data', { ts: now, seq: 1_000_000, values: { '4.4000': 20 } });
  // 30 days with a frame every 10 minutes and a gap of two days; one more frame of 100 C; and the repeated hour.
  const spikeAt = Math.floor((now - 20 * day) / (30 * minute)) * 30 * minute + 7 * minute;
  const hole = { from: now - 10 * day, to: now - 8 * day };
  const back = lastFallBack(now);
  const times: number[] = [];
  for (let at = now - 30 * day; at < now - 15 * minute; at += 10 * minute)
    if (at < hole.from || at > hole.to) times.push(at);
  const frames = times.map((ts, seq) => ({ ts, seq, values: { '4.4000': 20 } }));
  frames.push({ ts: spikeAt, seq: 900_000, values: { '4.4000': 100 } });
  for (let i = -90; i <= 90; i++) frames.push({ ts: back + i * minute, seq: 910_000 + i, values: { '4.4000': 20 } });
  for (let i = 0; i < frames.length; i += 2_000) await ingest(leg, 'data', frames.slice(i, i + 2_000));

  await enterAs(plant, 'Engineer');
  const dashboard = new DashboardPage(page);
  const graphs = new GraphsPage(page);
  await dashboard.open(plant, leg, '/graphs/4.4000');
  await graphs.scale('30 Days').click();
  await expect(page.getByText('30 days, 30 min per point')).toBeVisible();
  await expect(graphs.row('Bearing')).toContainText('20 to 100 °C');

  // The window of the graph in the API's answer.
  const head = await api.get<{ from: number; to: number }>(`graphs/device/${leg.id}/?timescale=month&sensor_id=4.4000`);
  const part = (at: number): number => (at - head.from) / (head.to - head.from);
  // The axis extends a little beyond 20 and 100, so that only the spike is near its top tenth.
  const top = (column: readonly Pixel[]): readonly Pixel[] => column.slice(column.length * 0.08, column.length * 0.14);
  const nearSpike = (await Promise.all([-1, 0, 1, 2].map((off) => graphs.column('Bearing', part(spikeAt), off)))).map(
    top,
  );
  // A line of the grid may cross it.
  const bandIn = (column: readonly Pixel[]): number => column.filter((pixel) => sameColour(pixel, band)).length;
  expect(nearSpike.some((column) => bandIn(column) > 0.8 * column.length)).toBe(true);
  const elsewhere = top(await graphs.column('Bearing', part(spikeAt), 40));
  expect(elsewhere.some((pixel) => sameColour(pixel, band))).toBe(false);
  await graphs.pointAt('Bearing', part(spikeAt));
  await expect(graphs.row('Bearing')).toContainText('20 to 100 °C');
  const slot = wallClock(Math.floor(spikeAt / (30 * minute)) * 30 * minute, zone);
  await expect(graphs.row('Bearing')).toContainText(`${slot.time} to `);

  // In the gap the canvas is hatched and the cursor says so; beside it the line is drawn.
  const hatched = await graphs.column('Bearing', part(now - 9 * day));
  expect(hatched.some((pixel) => sameColour(pixel, surface))).toBe(false);
  await graphs.pointAt('Bearing', part(now - 9 * day));
  await expect(graphs.row('Bearing')).toContainText('No data');
  await graphs.pointAt('Bearing', part(now - 7 * day));
  await expect(graphs.row('Bearing')).toContainText('20°C');

  // Half an hour on both sides of the moment: 01:30 summer time to 01:30 winter time, at the site, in UTC, and in Berlin.
  const twice = wallClock(back - 30 * minute, zone);
  expect(twice.time).toBe('01:30');
  await dashboard.goto(`/graphs/historical/${twice.date}&${twice.time}/4.4000`);
  await expect(graphs.chart('Bearing').locator('canvas')).toBeVisible();
  await expect.poll(() => graphs.axis()).toContain('01:30');
  const ends = async () => {
    const labels = await graphs.axis();
    return [labels[0], labels.at(-1)];
  };
  await expect.poll(ends).toEqual(['01:00', '01:00']);
  await page.getByRole('button', { name: /^Range/ }).click();
  for (const [choice, from, to] of [
    ['UTC', '06:00', '07:00'],
    ['My time', '07:00', '08:00'],
  ] as const) {
    await page
      .locator('.ant-select')
      .filter({ has: page.getByRole('combobox', { name: 'Times shown in' }) })
      .click();
    await page.locator('.ant-select-item-option', { hasText: choice }).click();
    await expect.poll(ends).toEqual([from, to]);
  }
  const csv = await api.send('GET', `graphs/device/${leg.id}/export/?timestamp=${back}&sensor_id=4.4000`);
  const text = await csv.text();
  expect(text).toContain('01:59:00.000-05:00');
  expect(text).toContain('01:00:00.000-06:00');
});

test('the card of a site shows an alarm and its device at once, not when the page asks again by time', async ({
  livePlant,
  page,
  enterAs,
}) => {
  // No request that is repeated by time: intervals of 10 s and more never end.
  await page.addInitScript(`{
    const { setInterval } = window;
    window.setInterval = (work, ms) => setInterval(work, ms >= 10_000 ? 2 ** 31 - 1 : ms);
  }`);
  const plant = await livePlant([{ title: 'Leg 1', type: '0300' }]);
  await enterAs(plant, 'Engineer');
  await page.goto(`${baseUrl()}/sites`);
  const active = page.locator('main dl').getByText('Active now').locator('..');
  const device = page.locator('main li').filter({ hasText: 'Leg 1' }).last();
  await expect(active).toContainText('nothing');
  await expect(device).toContainText('OK');
  plant.live[0]?.hold('4.4000', 95);
  await expect(active).toContainText('1 alarm');
  await expect(device).toContainText('Alarm');
  await expect(page.getByText('1 in alarm', { exact: true })).toBeVisible();
});

test('a dashboard whose server is killed reports it, resumes by itself, and shows no stale value as fresh', async () => {
  const server = await TocsinServer.start();
  const browser = await openBrowser();
  let device: LiveDevice | undefined;
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
    const [leg] = plant.devices;
    if (!leg) throw new Error('no device');
    device = new LiveDevice(leg, server.mqttUrl);
    const page = await openPage(browser, { url: server.url, token: api.token, selection: selectionOf(plant, leg) });
    let frames = 0;
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"frame_at"')) frames++;
      }),
    );
    await page.goto(`${server.url}/dashboard`);
    const bearing = new DashboardPage(page).card('4.4000');
    await expect(bearing).toContainText('OK');
    // After five intervals, the device's own usual interval decides when its values are stale.
    await expect.poll(() => frames).toBeGreaterThan(7);
    const lost = page.getByText('Connection lost, trying again.');
    await page.evaluate('window.sameDocument = true');

    await server.kill();
    await expect(lost).toBeVisible();
    await expect(bearing).toContainText('Stale');
    await expect(page.locator('[data-path]', { hasText: /\bOK\b/ })).toHaveCount(0);

    // The server is back, the device is not yet: the values are a snapshot with their true age.
    await device.stop();
    await server.start();
    await expect(lost).toHaveCount(0);
    await expect(bearing).toContainText(/Stale|Offline/);
    expect(await page.locator('[data-path]', { hasText: /\bOK\b/ }).count()).toBe(0);
    device = new LiveDevice(leg, server.mqttUrl);
    await expect(bearing).toContainText('OK');
    // Without a reload: it is still the same document.
    expect(await page.evaluate('window.sameDocument')).toBe(true);
  } finally {
    await device?.stop();
    await browser.close();
    await server.remove();
  }
});
