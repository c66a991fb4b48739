import type { Page } from '@playwright/test';
import mqtt from 'mqtt';
import { expect, test } from '../fixtures.ts';
import type { Api } from '../harness/api.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { ingest } from '../harness/ingest.ts';
import { makePlant, type Plant } from '../harness/plant.ts';
import { baseUrl, mqttUrl } from '../harness/where.ts';

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const post = (path: string, authorization: string, body: unknown): Promise<Response> =>
  fetch(`${baseUrl()}/api/v1/ingest/${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** An uplink as ChirpStack v4 posts it. */
const uplink = (eui: string, temperature: number) => ({
  time: new Date().toISOString(),
  deviceInfo: { devEui: eui, deviceName: 'dust-fan-2' },
  fPort: 2,
  object: { temperature, vibration: 2.1, battery: 96 },
});

/** The credential of the plant's gateway. */
async function gatewayOf(api: Api, plant: Plant): Promise<string> {
  const { username, password } = await api.post<{ username: string; password: string }>(
    `locations/${plant.siteId}/gateway/`,
    {},
  );
  return basic(username, password);
}

/** From the sender that waits to the curve of its device. */
async function addWaiting(page: Page, sender: string, name: string): Promise<void> {
  const waiting = page.getByRole('region', { name: 'Waiting to be added' });
  await expect(waiting.getByText(sender, { exact: true })).toBeVisible();
  await expect(waiting.getByText('Looks like ChirpStack v4')).toBeVisible();
  await waiting.getByRole('button', { name: 'Add this' }).click();
  const means = page.getByRole('region', { name: 'What it means' });
  await means.getByLabel('Name of the device').fill(name);
  await expect(means.getByLabel('Sender ID')).toHaveValue(sender);
  await means.getByRole('group', { name: 'Value 1' }).getByLabel('Name', { exact: true }).fill('Fan bearing');
  await means.getByRole('group', { name: 'Value 1' }).getByLabel('Unit').fill('°C');
  const looks = page.getByRole('region', { name: 'As it will look' });
  await expect(looks.getByText('Fan bearing')).toBeVisible();
  await expect(looks.getByText('2 messages read')).toBeVisible();
}

test('a LoRaWAN bearing sensor that waits is mapped by pressing, and its messages are read', async ({
  api,
  enterAs,
  page,
}) => {
  const plant = await makePlant(api, []);
  const gateway = await gatewayOf(api, plant);
  const eui = `a8404${String(plant.siteId).padStart(11, '0')}`;
  for (const temperature of [60.2, 61.4])
    expect((await post('mapped/', gateway, uplink(eui, temperature))).status).toBe(202);
  await enterAs(plant, 'Manager');
  await page.goto(`${baseUrl()}/devices/add`);
  await addWaiting(page, eui, 'Dust fan 2');
  // The battery is taken back by pressing it again.
  await page.getByRole('button', { name: /battery: 96/ }).click();
  await expect(page.getByRole('group', { name: 'Value 3' })).toHaveCount(0);
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: 'Save and go on' }).click();
  await page.waitForURL(/\/connect\b/);
  await expect(page.getByText('The first frame has arrived')).toBeVisible();
  const first = page.locator('section').filter({ has: page.getByRole('heading', { name: 'What it sends' }) });
  await expect(first.getByText('Fan bearing', { exact: true })).toBeVisible();
  const value = first.getByRole('strong');
  await expect(value.filter({ hasText: '61.4 °C' })).toBeVisible();
  expect((await post('mapped/', gateway, uplink(eui, 62))).status).toBe(200);
  await expect(value.filter({ hasText: '62 °C' })).toBeVisible();
  // Once there are enough values, a rule that would not have warned is proposed with a tick.
  const rule = first.getByRole('checkbox', { name: /^Fan bearing above 75 °C for 60 s\. .*would have warned 0 times/ });
  await expect(async () => {
    expect((await post('mapped/', gateway, uplink(eui, 62))).status).toBe(200);
    await expect(rule).toBeChecked({ timeout: 1_000 });
  }).toPass();
});

test('a rule is proposed from the values before the page was opened, and a failed trial says so', async ({
  api,
  enterAs,
  page,
}) => {
  const plant = await makePlant(api, [{ title: 'Fan', type: '0300' }]);
  const [fan] = plant.devices;
  if (!fan) throw new Error('no device');
  const sensors = [
    { id: '1', name: 'Bearing', type: 'NUMERIC', unit: 'C' },
    { id: '2', name: 'Belt', type: 'BOOL' },
    { id: '3', name: 'Count', type: 'NUMERIC' },
  ];
  const start = Date.now() - 75_000;
  let seq = 0;
  const frame = (ts: number, celsius: number) => ingest(fan, 'data', { ts, seq: seq++, v: [celsius, 1, 5], alarm: [] });
  await ingest(fan, 'birth', { ts: start, groups: [{ id: '1', name: 'Fan', sensors }] });
  for (let i = 1; i <= 14; i++) await frame(start + i * 5_000, 40 + (i % 2));
  await enterAs(plant, 'Manager');
  // The values from before come late, and the first trial is refused.
  const recent = Promise.withResolvers<void>();
  await page.route(/graphs.*timescale=live/, async (route) => {
    await recent.promise;
    await route.continue();
  });
  await page.route(/\/rehears/, (route) => route.fulfill({ status: 503, json: { detail: 'Busy' } }));
  await page.goto(`${baseUrl()}/devices/edit/device/${fan.id}/connect`);
  const first = page.locator('section').filter({ has: page.getByRole('heading', { name: 'What it sends' }) });
  await expect(first.getByText('Looking at the values so far ...')).toBeVisible();
  await frame(Date.now(), 42);
  await expect(first.getByRole('strong').filter({ hasText: '42.0 °C' })).toBeVisible();
  await expect(first.getByText('Looking at the values so far ...')).toBeVisible();
  await expect(first.getByText('waiting for ten usable values')).toHaveCount(0);
  recent.resolve();
  await expect(first.getByText('could not be tried')).toBeVisible();
  await page.unroute(/\/rehears/);
  await expect(
    first.getByRole('checkbox', { name: /^Bearing above 51\.0 °C .*would have warned 0 times/ }),
  ).toBeChecked();
  await expect(first.getByText('could not be tried')).toHaveCount(0);
  await expect(first.getByText('waiting for ten usable values')).toHaveCount(0);
  await expect(first.getByText('Count: no unit')).toBeVisible();
  await expect(first.getByText('1 is a contact or state.')).toBeVisible();
  // The scale of the curve, and a title that does not call an old frame the first.
  await expect(async () => {
    await frame(Date.now(), seq % 2 ? 40 : 42);
    await expect(first.getByText('42.0 °C 40.0 °C')).toBeVisible({ timeout: 2_000 });
    await expect(page.getByRole('heading', { name: 'The device is sending' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test('a refused sender is mapped on a phone, and what was refused is read', async ({ api, enterAs, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const plant = await makePlant(api, []);
  const device = await api.post<{ id: number; udf_id: string; serial_number: string; code: string }>('devices/open/', {
    location: plant.siteId,
    title: 'Filter',
    device_type: 'JSON',
  });
  await enterAs(plant, 'Manager');
  await page.goto(`${baseUrl()}/devices/add/values`);
  await page.getByLabel('Paste a message that it sends').fill('{"dp": 1.84, "fan": "on", "t": 1}');
  const means = page.getByRole('region', { name: 'What it means' });
  await means.getByLabel('Name of the device').fill('Filter 2');
  await page.getByRole('button', { name: /dp: 1.84/ }).click();
  await page.getByRole('button', { name: /fan: "on"/ }).click();
  const looks = page.getByRole('region', { name: 'As it will look' });
  await expect(looks.getByText('1 message read')).toBeVisible();
  await page.getByRole('button', { name: 'Save and go on' }).click();
  await page.waitForURL(/\/connect\b/);
  const { results } = await api.get<{
    results: { id: number; title: string; udf_id: string; serial_number: string }[];
  }>(`devices/?location=${plant.siteId}`);
  const added = results.find(({ title }) => title === 'Filter 2');
  if (!added) throw new Error('not added');
  const { code } = await api.get<{ code: string }>(`devices/${added.id}/`);
  const own = basic(added.serial_number, code);
  // Another form: refused, kept, and read once it is mapped.
  for (const pressure of [1.9, 2.0]) await post(`${added.udf_id}/mapped/`, own, { pressure });
  expect(device.id).toBeGreaterThan(0);
  await page.goto(`${baseUrl()}/devices/add`);
  const waiting = page.getByRole('region', { name: 'Waiting to be added' });
  await expect(waiting.getByText('Filter 2')).toBeVisible();
  await waiting.getByRole('button', { name: 'Map this' }).click();
  await page.getByRole('button', { name: /pressure: 2/ }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/\/connect\b/);
  const first = page.locator('section').filter({ has: page.getByRole('heading', { name: 'What it sends' }) });
  await expect(first.getByText('Pressure', { exact: true })).toBeVisible();
});

test('a gateway leads to its credential, with the way back', async ({ api, enterAs, page }) => {
  const plant = await makePlant(api, []);
  await enterAs(plant, 'Manager');
  await page.goto(`${baseUrl()}/devices/add`);
  await page.getByRole('button', { name: /A Sparkplug gateway/ }).click();
  const heading = page.getByRole('heading', { name: 'Gateway credential' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await page.getByRole('link', { name: 'Add a device' }).click();
  await page.getByRole('button', { name: /A LoRaWAN sensor/ }).click();
  await page.getByRole('link', { name: /gateway credential of the site/ }).click();
  await expect(heading).toBeFocused();
});

test('messages on a topic of its own are read, and what comes on another waits with the reason', async ({
  api,
  enterAs,
  page,
}) => {
  const plant = await makePlant(api, []);
  await enterAs(plant, 'Manager');
  await page.goto(`${baseUrl()}/devices/add/values`);
  await expect(page.getByText('This is no JSON.')).toHaveCount(0);
  const sample = { time: new Date().toISOString(), running: true, head: { left: 61.4 }, boot: { left: 40 } };
  await page.getByLabel('Paste a message that it sends').fill(JSON.stringify(sample));
  await page.getByLabel('Topic', { exact: true }).fill('dryer/D7/temps');
  await page.getByLabel('Name of the device').fill('Dryer 7');
  await page.getByLabel('Sender ID').fill('D7');
  await expect(page.getByLabel('Topics')).toHaveValue('dryer/{id}/temps');
  for (const name of [/time: /, /left: 61.4/, /left: 40/]) await page.getByRole('button', { name }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveCount(2);
  await expect(page.getByRole('listitem').filter({ hasText: 'Its values' })).toHaveText(/2/);
  await page.getByRole('button', { name: 'Save and go on' }).click();
  await page.waitForURL(/\/connect\b/);
  await expect(page.getByText(/mosquitto_pub .* -t dryer\/D7\/temps -f message.json/)).toBeVisible();
  await expect(page.getByText('send the birth first')).toHaveCount(0);
  const { results } = await api.get<{ results: { id: number; serial_number: string }[] }>(
    `devices/?location=${plant.siteId}`,
  );
  const { serial_number: username = '', id } = results[0] ?? {};
  const { code: password } = await api.get<{ code: string }>(`devices/${id}/`);
  const publish = async (topic: string): Promise<void> => {
    const client = await mqtt.connectAsync(mqttUrl(), { username, password, reconnectPeriod: 0 });
    const message = JSON.stringify({ ...sample, time: new Date().toISOString() });
    const closed = new Promise<void>((done) => client.once('close', () => done()));
    await Promise.race([client.publishAsync(topic, message, { qos: 1 }), closed]);
    await client.endAsync(true);
  };
  await publish('dryer/D7/temps');
  await expect(page.getByText('The first frame has arrived')).toBeVisible();
  await expect(page.getByText('Boot left').first()).toBeVisible();
  await publish('dryer/D7/state');
  await page.goto(`${baseUrl()}/devices/add`);
  const waiting = page.getByRole('region', { name: 'Waiting to be added' });
  await expect(waiting.getByText('its payload map has no such topic')).toBeVisible();
  await expect(waiting.getByText('dryer/D7/state')).toBeVisible();
});
