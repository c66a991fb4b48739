import { createHmac } from 'node:crypto';
import { ModbusServer } from '@tocsin/simulator/testing/modbus-server';
import mqtt from 'mqtt';
import { expect, test } from '../fixtures.ts';
import type { Api } from '../harness/api.ts';
import { expectNoSeriousViolation } from '../harness/axe.ts';
import { EdgeProcess, openLine } from '../harness/edge.ts';
import { makePlant, type PlantDevice } from '../harness/plant.ts';
import { type Arrival, Receivers } from '../harness/receivers.ts';
import { SparkplugNode } from '../harness/sparkplug-node.ts';
import { baseUrl } from '../harness/where.ts';

const pictures = process.env.TOCSIN_PICTURES;
const secret = 'whsec_edge-of-a-journey';

/** One register that counts its reads, so that each poll has a different value. */
const registerMap = {
  name: 'counter',
  title: 'Counter',
  about: 'A register that counts how often it was read',
  interval_ms: 500,
  groups: [
    {
      id: '1',
      name: 'Node 1',
      sensors: [{ id: '11', name: 'Reads', type: 'NUMERIC', unit: '', value: { fn: 4, at: 0, as: 'u16' } }],
    },
  ],
};

interface Recorded {
  readonly record_id: string;
  readonly timestamp: string;
}

/** The committed readings of a device: time and the only value, oldest first. */
async function readingsOf(api: Api, { id }: PlantDevice): Promise<readonly (readonly [at: number, value: number])[]> {
  const { results } = await api.get<{ readonly results: readonly Recorded[] }>(
    `devices/${id}/historical/records/?limit=1000&ordering=timestamp&timestamp=${encodeURIComponent('2020-01-01T00:00:00Z')}`,
  );
  const readings: (readonly [number, number])[] = [];
  for (const { record_id, timestamp } of results) {
    const { groups } = await api.get<{
      readonly groups: readonly { readonly sensors: readonly { readonly Value: number | null }[] }[];
    }>(`devices/${id}/historical/records/${record_id}/`);
    readings.push([Date.parse(timestamp), groups[0]?.sensors[0]?.Value ?? Number.NaN]);
  }
  return readings;
}

const kindOf = ({ path, body }: Arrival): string =>
  path === '/hook' ? (JSON.parse(body.toString()) as { readonly kind: string }).kind : '';
const textOf = ({ body }: Arrival): string => (JSON.parse(body.toString()) as { readonly text: string }).text;

