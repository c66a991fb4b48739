// Takes the pictures of docs/screens of adding a device and of a walk test: `node e2e/sheets/adding-pictures.ts`. A real
// server, a sender that waits, a PLC over Modbus with one value in a wrong order, and a leg whose sensors are tripped.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ModbusServer } from '@tocsin/simulator/testing/modbus-server';
import { Api, closeTour } from '../harness/api.ts';
import { openBrowser, openPage, type Page, selectionOf } from '../harness/browser.ts';
import { ingest } from '../harness/ingest.ts';
import { makePerson, makePlant } from '../harness/plant.ts';
import { admin, TocsinServer } from '../harness/server.ts';
import { type Look, looks } from './screens.ts';
import { asWebp } from './webp.ts';

const out = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
mkdirSync(out, { recursive: true });
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const tags = `name;address;type;order;scale;unit;group;alarm
Head bearing left;40001;float32;ABCD;;°C;Temperature;40101.0
Head bearing right;40003;float32;ABCD;;°C;Temperature;40101.1
Tail bearing left;40005;float32;ABCD;;°C;Temperature;40101.2
Tail bearing right;40007;float32;ABCD;;°C;Temperature;40101.3
Ambient;30021;int16;;0,1;°C;Temperature;
Belt speed;30022;uint16;;0,01;%;Motion;40101.4
Motor current;30023;uint16;;0,1;A;Motion;
Operating hours;40011;uint32;ABCD;;h;Motion;
`;
/** By address: a float whose words are the other way round, hours, and what is no float. */
const words: Readonly<Record<number, number>> = {
  6: 0xae14,
  7: 0x41bd,
  10: 0,
  11: 0x2f1b,
  20: 84,
  21: 9_780,
  22: 418,
  100: 0,
};
let beat = 0;
/** A float near a value, high word first. */
const floatWord = (celsius: number, isHigh: boolean): number => {
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setFloat32(0, celsius + Math.sin(beat / 3 + celsius) / 3);
  return bytes.getUint16(isHigh ? 0 : 2);
};
const bearings = [28.6, 27.9, 24.2];
const image = {
  register: (at: number): number => {
    const bearing = bearings[at >> 1];
    return words[at] ?? (bearing === undefined ? 0 : floatWord(bearing, at % 2 === 0));
  },
  bit: () => false,
};
const walked = [
  'Head bearing left',
  'Head bearing right',
  'Tail bearing left',
  'Tail bearing right',
  'Belt speed',
].concat(['Head alignment left', 'Head alignment right', 'Tail plug']);

