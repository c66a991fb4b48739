import { type Browser, Meter, openBrowser, openPage, type Page, selectionOf } from '@tocsin/e2e/browser';
import { makeTab, type NewMachine, publish } from '@tocsin/e2e/schema';
import type { Bench, Row } from './bench.ts';
import { frameCosts } from './frames.ts';
import { fillHistory } from './history.ts';
import { createFrameTexts, sensorCount } from './load.ts';
import { makeRig, type Rig } from './rig.ts';

const deviceCount = 5;
const machinesPerDevice = 20;
const columns = 20;
const filmSeconds = 10;
/** Live graphs ask every two seconds. */
const pollMs = 2_000;
/** Polls of an hour. */
const polls = 1_800;
const settledPolls = 150;

/** What happened: the film of 100 machines at 60x, and the memory of the live graphs of 100 sensors after an hour. */
export const bench: Bench = {
  name: 'seen',
  async run() {
    const rig = await makeRig(deviceCount);
    const browser = await openBrowser();
    try {
      for (const device of rig.devices) fillHistory(rig.server.dataDir, device.id, sensorCount, 1);
      const film = await measureFilm(rig, browser);
      return [...film, ...(await measureMemory(rig, browser))];
    } finally {
      await browser.close();
      await rig.remove();
    }
  },
};

const types = ['fan', 'silo', 'hopper', 'gear-motor', 'hammer-mill'];

const machinesOf = (rig: Rig): readonly NewMachine[] =>
  rig.devices.flatMap((device, d) =>
    Array.from({ length: machinesPerDevice }, (_, m): NewMachine => {
      const n = d * machinesPerDevice + m;
      const group = Math.floor(m / 10) + 1;
      return {
        id: `m${n}`,
        type: types[n % types.length] ?? 'fan',
        name: `Machine ${n + 1}`,
        scale: 0.25,
        x: 20 + (n % columns) * 100,
        y: 40 + Math.floor(n / columns) * 110,
        firstSensor: `${group}.${group * 100 + (m % 10)}`,
        device,
      };
    }),
  );

async function measureFilm(rig: Rig, browser: Browser): Promise<readonly Row[]> {
  const { plant, api, server } = rig;
  const tab = await makeTab(api, plant, 'Bench', 'Film', machinesOf(rig), { width: 2100, height: 700 });
  await publish(api, tab.schema);
  const page = await openPage(browser, { url: server.url, token: api.token, selection: selectionOf(plant) });
  const at = new Date(Date.now() - 6 * 3_600_000).toISOString();
  await page.goto(`${server.url}/visual-dashboard/site/${plant.siteId}/film?at=${at}&tab=${tab.id}`);
  await page
    .locator('[data-machine][data-state]')
    .nth(deviceCount * machinesPerDevice - 1)
    .waitFor();
  const shownAt = async (): Promise<number> =>
    Number(await page.getByRole('slider', { name: 'Moment' }).getAttribute('aria-valuenow'));
  const before = await shownAt();
  await page.getByRole('button', { name: 'Play' }).click();
  const costs = await frameCosts(browser, page, () => page.waitForTimeout(filmSeconds * 1_000));
  const played = ((await shownAt()) - before) / 1_000 / filmSeconds;
  await page.close();
  const what = 'film of 100 machines at 60x';
  return [
    { what: `${what}: main thread per frame, median`, value: `${costs.median.toFixed(1)} ms`, aim: 'below 8 ms' },
    { what: `${what}: p95 of ${costs.frames} frames`, value: `${costs.p95.toFixed(1)} ms`, aim: 'below 16 ms' },
    { what: `${what}: frames a second`, value: (costs.frames / filmSeconds).toFixed(1), aim: '60' },
    { what: `${what}: times real time`, value: played.toFixed(0), aim: '60' },
  ];
}

/** An hour of polls as fast as they are answered: the page's clock is moved, the server's is not. */
async function measureMemory(rig: Rig, browser: Browser): Promise<readonly Row[]> {
  const [device] = rig.devices;
  if (!device) throw new Error('no device');
  const page = await openPage(browser, {
    url: rig.server.url,
    token: rig.api.token,
    selection: selectionOf(rig.plant, device),
  });
  const text = createFrameTexts(1, 'compact');
  // A sensor that never sent within the shown time has no chart.
  await rig.post(device, 'data', text(Date.now()));
  await page.clock.install();
  await page.goto(`${rig.server.url}/graphs`);
  await page.clock.runFor(1_000);
  await page.getByRole('tab', { name: 'Live' }).click();
  await page.clock.runFor(1_000);
  await page.locator('.uplot').first().waitFor();
  const meter = await Meter.of(page);
  const begun = await run(rig, page, text, settledPolls);
  const early = await meter.read(true);
  const rest = await run(rig, page, text, polls - settledPolls);
  const late = await meter.read(true);
  await page.close();
  const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  const answered = begun + rest;
  return [
    { what: `live graphs of 100 sensors: polls answered of ${polls}`, value: String(answered), aim: '' },
    { what: 'live graphs: heap after 5 minutes', value: mb(early.heapBytes), aim: '' },
    { what: 'live graphs: heap after an hour', value: mb(late.heapBytes), aim: '' },
    { what: 'live graphs: heap gained in 55 minutes', value: mb(late.heapBytes - early.heapBytes), aim: 'below 5 MB' },
    { what: 'live graphs: nodes gained', value: String(late.nodes - early.nodes), aim: 'below 100' },
    { what: 'live graphs: listeners gained', value: String(late.listeners - early.listeners), aim: 'below 20' },
  ];
}

async function run(rig: Rig, page: Page, text: (ts: number) => string, count: number): Promise<number> {
  const [device] = rig.devices;
  if (!device) throw new Error('no device');
  let answered = 0;
  const onAnswer = (answer: { url(): string; ok(): boolean }): void => {
    if (answer.url().includes('/live-update/') && answer.ok()) answered++;
  };
  page.on('response', onAnswer);
  for (let n = 0; n < count; n++) {
    const before = answered;
    await rig.post(device, 'data', text(Date.now()));
    await page.clock.runFor(pollMs);
    for (let wait = 0; answered === before && wait < 100; wait++) await page.waitForTimeout(10);
  }
  page.off('response', onAnswer);
  return answered;
}
