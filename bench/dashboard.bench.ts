import { Meter, openBrowser, openPage, selectionOf } from '@tocsin/e2e/browser';
import { createRandom } from '@tocsin/simulator/random';
import type { Bench } from './bench.ts';
import { makeRig } from './rig.ts';

const groups = 16;
const perGroup = 16;
const frameMs = 2_000;
const watchMs = 60_000;

/** The live dashboard of a device with 256 sensors that all change every 2 s, for a minute. */
export const bench: Bench = {
  name: 'dashboard',
  async run() {
    const rig = await makeRig(1);
    const browser = await openBrowser();
    let timer: ReturnType<typeof setInterval> | undefined;
    try {
      const [device] = rig.devices;
      if (!device) throw new Error('no device');
      const random = createRandom(7);
      const values = Array.from({ length: groups * perGroup }, () => random.between(20, 60));
      let seq = 0;
      await rig.post(device, 'birth', JSON.stringify(birth(Date.now())));
      timer = setInterval(() => {
        const v = values.map((value, i) => {
          values[i] = value + random.between(-0.5, 0.5);
          return (Math.round((values[i] ?? 0) * 10) / 10).toFixed(1);
        });
        void rig.post(device, 'data', `{"ts":${Date.now()},"seq":${seq++},"v":[${v.join()}]}`);
      }, frameMs);
      const page = await openPage(browser, {
        url: rig.server.url,
        token: rig.api.token,
        selection: selectionOf(rig.plant, device),
      });
      await page.goto(`${rig.server.url}/dashboard`);
      await page.locator('[data-path="1.100"]').waitFor();
      await page.waitForTimeout(10_000);
      const meter = await Meter.of(page);
      const before = await meter.read();
      await page.waitForTimeout(watchMs);
      const after = await meter.read();
      const seconds = after.taskS - before.taskS;
      const cards = await page.locator('[data-path]').count();
      return [
        {
          what: 'sensor cards on the page',
          value: `${cards}`,
          aim: `${groups * perGroup}`,
          passed: cards === groups * perGroup,
        },
        {
          what: 'main thread of 256 sensors each 2 s, a minute',
          value: `${seconds.toFixed(2)} s`,
          aim: 'below 3 s (5 % of the time)',
          passed: seconds / (watchMs / 1_000) < 0.05,
        },
      ];
    } finally {
      clearInterval(timer);
      await browser.close();
      await rig.remove();
    }
  },
};

const birth = (ts: number): object => ({
  ts,
  version: 'bench',
  boot: 2,
  groups: Array.from({ length: groups }, (_, g) => ({
    id: String(g + 1),
    name: `Group ${g + 1}`,
    sensors: Array.from({ length: perGroup }, (_, s) => ({
      id: String((g + 1) * 100 + s),
      name: `Sensor ${g + 1}.${s}`,
      type: 'NUMERIC',
      unit: 'C',
    })),
  })),
});