const server = await TocsinServer.start({ env: { MODBUS_NETWORKS: '127.0.0.0/8' } });
const plc = new ModbusServer(image);
const browser = await openBrowser();
try {
  const api = await Api.signIn(server.url, admin.email, admin.password);
  const plant = await makePlant(api, [{ title: 'Leg 3', type: '0300' }]);
  const [leg] = plant.devices;
  if (!leg) throw new Error('no leg');
  await api.call('PATCH', `clients/${plant.clientId}/`, { company: 'Prairie Grain Co-op' });
  await api.call('PATCH', `locations/${plant.siteId}/`, { title: 'Hutchinson Elevator' });
  const petra = await makePerson(api, plant, 'Manager');
  await api.call('PATCH', `users/${petra.id}/`, { full_name: 'Petra Lind' });
  const own = await Api.signIn(server.url, petra.email, petra.password);
  await closeTour(own);
  const press = await (await browser.newContext()).newPage();
  const open = (look: Look, device = leg): Promise<Page> =>
    openPage(browser, { url: server.url, token: own.token, selection: selectionOf(plant, device), ...looks[look] });
  const keep = async (page: Page, name: string): Promise<void> => {
    await page.waitForTimeout(1_500);
    writeFileSync(`${out}${name}.webp`, await asWebp(press, await page.screenshot({ animations: 'disabled' }), 0.7));
    console.info(name);
  };
  const takeAll = async (
    name: string,
    path: string,
    device = leg,
    ready = (_page: Page): Promise<void> => pause(0),
  ) => {
    for (const look of ['light', 'dark', 'tablet', 'phone'] as const) {
      const page = await open(look, device);
      await page.goto(server.url + path);
      await page.locator('h1').first().waitFor();
      await page.waitForTimeout(3_000);
      await ready(page);
      await keep(page, `${name}-${look}`);
      await page.context().close();
    }
  };

  // The first choice, with two senders that wait.
  const gateway = await api.post<{ username: string; password: string }>(`locations/${plant.siteId}/gateway/`, {});
  const authorization = `Basic ${Buffer.from(`${gateway.username}:${gateway.password}`).toString('base64')}`;
  const send = (body: object) =>
    fetch(`${server.url}/api/v1/ingest/mapped/`, {
      method: 'POST',
      headers: { authorization },
      body: JSON.stringify(body),
    });
  for (const temperature of [60.9, 61.2, 61.4]) {
    await pause(3_000);
    await send({
      time: new Date().toISOString(),
      deviceInfo: { devEui: 'a84041b2c1d5e3f7', deviceName: 'dust-fan-2' },
      fPort: 2,
      object: { temperature, vibration: 2.1, battery: 96 },
    });
  }
  await takeAll('device-choice', '/devices/add');
  await takeAll(
    'device-values',
    '/devices/add/values?sender=a84041b2c1d5e3f7&format=ChirpStack%20v4',
    leg,
    async (page) => {
      await page.getByLabel('Name of the device').fill('Dust fan 2');
    },
  );

  // A PLC from its tag list.
  const port = await plc.start();
  const timer = setInterval(() => beat++, 1_000);
  api.selection = selectionOf(plant);
  await api.call('PUT', `locations/${plant.siteId}/modbus-networks/`, { networks: ['127.0.0.0/8'] });
  const made = await api.post<{ id: number }>('devices/open/', {
    location: plant.siteId,
    title: 'Leg 4 PLC',
    device_type: 'MODBUS',
    ip_address: `127.0.0.1:${port}`,
    modbus_unit: 1,
  });
  const file = new FormData();
  file.append('file', new Blob([tags], { type: 'text/csv' }), 'leg4-tags.csv');
  const read = await api.send('POST', `devices/${made.id}/modbus/tags/`, file);
  const { map } = (await read.json()) as { map: { readonly interval_ms: number } };
  await api.call('PUT', `devices/${made.id}/modbus/`, { map: { ...map, interval_ms: 2_000 } });
  await pause(45_000);
  const { readings } = await api.get<{ readings: { path: string }[] }>(`devices/${made.id}/modbus/`);
  const compared = readings.slice(0, 3).map(({ path }) => path);
  await api.call('POST', `devices/${made.id}/modbus/compared/`, { compared });
  await takeAll('modbus', `/devices/edit/device/${made.id}/connect`);
  clearInterval(timer);

  // A walk: three sensors passed, two swapped, the rest not reached.
  const sensors = walked.map((name, i) => ({ id: String(6000 + i), name, type: 'BOOL' }));
  await ingest(leg, 'birth', { ts: Date.now(), groups: [{ id: '6', name: 'Leg', sensors }] }, server.url);
  let seq = 0;
  const frame = (...alarm: number[]) =>
    ingest(leg, 'data', { ts: Date.now(), seq: seq++, v: walked.map(() => 1), alarm }, server.url);
  await frame();
  const phone = await open('phone');
  await phone.goto(`${server.url}/maintenance/${leg.id}/walk`);
  await phone.getByText(`${walked.length} sensors`).waitFor();
  await phone.getByRole('checkbox', { name: 'The machine is stopped and locked out' }).click();
  await phone.getByRole('button', { name: 'Arm Leg 3 and walk' }).click();
  await phone.getByText('Press the sensor you stand at').waitFor();
  const trip = async (place: number, answer = place): Promise<void> => {
    await phone.getByRole('button', { name: new RegExp(`^${walked[place]} `) }).click();
    await phone.getByText('trip it now').waitFor();
    await pause(2_000);
    await frame(answer);
    await pause(1_500);
    await frame();
    await pause(2_500);
  };
  for (const place of [0, 1, 4]) await trip(place);
  await keep(phone, 'walk-test-walking-phone');
  await trip(2, 3);
  await keep(phone, 'walk-test-swapped-phone');
  for (const place of [2, 3, 5, 6]) await trip(place);
  await phone.getByRole('button', { name: 'End the test' }).click();
  await keep(phone, 'walk-test-end-phone');
} finally {
  await browser.close();
  await plc.stop();
  await server.remove();
}
