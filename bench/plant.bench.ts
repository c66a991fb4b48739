import { type Browser, openBrowser, type Page } from '@tocsin/e2e/browser';
import { makePerson, type Plant, type PlantDevice } from '@tocsin/e2e/plant';
import { makeTab, type NewMachine, publish } from '@tocsin/e2e/schema';
import { type Bench, type Row, ratioRow } from './bench.ts';
import { type FrameRate, frameRate, panFor, zoomFor } from './frame-rate.ts';
import { type FrameCosts, frameCosts } from './frames.ts';
import { createFrameTexts } from './load.ts';
import { makeRig, type Rig } from './rig.ts';

const deviceCount = 15;
const machinesPerDevice = 20;
const machineCount = deviceCount * machinesPerDevice;
const changesPerS = 600;
const seconds = 10;
const columns = 25;

/** The live tab with 300 machines and 600 changes a second, and the editor with 500 elements. */
export const bench: Bench = {
  name: 'plant',
  async run() {
    const rig = await makeRig(deviceCount);
    const browser = await openBrowser();
    try {
      return await measure(rig, browser);
    } finally {
      await browser.close();
      await rig.remove();
    }
  },
};

const types = ['fan', 'silo', 'hopper', 'gear-motor', 'hammer-mill'];

/** Each machine shows one sensor; a device's frame changes all of its twenty machines. */
const machinesOf = (devices: readonly PlantDevice[]): readonly NewMachine[] =>
  devices.flatMap((device, d) =>
    Array.from({ length: machinesPerDevice }, (_, m): NewMachine => {
      const n = d * machinesPerDevice + m;
      const sensor = `${Math.floor(m / 10) + 1}.${(Math.floor(m / 10) + 1) * 100 + (m % 10)}`;
      return {
        id: `m${n}`,
        type: types[n % types.length] ?? 'fan',
        name: `Machine ${n + 1}`,
        scale: 0.25,
        x: 20 + (n % columns) * 100,
        y: 40 + Math.floor(n / columns) * 110,
        firstSensor: sensor,
        device,
      };
    }),
  );

async function measure(rig: Rig, browser: Browser): Promise<readonly Row[]> {
  const { plant } = rig;
  const size = { width: 2600, height: 1500 };
  const machines = machinesOf(rig.devices);
  const connectors = Array.from({ length: 150 }, (_, n) => ({
    frontend_id: `c${n}`,
    additional_points: [],
    start_m_fe_id: `m${2 * n}`,
    start_anchor_point: anchors[types[(2 * n) % types.length] ?? ''],
    end_m_fe_id: `m${2 * n + 1}`,
    end_anchor_point: anchors[types[(2 * n + 1) % types.length] ?? ''],
  }));
  const shapes = Array.from({ length: 25 }, (_, n) => ({
    frontend_id: `s${n}`,
    x: 20 + n * 100,
    y: 1400,
    extras: { shape: 'rectangle', width: 60, height: 60 },
  }));
  const text_elements = shapes.map((shape, n) => ({
    frontend_id: `t${n}`,
    x: shape.x,
    y: 1370,
    extras: { value: `Text ${n}`, fontSize: 14 },
  }));
  const tab = await makeTab(rig.api, plant, 'Bench', 'Live', machines, { ...size, connectors, shapes, text_elements });
  const person = await makePerson(rig.api, plant, 'Engineer');
  const page = await signedIn(rig, browser, person);
  const base = `${rig.server.url}/visual-dashboard/site/${plant.siteId}/schemas/${tab.schema}/tabs/${tab.id}`;
  const editor = await measureEditor(browser, page, `${base}/edit`);
  await publish(rig.api, tab.schema);
  const live = await measureLive(rig, browser, page, base, plant);
  return [...live, ...editor];
}

const anchors: Readonly<Record<string, string>> = {
  fan: 'inlet',
  silo: 'inlet',
  hopper: 'outlet',
  'gear-motor': 'shaft',
  'hammer-mill': 'inlet',
};

async function signedIn(rig: Rig, browser: Browser, person: { email: string; password: string }): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(rig.server.url);
  const form = page.locator('form').filter({ has: page.locator('input[type=password]') });
  await form.locator('input[name=username]').fill(person.email);
  await form.locator('input[type=password]').fill(person.password);
  await form.locator('button[type=submit]').click();
  await page.waitForURL('**/sites');
  return page;
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;
const rowsOf = (what: string, costs: FrameCosts): readonly Row[] => [
  { what: `${what}: main thread per frame, median`, value: ms(costs.median), aim: 'below 8 ms' },
  { what: `${what}: main thread per frame, p95 of ${costs.frames}`, value: ms(costs.p95), aim: 'below 16 ms' },
];

