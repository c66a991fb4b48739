import { openBrowser, openPage, selectionOf } from '@tocsin/e2e/browser';
import { makeTab, publish, waitForSensor } from '@tocsin/e2e/schema';
import { type Bench, quantile } from './bench.ts';
import { makeRig } from './rig.ts';

const rounds = 10;
const aimMs = 1_000;
const sensorId = '4000';

/** Time from a frame's arrival at the server until its alarm is drawn at the machine of an open visual dashboard. */
export const bench: Bench = {
  name: 'schema-alarm',
  async run() {
    const rig = await makeRig(1);
    const browser = await openBrowser();
    try {
      const [device] = rig.devices;
      if (!device) throw new Error('no device');
      const sensors = [{ id: sensorId, name: 'Head bearing', type: 'NUMERIC', unit: 'C' }];
      const groups = [{ id: '4', name: 'Temperature', sensors }];
      await rig.post(device, 'birth', JSON.stringify({ ts: Date.now(), groups }));
      await waitForSensor(rig.api, rig.plant, `4.${sensorId}`);
      const machine = { id: 'leg', type: 'bucket-elevator', name: 'Leg', x: 100, y: 60 };
      const tab = await makeTab(rig.api, rig.plant, 'Main plant', 'Receiving', [
        { ...machine, sensors: { 'head-bearing': `4.${sensorId}` } },
      ]);
      await publish(rig.api, tab.schema);
      const { url } = rig.server;
      const page = await openPage(browser, { url, token: rig.api.token, selection: selectionOf(rig.plant) });
      await page.goto(`${url}/visual-dashboard/site/${rig.plant.siteId}/schemas/${tab.schema}/tabs/${tab.id}`);
      let seq = 0;
      const send = async (isAlarm: boolean): Promise<void> => {
        const frame = { ts: Date.now(), seq: seq++, v: [isAlarm ? 95 : 41], alarm: isAlarm ? [0] : [] };
        await rig.post(device, 'data', JSON.stringify(frame));
      };
      const shown = (state: string) => page.locator(`[data-machine][data-state="${state}"]`).first().waitFor();
      const delaysMs: number[] = [];
      for (let round = 0; round < rounds; round++) {
        await send(false);
        await shown('ok');
        // Checks each drawn frame.
        const drawn = page.evaluate<number>(`new Promise((resolve) => (function look() {
          if (document.querySelector('[data-machine][data-state="alarm"]')) resolve(Date.now());
          else requestAnimationFrame(look);
        })())`);
        const sentAt = Date.now();
        await send(true);
        delaysMs.push((await drawn) - sentAt);
      }
      const most = Math.max(...delaysMs);
      return [
        { what: 'alarm drawn after its frame, median', value: `${quantile(delaysMs, 0.5)} ms`, aim: '' },
        { what: 'the same, longest', value: `${most} ms`, aim: `below ${aimMs} ms`, met: most < aimMs },
      ];
    } finally {
      await browser.close();
      await rig.remove();
    }
  },
};
