import { Meter, openBrowser, openPage, type Page, type PageMetrics, selectionOf } from '@tocsin/e2e/browser';
import type { Bench } from './bench.ts';
import { sensorCount } from './load.ts';
import { makeRig } from './rig.ts';

const deviceCount = 8;
/** Twenty times the rate of a WDC4. */
const frameMs = 100;
const minuteMs = 60_000;
const maxGrowthBytes = 5e6;
const readings = 8;
const betweenMs = 1_500;

/** A wall of eight devices at 20 times their rate for three minutes: its memory, nodes and listeners must not grow. */
export const bench: Bench = {
  name: 'wall',
  async run() {
    const rig = await makeRig(deviceCount);
    const browser = await openBrowser();
    const timers: ReturnType<typeof setInterval>[] = [];
    try {
      for (const [d, device] of rig.devices.entries()) {
        const text = steadyFrames(d);
        let busy = false;
        timers.push(
          setInterval(() => {
            if (busy) return;
            busy = true;
            void rig.post(device, 'data', text(Date.now())).finally(() => {
              busy = false;
            });
          }, frameMs),
        );
      }
      const page = await openPage(browser, {
        url: rig.server.url,
        token: rig.api.token,
        selection: selectionOf(rig.plant),
        width: 1920,
        height: 1080,
      });
      let frames = 0;
      page.on('websocket', (socket) => {
        socket.on('framereceived', () => {
          frames++;
        });
      });
      await page.goto(`${rig.server.url}/sites/${rig.plant.siteId}/wall`);
      await page.getByText('Bench 1', { exact: true }).waitFor();
      const meter = await Meter.of(page);
      await page.waitForTimeout(minuteMs);
      const first = await floorOf(page, meter);
      const seen = frames;
      const from = Date.now();
      await page.waitForTimeout(2 * minuteMs);
      const last = await floorOf(page, meter);
      const grown = last.heapBytes - first.heapBytes;
      const elapsedMs = Date.now() - from;
      const perSecond = (frames - seen) / (elapsedMs / 1_000);
      return [
        {
          what: 'documents a second on the page',
          value: perSecond.toFixed(0),
          aim: `${(deviceCount * 1_000) / frameMs}`,
        },
        {
          what: 'heap after collection, minute 1 to 3',
          value: `${(first.heapBytes / 1e6).toFixed(1)} to ${(last.heapBytes / 1e6).toFixed(1)} MB`,
          aim: 'grows less than 5 MB',
          passed: grown < maxGrowthBytes,
        },
        {
          what: 'DOM nodes, minute 1 to 3',
          value: `${first.nodes} to ${last.nodes}`,
          aim: 'no more',
          passed: last.nodes <= first.nodes,
        },
        {
          what: 'listeners, minute 1 to 3',
          value: `${first.listeners} to ${last.listeners}`,
          aim: 'no more',
          passed: last.listeners <= first.listeners,
        },
        {
          what: 'main thread of the wall, a minute',
          value: `${((last.taskS - first.taskS) / (elapsedMs / minuteMs)).toFixed(1)} s`,
          aim: '',
        },
      ];
    } finally {
      for (const timer of timers) clearInterval(timer);
      await browser.close();
      await rig.remove();
    }
  },
};

/**
 * The least of several readings, because memory that is held appears in each of them. The browser's count of listeners
 * varies by one per device within seconds though the page adds none (docs/proof/watching.md).
 */
async function floorOf(page: Page, meter: Meter): Promise<PageMetrics> {
  let floor = await meter.read(true);
  for (let i = 1; i < readings; i++) {
    await page.waitForTimeout(betweenMs);
    const next = await meter.read(true);
    floor = {
      taskS: next.taskS,
      heapBytes: Math.min(floor.heapBytes, next.heapBytes),
      nodes: Math.min(floor.nodes, next.nodes),
      listeners: Math.min(floor.listeners, next.listeners),
    };
  }
  return floor;
}

/**
 * Every value changes with each frame, and the first device is in alarm, so that the wall keeps one layout throughout.
 */
const steadyFrames = (device: number): ((ts: number) => string) => {
  let seq = 0;
  return (ts) => {
    const at = seq++;
    const v = Array.from({ length: sensorCount }, (_, i) => (40 + 10 * Math.sin((at + i * 7) / 30)).toFixed(1));
    return `{"ts":${ts},"seq":${at},"v":[${v.join()}]${device === 0 ? ',"alarm":[3]' : ''}}`;
  };
};