async function measureLive(rig: Rig, browser: Browser, page: Page, url: string, plant: Plant): Promise<readonly Row[]> {
  let messages = 0;
  page.on('websocket', (socket) => {
    if (socket.url().includes('tab-devices-data')) socket.on('framereceived', () => messages++);
  });
  await page.goto(url);
  await page
    .locator('[data-machine][data-state]')
    .nth(machineCount - 1)
    .waitFor();
  await page.waitForTimeout(2_000);
  const rest = await frameCosts(browser, page, () => page.waitForTimeout(4_000));
  const rates = await measureRates(page);
  const texts = plant.devices.map((_, d) => createFrameTexts(d + 1, 'compact'));
  const before = messages;
  let sent = 0;
  const busy = await frameCosts(browser, page, async () => {
    const from = performance.now();
    const open = new Set<Promise<void>>();
    while (performance.now() - from < seconds * 1000) {
      const due = ((performance.now() - from) / 1000) * (changesPerS / machinesPerDevice);
      for (; sent < due; sent++) {
        const device = rig.devices[sent % rig.devices.length];
        const text = texts[sent % texts.length];
        if (!device || !text) continue;
        const one = rig.post(device, 'data', text(Date.now()));
        open.add(one);
        void one.finally(() => open.delete(one));
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await Promise.all(open);
  });
  const rate = ((messages - before) * machinesPerDevice) / seconds;
  return [
    { what: 'live tab: changes published to the page', value: `${rate.toFixed(0)}/s`, aim: `${changesPerS}/s` },
    // Frames must not be lost, otherwise another load would be measured.
    ratioRow('live tab: changes published of those sent', rate / ((sent * machinesPerDevice) / seconds), 0.9),
    ...rowsOf(`live tab, ${machineCount} machines at rest`, rest),
    ...rates,
    ...rowsOf(`live tab, ${machineCount} machines, ${changesPerS} changes/s`, busy),
  ];
}

const rateRows = (what: string, { perSecond, worstMs }: FrameRate, aim: number): readonly Row[] => [
  {
    what: `live tab, ${machineCount} machines, ${what}: frames a second`,
    value: perSecond.toFixed(1),
    aim: `at least ${aim}`,
    met: perSecond >= aim,
  },
  { what: `live tab, ${machineCount} machines, ${what}: worst frame`, value: ms(worstMs), aim: '' },
];

/** Frames that a person sees at rest, while panning, and while zooming by wheel, over free canvas. */
async function measureRates(page: Page): Promise<readonly Row[]> {
  const box = await page.locator('[data-stage]').boundingBox();
  if (box === null) throw new Error('the drawing is not visible');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const rest = await frameRate(page, () => page.waitForTimeout(3_000));
  const pan = await frameRate(page, () => panFor(page, 4_000, at));
  const zoom = await frameRate(page, () => zoomFor(page, 6_000, at));
  return [...rateRows('at rest', rest, 55), ...rateRows('panned', pan, 55), ...rateRows('zoomed', zoom, 30)];
}

async function measureEditor(browser: Browser, page: Page, url: string): Promise<readonly Row[]> {
  const nodes = page.locator('.react-flow__node');
  const open = async (): Promise<number> => {
    await page.goto(url);
    await nodes.nth(machineCount + 49).waitFor();
    // From the start of the navigation to the frame after the last element appeared.
    return Number(await page.evaluate('new Promise((done) => requestAnimationFrame(() => done(performance.now())))'));
  };
  await open();
  const opened = await open();
  await page.waitForTimeout(1_000);
  const rest = await frameCosts(browser, page, () => page.waitForTimeout(3_000));
  const box = await nodes.filter({ hasText: 'Machine 112' }).first().boundingBox();
  if (box === null) throw new Error('the machine to drag is not visible');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 8, at.y + 8);
  const drag = await frameCosts(browser, page, async () => {
    for (let i = 0; i < 180; i++) {
      await page.mouse.move(at.x + 8 + 150 * Math.sin(i / 15), at.y + 8 + 60 * Math.sin(i / 9));
      await new Promise((resolve) => setTimeout(resolve, 12));
    }
  });
  await page.mouse.up();
  return [
    { what: 'editor, 500 elements: opened', value: ms(opened), aim: 'below 1500 ms' },
    ...rowsOf('editor, 500 elements at rest', rest),
    ...rowsOf('editor, 500 elements, one dragged', drag),
  ];
}
