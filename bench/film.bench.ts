import { type Browser, openBrowser, openPage, selectionOf } from '@tocsin/e2e/browser';
import { makeTab, type NewMachine, publish } from '@tocsin/e2e/schema';
import type { Bench, Row } from './bench.ts';
import { frameCosts } from './frames.ts';
import { fillHistory } from './history.ts';
import { sensorCount } from './load.ts';
import { makeRig, type Rig } from './rig.ts';

const deviceCount = 5;
const machinesPerDevice = 20;
const columns = 20;
const filmSeconds = 10;
/** A busy machine takes long to open the film, which is not measured. */
const openMs = 180_000;

/** The time machine: main thread and frames of the film of 100 machines at 60x. */
export const bench: Bench = {
  name: 'film',
  async run() {
    const rig = await makeRig(deviceCount);
    const browser = await openBrowser();
    try {
      for (const device of rig.devices) fillHistory(rig.server.dataDir, device.id, sensorCount, 1);
      return await measureFilm(rig, browser);
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
    .waitFor({ timeout: openMs })
    .catch(async (error: unknown) => {
      // What the page shows instead of the machines.
      throw new Error(await page.locator('main').innerText(), { cause: error });
    });
  const shownAt = async (): Promise<number> =>
    Number(await page.getByRole('slider', { name: 'Moment' }).getAttribute('aria-valuenow'));
  await page.getByRole('button', { name: 'Play' }).click();
  let played = 0;
  const costs = await frameCosts(browser, page, async () => {
    const [before, from] = [await shownAt(), performance.now()];
    await page.waitForTimeout(filmSeconds * 1_000);
    played = ((await shownAt()) - before) / (performance.now() - from);
  });
  await page.close();
  const what = 'film of 100 machines at 60x';
  return [
    { what: `${what}: main thread per frame, median`, value: `${costs.median.toFixed(1)} ms`, aim: 'below 8 ms' },
    { what: `${what}: p95 of ${costs.frames} frames`, value: `${costs.p95.toFixed(1)} ms`, aim: 'below 16 ms' },
    { what: `${what}: frames a second`, value: costs.perSecond.toFixed(1), aim: '60' },
    { what: `${what}: times real time`, value: played.toFixed(0), aim: '60' },
  ];
}
