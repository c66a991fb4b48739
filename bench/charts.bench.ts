import { readFileSync } from 'node:fs';
import { Meter, openBrowser, openPage, selectionOf } from '@tocsin/e2e/browser';
import { type Bench, quantile, type Row } from './bench.ts';
import { sensorCount } from './load.ts';
import { type BenchPortal, openPortals } from './portals.ts';
import type { Rig } from './rig.ts';

const rounds = 5;
/** Room for all hundred charts at once: 210 px each, the gaps, and the header. */
const height = 100 * 222 + 400;
const maxRatio = 1.3;
type Page = Awaited<ReturnType<typeof openPage>>;
type Browser = Awaited<ReturnType<typeof openBrowser>>;

interface Portal extends BenchPortal {
  readonly page: Page;
  /** Main-thread seconds of each round. */
  readonly taken: number[];
}

/** A signed-in page on a portal. */
async function withPage(browser: Browser, portal: BenchPortal): Promise<Portal> {
  const { rig, device } = portal;
  const visit = { url: rig.server.url, token: rig.api.token, selection: selectionOf(rig.plant, device), height };
  return { ...portal, page: await openPage(browser, visit), taken: [] };
}

/**
 * A page with 100 visible charts of 1,440 slots, compared with bare uPlot drawing the same data in the same browser,
 * and with an earlier version of the portal if TOCSIN_EARLIER names its folder. They take turns.
 */
export const bench: Bench = {
  name: 'charts',
  async run() {
    const opened = await openPortals();
    const [{ rig, device }] = opened;
    const browser = await openBrowser();
    try {
      const portals = await Promise.all(opened.map(async (portal) => await withPage(browser, portal)));
      const bare = await openPage(browser, { url: rig.server.url, token: '', selection: '', height });
      const data = await dayOf(rig, device.id);
      await bare.goto('about:blank');
      await bare.addStyleTag({ content: uPlotStyle() });
      await bare.evaluate(`${uPlotText()}; window.uPlot = uPlot`);
      const theirs: number[] = [];
      for (let round = 0; round < rounds; round++) {
        for (const { page, rig, taken } of portals) taken.push(await drawOurs(page, rig.server.url));
        theirs.push(await drawBare(bare, data));
      }
      const [now, earlier] = portals;
      return rowsOf(now?.taken ?? [], theirs, earlier?.taken);
    } finally {
      await browser.close();
      for (const { rig } of opened) await rig.remove();
    }
  },
};

function rowsOf(ours: readonly number[], bare: readonly number[], earlier: readonly number[] | undefined): Row[] {
  // The first round also compiles the page.
  const usual = (values: readonly number[]): number => quantile(values.slice(1), 0.25);
  const ms = (values: readonly number[]): string => `${(usual(values) * 1_000).toFixed(0)} ms`;
  const ratio = usual(ours) / usual(bare);
  const rows: Row[] = [
    { what: 'bare uPlot, 100 charts x 1,440 points with band', value: ms(bare), aim: '' },
    { what: 'graphs page, the same, loaded, decoded and drawn', value: ms(ours), aim: '' },
    {
      what: 'page / bare uPlot, main thread',
      value: ratio.toFixed(2),
      aim: `at most ${maxRatio}`,
      passed: ratio <= maxRatio,
    },
  ];
  if (earlier === undefined) return rows;
  return [
    ...rows,
    { what: 'graphs page of the earlier version', value: ms(earlier), aim: '' },
    {
      what: 'page / page of the earlier version, main thread',
      value: (usual(ours) / usual(earlier)).toFixed(2),
      aim: '',
    },
  ];
}

const uPlotText = (): string =>
  readFileSync(new URL('../node_modules/uplot/dist/uPlot.iife.js', import.meta.url), 'utf8');

/** Without its stylesheet the layers of uPlot are not positioned, so bare uPlot gets it too. */
const uPlotStyle = (): string =>
  readFileSync(new URL('../node_modules/uplot/dist/uPlot.min.css', import.meta.url), 'utf8');

type Point = readonly [number, number | null, boolean, string, number?, number?];
type Columns = readonly [number[], (number | null)[], (number | null)[], (number | null)[]];

/** A day's points of every sensor: time, mean, minimum, maximum. */
async function dayOf(rig: Rig, id: number): Promise<readonly Columns[]> {
  const { graphs } = await rig.api.get<{ graphs: Record<string, { series: { data: Point[] }[] }> }>(
    `graphs/device/${id}/?timescale=day`,
  );
  return Object.values(graphs).flatMap(({ series }) =>
    series.map(
      ({ data }): Columns => [
        data.map((point) => point[0] / 1_000),
        data.map((point) => point[4] ?? null),
        data.map((point) => point[5] ?? null),
        data.map((point) => point[1]),
      ],
    ),
  );
}

/** Counts ten times a second: Playwright's own wait searches the page in each frame on the measured thread. */
async function allMade(page: Page): Promise<void> {
  const until = Date.now() + 60_000;
  while (Number(await page.evaluate("document.getElementsByClassName('uplot').length")) < sensorCount) {
    if (Date.now() > until) throw new Error('not all charts were drawn within a minute');
    await page.waitForTimeout(100);
  }
}

/** Main-thread seconds from the click on 'Sensor Graphs' on another page until the last chart is drawn. */
async function drawOurs(page: Page, url: string): Promise<number> {
  if (page.url() === 'about:blank') {
    await page.goto(`${url}/graphs`);
    await allMade(page);
  }
  await page.getByRole('link', { name: 'Sites', exact: true }).click();
  await page.waitForURL('**/sites');
  await page.waitForTimeout(500);
  const meter = await Meter.of(page);
  const before = await meter.read(true);
  await page.getByRole('link', { name: 'Sensor Graphs' }).click();
  await allMade(page);
  await page.waitForTimeout(200);
  return (await meter.read()).taskS - before.taskS;
}

async function drawBare(page: Page, data: readonly Columns[]): Promise<number> {
  await page.evaluate('document.body.replaceChildren()');
  const text = JSON.stringify(data);
  await page.evaluate(`window.columns = ${text}.map((each) => each.map((column) => Float64Array.from(column)))`);
  const meter = await Meter.of(page);
  const before = await meter.read(true);
  await page.evaluate(`new Promise((done) => {
    for (const data of window.columns) new uPlot({
      width: 1000, height: 210, legend: { show: false },
      series: [{}, { width: 0, points: { show: false } }, { width: 0, points: { show: false } }, { stroke: '#434D52', width: 1.5, points: { show: false } }],
      bands: [{ series: [2, 1], fill: '#C5CED3' }],
    }, data, document.body);
    requestAnimationFrame(() => requestAnimationFrame(done));
  })`);
  await page.waitForTimeout(200);
  return (await meter.read()).taskS - before.taskS;
}
