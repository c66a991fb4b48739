import { type Browser, Meter, openBrowser, openPage, type Page, selectionOf } from '@tocsin/e2e/browser';
import type { Bench, Row } from './bench.ts';
import { fillHistory } from './history.ts';
import { createFrameTexts, sensorCount } from './load.ts';
import { makeRig, type Rig } from './rig.ts';

/** Live graphs ask every two seconds. */
const pollMs = 2_000;
/** Polls of an hour. */
const polls = 1_800;
const settledPolls = 150;

/** Memory of the live graphs of 100 sensors after an hour. */
export const bench: Bench = {
  name: 'memory',
  async run() {
    const rig = await makeRig(1);
    const browser = await openBrowser();
    try {
      for (const device of rig.devices) fillHistory(rig.server.dataDir, device.id, sensorCount, 1);
      return await measureMemory(rig, browser);
    } finally {
      await browser.close();
      await rig.remove();
    }
  },
};

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