test('MQTT, Sparkplug and Modbus devices of an edge reach the portal through an outage, which the edge tells and shows', async ({
  api,
  page,
}) => {
  const plant = await makePlant(api, [
    { title: 'Leg by MQTT', type: '0300' },
    { title: 'Leg by Sparkplug', type: '0300' },
    { title: 'F500 by Modbus', type: 'F500' },
  ]);
  const [byMqtt, bySparkplug, byModbus] = plant.devices;
  if (!byMqtt || !bySparkplug || !byModbus) throw new Error('no devices');
  let reads = 0;
  const modbus = new ModbusServer({ register: () => ++reads, bit: () => false });
  const receivers = await Receivers.start();
  const line = await openLine(Number(new URL(baseUrl()).port));
  const edge = new EdgeProcess();
  try {
    await api.call('PUT', `devices/${byModbus.id}/modbus/`, { map: registerMap });
    await api.call('PATCH', `devices/${byModbus.id}/`, { ip_address: `127.0.0.1:${await modbus.start()}` });
    const gateway = await api.post<{ readonly username: string; readonly password: string }>(
      `locations/${plant.siteId}/gateway/`,
    );
    const made = await api.post<{ readonly id: number; readonly code: string }>(`locations/${plant.siteId}/edges/`, {
      title: 'Head house',
    });
    await api.call('PATCH', `locations/${plant.siteId}/edges/${made.id}/`, {
      devices: plant.devices.map(({ id }) => id),
    });
    const settings = {
      EDGE_PORTAL: line.url,
      EDGE_CODE: made.code,
      MODBUS_NETWORKS: '127.0.0.0/8',
      EDGE_NOTIFY_AFTER_SECONDS: '10',
    };
    await edge.start({ ...settings, EDGE_NOTIFY_URL: `${receivers.url}/hook`, EDGE_NOTIFY_SECRET: secret });
    await page.goto(edge.pageUrl);
    await expect(page.getByRole('heading', { name: 'Leg by Sparkplug' })).toBeVisible();

    const sent = { mqtt: [] as number[], sparkplug: [] as number[] };
    const client = await mqtt.connectAsync(edge.mqttUrl, {
      username: byMqtt.serial,
      password: byMqtt.code,
      reconnectPeriod: 0,
    });
    const topic = `tocsin/v1/${byMqtt.address}`;
    const sensors = [{ id: '401', name: 'Head bearing', type: 'NUMERIC', unit: 'C' }];
    const birth = { ts: Date.now(), groups: [{ id: '4', name: 'Bearings', sensors }] };
    await client.publishAsync(`${topic}/birth`, JSON.stringify(birth), { qos: 1 });
    const node = await SparkplugNode.connect(edge.mqttUrl, gateway, bySparkplug.address);
    let ts = Date.now();
    /** One frame of each, acknowledged by the edge. */
    const frames = async (value: number, alarm = false): Promise<void> => {
      ts = Math.max(Date.now(), ts + 1);
      const frame = { ts, seq: value, values: { '4.401': { value, alarm } } };
      await client.publishAsync(`${topic}/data`, JSON.stringify(frame), { qos: 1 });
      sent.mqtt.push(value);
      if (sent.sparkplug.length === 0) await node.birth(ts, value);
      else await node.data(ts, value);
      sent.sparkplug.push(value);
    };
    await frames(40);
    await expect.poll(async () => (await readingsOf(api, byMqtt)).length).toBe(1);
    await expect.poll(async () => (await readingsOf(api, bySparkplug)).length).toBe(1);
    await expect.poll(async () => (await readingsOf(api, byModbus)).length).toBeGreaterThan(0);

    // The line is down. The edge notifies of that after its delay, and then of each alarm that begins.
    line.cut();
    const cutAt = Date.now();
    await frames(41);
    const told = await receivers.first((arrival) => kindOf(arrival) === 'portal_unreachable');
    expect(textOf(told)).toContain(`${plant.site}: the portal has not been reachable from edge Head house since`);
    const [, seconds = '', signature = ''] = /^t=(\d+),v1=(\w+)$/.exec(String(told.headers['tocsin-signature'])) ?? [];
    expect(createHmac('sha256', secret).update(`${seconds}.${told.body.toString()}`).digest('hex')).toBe(signature);
    await frames(95, true);
    const alarm = await receivers.first((arrival) => kindOf(arrival) === 'alarm');
    expect(textOf(alarm)).toContain('ALARM Leg by MQTT, Head bearing: 95 C.');

    // Users at the plant see it on the edge's own page.
    await expect(page.getByText(/The portal has not responded since/)).toBeVisible();
    await expect(page.getByText('Leg by MQTT, Head bearing')).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expectNoSeriousViolation(page);
    if (pictures) await page.screenshot({ path: `${pictures}/edge-page.png`, fullPage: true });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoSeriousViolation(page);
    if (pictures) await page.screenshot({ path: `${pictures}/edge-page-dark.png`, fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSeriousViolation(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    if (pictures) await page.screenshot({ path: `${pictures}/edge-page-phone.png`, fullPage: true });
    const readsBefore = reads;
    await expect.poll(() => reads).toBeGreaterThan(readsBefore + 3);
    await frames(60);
    const mendedAt = Date.now();
    line.restore();
    await receivers.first((arrival) => kindOf(arrival) === 'portal_back');
    await expect(page.getByText('The portal is responding.')).toBeVisible();

    // Everything that the edge acknowledged is committed, once and in the order of the devices.
    const valuesOf = async (device: PlantDevice) => (await readingsOf(api, device)).map(([, value]) => value);
    await expect.poll(() => valuesOf(byMqtt)).toEqual(sent.mqtt);
    await expect.poll(() => valuesOf(bySparkplug)).toEqual(sent.sparkplug);
    const polled = async () => (await readingsOf(api, byModbus)).filter(([at]) => at > cutAt && at < mendedAt);
    await expect.poll(async () => (await polled()).length).toBeGreaterThan(3);
    await expect
      .poll(async () => {
        const counts = (await polled()).map(([, value]) => value);
        return counts.every((value, i) => i === 0 || value === (counts[i - 1] ?? 0) + 1);
      })
      .toBe(true);
    await client.endAsync(true);
    await node.stop();

    // Another notification method: an SMS gateway that is called by GET.
    await edge.kill();
    line.cut();
    await edge.start({
      ...settings,
      EDGE_NOTIFY_METHOD: 'GET',
      EDGE_NOTIFY_URL: `${receivers.url}/sms?to={number}&text={text}`,
      EDGE_NOTIFY_NUMBER: '+16205550100',
    });
    const sms = await receivers.first(({ path }) => path.startsWith('/sms'));
    const asked = new URL(sms.path, receivers.url).searchParams;
    expect(asked.get('to')).toBe('+16205550100');
    expect(asked.get('text')).toContain('the portal has not been reachable from edge Head house since');
  } finally {
    await edge.remove();
    line.stop();
    await modbus.stop();
    await receivers.stop();
  }
});

test('devices of own types reach the portal through an edge: JSON by a payload map, a PLC on Modbus by its type', async ({
  api,
}) => {
  const plant = await makePlant(api, []);
  const client = plant.clientId;
  const map = {
    name: 'Dust sensor',
    kinds: [
      {
        topic: 'dust/{udf}/up',
        time: { path: 'at', unit: 's' },
        values: [
          { path: 'fan.temp', group: '4', id: '401', name: 'Fan bearing', type: 'NUMERIC', unit: 'C', scale: 0.1 },
          { path: 'fan.trip', group: '4', id: '402', name: 'Trip', type: 'BOOL', alarm: { when: [true] } },
        ],
      },
    ],
  };
  const { id: payload_map } = await api.post<{ readonly id: number }>('payload-maps/', { client, map });
  const type = { client, claim: 'open' };
  await api.post('device-types/', { ...type, code: 'DUST-JSON', label: 'Dust sensor', enters: 'push', payload_map });
  const byType = { ...type, code: 'DUST-PLC-7', label: 'Dust PLC', enters: 'modbus', modbus_map: registerMap };
  await api.post('device-types/', byType);
  const modbus = new ModbusServer({ register: () => 7, bit: () => false });
  interface Added {
    readonly id: number;
    readonly serial_number: string;
    readonly code: string;
    readonly udf_id: string;
  }
  const location = plant.siteId;
  const sensor = await api.post<Added>('devices/open/', { location, title: 'Sensor', device_type: 'DUST-JSON' });
  const plc = await api.post<Added>('devices/open/', {
    location,
    title: 'PLC',
    device_type: 'DUST-PLC-7',
    ip_address: `127.0.0.1:${await modbus.start()}`,
    modbus_unit: 3,
  });
  const edge = new EdgeProcess();
  try {
    const made = await api.post<{ readonly id: number; readonly code: string }>(`locations/${location}/edges/`, {
      title: 'Head house',
    });
    await api.call('PATCH', `locations/${location}/edges/${made.id}/`, { devices: [sensor.id, plc.id] });
    await edge.start({ EDGE_PORTAL: baseUrl(), EDGE_CODE: made.code, MODBUS_NETWORKS: '127.0.0.0/8' });
    // Its configuration comes with its first answer.
    const configured = async () =>
      ((await (await fetch(`${edge.pageUrl}state.json`)).json()) as { readonly devices: readonly unknown[] }).devices
        .length;
    await expect.poll(configured).toBe(2);
    const credentials = { username: sensor.serial_number, password: sensor.code, reconnectPeriod: 0 };
    const device = await mqtt.connectAsync(edge.mqttUrl, credentials);
    const at = Math.floor(Date.now() / 1_000);
    const message = { at, fan: { temp: 614, trip: false } };
    await device.publishAsync(`dust/${sensor.udf_id}/up`, JSON.stringify(message), { qos: 1 });
    await device.publishAsync(
      `dust/${sensor.udf_id}/up`,
      JSON.stringify({ ...message, at: at + 1, fan: { temp: 700 } }),
      {
        qos: 1,
      },
    );
    const asPlant = ({ id }: Added) => ({ id }) as PlantDevice;
    await expect
      .poll(async () => await readingsOf(api, asPlant(sensor)))
      .toEqual([
        [at * 1_000, expect.closeTo(61.4)],
        [(at + 1) * 1_000, expect.closeTo(70)],
      ]);
    await expect.poll(async () => (await readingsOf(api, asPlant(plc))).length).toBeGreaterThan(0);
    expect((await readingsOf(api, asPlant(plc)))[0]?.[1]).toBe(7);
    interface Listed {
      readonly results: readonly { readonly asks_for: string | null; readonly health: { readonly maps?: unknown } }[];
    }
    const listed = async () => (await api.get<Listed>(`locations/${location}/edges/`)).results[0];
    await expect.poll(async () => (await listed())?.health.maps).toMatchObject([{ name: 'Dust sensor', version: 1 }]);
    expect((await listed())?.asks_for).toBeNull();
    await device.endAsync();
  } finally {
    await edge.remove();
    await modbus.stop();
  }
});
