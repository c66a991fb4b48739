import type { Locator, Page } from '@playwright/test';
import mqtt from 'mqtt';
import { expect, test } from '../fixtures.ts';
import type { Api } from '../harness/api.ts';
import { makePlant } from '../harness/plant.ts';
import { baseUrl, mqttUrl } from '../harness/where.ts';

/** Presses of a person, beside what is typed. */
let presses = 0;
const press = async (control: Locator): Promise<void> => {
  await control.click();
  presses++;
};

interface StoredMap {
  readonly id: number;
  readonly map: { readonly name: string };
  readonly samples: readonly { readonly topic: string | null; readonly body: string }[];
}

/** A sample of a shipped map as a plant of today sends it: with the time of now, and under a name of its own. */
function messageOf(
  sample: StoredMap['samples'][number],
  name: string,
  payload: string | null,
): { readonly topic: string; readonly body: string } {
  const now = Date.now();
  const own = (text: string): string =>
    text
      .replaceAll(/LEG4|FAN2/g, name)
      .replaceAll(/a84041b2c1d5e3f7/gi, `a84041${name.padStart(10, '0')}`)
      .replaceAll(/2026-11-27T16:41:1\d(?:\.\d+)?(?:Z|\+00:00)/g, new Date(now).toISOString())
      .replaceAll(/17957976\d{5}/g, String(now))
      .replaceAll(/17957976\d{2}/g, String(Math.floor(now / 1_000)));
  const body =
    payload === null ? sample.body : sample.body.replace(/("object"|"decoded_payload"):\{[^}]*\}/, `$1:${payload}`);
  return { topic: own(sample.topic ?? ''), body: own(body) };
}

/** From the sender that waits to the device's *How to connect*. */
async function addWaiting(page: Page, title: string): Promise<void> {
  await page.goto(`${baseUrl()}/devices/add`);
  const waiting = page.getByRole('region', { name: 'Waiting to be added' });
  await press(waiting.getByRole('button', { name: 'Add this' }));
  await page.getByRole('region', { name: 'What it means' }).getByLabel('Name of the device').fill(title);
  await expect(page.getByRole('region', { name: 'As it will look' }).getByText('1 message read')).toBeVisible();
  await press(page.getByRole('button', { name: 'Save and go on' }));
  await page.waitForURL(/\/connect\b/);
}

/** Sends with the credential of the plant's only device, as the message of a format that names no sender must be. */
async function publishAsDevice(api: Api, siteId: number, topic: string, body: string): Promise<void> {
  const { results } = await api.get<{ results: readonly { id: number }[] }>(`devices/?location=${siteId}`);
  const { serial_number: username, code: password } = await api.get<{ serial_number: string; code: string }>(
    `devices/${results[0]?.id}/`,
  );
  const device = await mqtt.connectAsync(mqttUrl(), { username, password, reconnectPeriod: 0 });
  await device.publishAsync(topic, body, { qos: 1 });
  await device.endAsync();
}

const lorawan = [
  ['bearing', '{"temperature":61.4,"vibration":2.1}'],
  ['belt', '{"misaligned":false,"angle":1.5}'],
  ['speed', '{"rpm":1480,"running":"yes"}'],
] as const;

const ways: readonly (readonly [format: string, kind: string, payload: string | null, shown: string])[] = [
  ...['ChirpStack v4', 'The Things Stack v3'].flatMap((format) =>
    lorawan.map(
      ([kind, payload]) =>
        [format, kind, payload, kind === 'bearing' ? '61.4' : kind === 'belt' ? '1.5' : '1480'] as const,
    ),
  ),
  ['ThingsBoard telemetry', 'plain', null, '42.5'],
  ['Kepware IoT Gateway', 'tags', null, '61.4'],
  ['EMQX Neuron', 'values', null, '61.4'],
  ['Teltonika Data to Server', 'Modbus', null, '61.4'],
  ['OPC Publisher (PubSub)', 'values', null, '61.4'],
  ['Node-RED payload', 'payload', null, '61.4'],
  ['A plain number per topic', 'number', null, '61.4'],
];

for (const [at, [format, kind, payload, shown]] of ways.entries())
  test(`${format}, ${kind}: from a plant without devices to the curve`, async ({ api, enterAs, page }) => {
    presses = 0;
    const plant = await makePlant(api, []);
    const gateway = await api.post<{ username: string; password: string }>(`locations/${plant.siteId}/gateway/`, {});
    const { results } = await api.get<{ results: readonly StoredMap[] }>('payload-maps/?limit=100');
    const sample = results.find(({ map }) => map.name === format)?.samples[0];
    if (!sample) throw new Error(`no sample of ${format}`);
    const { topic, body } = messageOf(sample, `W${plant.siteId}N${at}`, payload);
    const sender = await mqtt.connectAsync(mqttUrl(), { ...gateway, reconnectPeriod: 0 });
    try {
      await enterAs(plant, 'Manager');
      await sender.publishAsync(topic, body, { qos: 1 });
      await addWaiting(page, `${format} ${kind}`.slice(0, 40));
      if (format === 'ThingsBoard telemetry') await publishAsDevice(api, plant.siteId, topic, body);
      await expect(page.getByText('The first frame has arrived')).toBeVisible();
      const curve = page.locator('section').filter({ has: page.getByRole('heading', { name: 'What it sends' }) });
      await expect(curve.getByText(new RegExp(`^${shown}`)).first()).toBeVisible();
      expect(presses).toBe(2);
    } finally {
      await sender.endAsync(true);
    }
  });
