import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ModbusServer } from '@tocsin/simulator/testing/modbus-server';
import { Api } from '../harness/api.ts';
import { openBrowser, openPage, type Page, selectionOf } from '../harness/browser.ts';
import { EdgeProcess, openLine } from '../harness/edge.ts';
import { makePlant, type PlantDevice } from '../harness/plant.ts';
import { PushingDevice } from '../harness/pushing-device.ts';
import { admin, TocsinServer } from '../harness/server.ts';
import { looks } from './screens.ts';
import { still } from './still.ts';
import { asWebp } from './webp.ts';

// Takes the screenshots of docs/screens about edges, which the demo does not have: `node e2e/sheets/edge-screens.ts`.
// One edge is connected after a short outage, a second one is cut off while its devices send, a third one is not
// claimed.
const folder = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
/** Folder of the uncompressed screenshots. */
const before = fileURLToPath(new URL('../../.cache/shots/', import.meta.url));
mkdirSync(before, { recursive: true });

/** A register that counts its reads. */
const registerMap = {
  name: 'counter',
  title: 'Counter',
  about: 'A register that counts how often it was read',
  interval_ms: 1_000,
  groups: [
    {
      id: '1',
      name: 'Node 1',
      sensors: [{ id: '11', name: 'Reads', type: 'NUMERIC', unit: '', value: { fn: 4, at: 0, as: 'u16' } }],
    },
  ],
};

let reads = 0;
const modbus = new ModbusServer({ register: () => ++reads, bit: () => false });
const server = await TocsinServer.start();
const browser = await openBrowser();
const press = await (await browser.newContext()).newPage();
const open = { edges: [new EdgeProcess(), new EdgeProcess()], lines: [await openLine(server.port)] };
open.lines.push(await openLine(server.port));
let sending: NodeJS.Timeout | null = null;

const keep = async (name: string, page: Page): Promise<void> => {
  await page.waitForTimeout(1_500);
  const shot = await page.screenshot(still);
  writeFileSync(`${before}${name}.png`, shot);
  writeFileSync(`${folder}${name}.webp`, await asWebp(press, shot));
};

try {
  const api = await Api.signIn(server.url, admin.email, admin.password);
  const plant = await makePlant(api, [
    { title: 'Leg 1', type: '0300' },
    { title: 'Leg 2', type: '0300' },
    { title: 'Feed mill F500', type: 'F500' },
    { title: 'Leg 3', type: '0300' },
    { title: 'Dryer conveyor', type: '0300' },
  ]);
  const [leg1, leg2, f500, leg3, dryer] = plant.devices;
  const [headHouse, annex] = open.edges;
  const [lineOfHeadHouse, lineOfAnnex] = open.lines;
  if (!leg1 || !leg2 || !f500 || !leg3 || !dryer || !headHouse || !annex || !lineOfHeadHouse || !lineOfAnnex)
    throw new Error('the plant is not complete');
  const edgesOfSite = `locations/${plant.siteId}/edges/`;
  await api.call('PATCH', `locations/${plant.siteId}/`, { title: 'Dodge City elevator' });
  await api.call('PUT', `devices/${f500.id}/modbus/`, { map: registerMap });
  await api.call('PATCH', `devices/${f500.id}/`, { ip_address: `127.0.0.1:${await modbus.start()}` });
  const claim = async (edge: EdgeProcess, title: string, portal: string, devices: readonly PlantDevice[]) => {
    const made = await api.post<{ readonly id: number; readonly code: string }>(edgesOfSite, { title });
    await api.call('PATCH', `${edgesOfSite}${made.id}/`, { devices: devices.map(({ id }) => id) });
    await edge.start({ EDGE_PORTAL: portal, EDGE_CODE: made.code, MODBUS_NETWORKS: '127.0.0.0/8' });
  };
  await claim(headHouse, 'Head house', lineOfHeadHouse.url, [leg1, leg2, f500]);
  await claim(annex, 'Annex', lineOfAnnex.url, [leg3, dryer]);
  await api.post(edgesOfSite, { title: 'Rail shed' });

  const legs = [leg1, leg2].map((device) => new PushingDevice(`http://127.0.0.1:${headHouse.httpPort}`, device, 6));
  const far = [leg3, dryer].map((device) => new PushingDevice(`http://127.0.0.1:${annex.httpPort}`, device, 6));
  for (const device of [...legs, ...far]) {
    // The edge refuses frames until it has its configuration.
    while (
      !(await device.birth().then(
        () => true,
        () => false,
      ))
    )
      await press.waitForTimeout(500);
  }
  sending = setInterval(() => {
    for (const device of [...legs, ...far]) void device.frame().catch(() => undefined);
  }, 1_000);

  const page = await openPage(browser, {
    ...looks.light,
    // Height for all three cards.
    height: 1360,
    url: server.url,
    token: api.token,
    selection: selectionOf(plant),
  });
  await page.goto(`${server.url}/edges`);
  const cardOf = (title: string) => page.getByRole('article', { name: title });
  await cardOf('Head house').getByText('Online').waitFor({ timeout: 60_000 });
  lineOfHeadHouse.cut();
  await cardOf('Head house').getByText('Silent').waitFor({ timeout: 120_000 });
  await page.waitForTimeout(45_000);
  await far[1]?.frame();
  lineOfHeadHouse.restore();
  lineOfAnnex.cut();
  await far[0]?.alarm(2);
  await cardOf('Annex').getByText('Silent').waitFor({ timeout: 120_000 });
  await cardOf('Head house').getByText('Online').waitFor({ timeout: 120_000 });
  await cardOf('Head house').getByText('late').first().waitFor({ timeout: 120_000 });

  await keep('edges-light', page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await keep('edges-dark', page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(looks.tablet);
  await keep('edges-tablet', page);
  const phone = await openPage(browser, {
    ...looks.phone,
    url: server.url,
    token: api.token,
    selection: selectionOf(plant),
  });
  await phone.goto(`${server.url}/edges`);
  await phone.getByRole('article', { name: 'Annex' }).waitFor();
  await keep('edges-phone', phone);

  for (const name of ['light', 'dark', 'phone'] as const) {
    const own = await openPage(browser, { ...looks[name], url: annex.pageUrl, token: '', selection: '' });
    await own.goto(annex.pageUrl);
    await own.getByRole('heading', { name: 'Leg 3' }).waitFor();
    await keep(`edge-own-page-${name}`, own);
    await own.context().close();
  }
} finally {
  if (sending) clearInterval(sending);
  await browser.close();
  for (const edge of open.edges) await edge.remove();
  for (const line of open.lines) line.stop();
  await modbus.stop();
  await server.remove();
}
