import { type Browser, openBrowser, openPage, type Page, selectionOf } from '@tocsin/e2e/browser';
import { makePerson, type Person, type PlantDevice } from '@tocsin/e2e/plant';
import { type Bench, quantile, type Row } from './bench.ts';
import { bench as charts } from './charts.bench.ts';
import { createFrameTexts, sensorCount } from './load.ts';
import { bench as plant } from './plant.bench.ts';
import { type BenchPortal, openPortals } from './portals.ts';
import type { Rig } from './rig.ts';

const rounds = 1;
const frameMs = 100;
/** A page is loaded when nothing arrived for this long. */
const idleMs = 1_500;
const mostLoadingMs = 20_000;
/** The slow phone line of Lighthouse: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back. */
const slowLine = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
/** Pages and, where a page shows data before its largest paint or after it, what must be on the screen. */
const pages: readonly { readonly path: string; readonly shows?: string }[] = [
  { path: '/' },
  { path: '/sites' },
  { path: '/dashboard', shows: '[data-path="1.100"]' },
  { path: '/graphs', shows: '.uplot canvas' },
  { path: '/notifications/all' },
  { path: '/analytics' },
  { path: '/dashboard/edit/warnings' },
  { path: '/user/setting' },
];
const firstValue = '[data-path="1.100"] > div:first-of-type';

interface Portal extends BenchPortal {
  readonly person: Person;
  readonly loads: Map<string, FirstLoad[]>;
  readonly signIns: SignIn[];
  readonly graphs: DrawnGraphs[];
}

/**
 * What a person waits for: each page's first load over a slow line, from sign-in to a value that moves, from a click
 * to drawn graphs; then 300 machines and 100 charts, as the benches `plant` and `charts` measure them. With an earlier
 * version of the portal in turns if TOCSIN_EARLIER names its folder.
 */
export const bench: Bench = {
  name: 'pages',
  async run() {
    const rows = await waits();
    return [...rows, ...named('drawing', await plant.run()), ...named('charts', await charts.run())];
  },
};

const named = (what: string, rows: readonly Row[]): readonly Row[] =>
  rows.map((row) => ({ ...row, what: `${what}: ${row.what}` }));

async function waits(): Promise<readonly Row[]> {
  const portals = await Promise.all((await openPortals()).map(withPerson));
  const browser = await openBrowser();
  const timers: ReturnType<typeof setInterval>[] = [];
  try {
    for (const { rig, device } of portals) timers.push(sendFrames(rig, device));
    for (let round = 0; round < rounds; round++)
      for (const portal of portals) {
        for (const page of pages) {
          const loads = portal.loads.get(page.path) ?? [];
          portal.loads.set(page.path, [...loads, await firstLoad(browser, portal, page)]);
        }
        portal.signIns.push(await signIn(browser, portal));
        portal.graphs.push(await drawGraphs(browser, portal));
      }
    return portals.flatMap(rowsOf);
  } finally {
    for (const timer of timers) clearInterval(timer);
    await browser.close();
    for (const { rig } of portals) await rig.remove();
  }
}

async function withPerson(portal: BenchPortal): Promise<Portal> {
  const person = await makePerson(portal.rig.api, portal.rig.plant, 'Engineer');
  return { ...portal, person, loads: new Map(), signIns: [], graphs: [] };
}

/** Sends a frame each 100 ms, so that a value that is shown moves at once. */
function sendFrames(rig: Rig, device: PlantDevice): ReturnType<typeof setInterval> {
  const text = createFrameTexts(1, 'compact');
  let isSending = false;
  return setInterval(() => {
    if (isSending) return;
    isSending = true;
    void rig.post(device, 'data', text(Date.now())).finally(() => {
      isSending = false;
    });
  }, frameMs);
}

interface FirstLoad {
  /** From the start of the navigation until the page shows its data; not measured for every page. */
  readonly shownMs: number | null;
  readonly largestPaintMs: number;
  /** As transferred, compressed. */
  readonly scriptBytes: number;
  readonly allBytes: number;
}

async function pageOf(browser: Browser, { rig, device }: Portal, isSignedIn: boolean): Promise<Page> {
  const token = isSignedIn ? rig.api.token : '';
  const page = await openPage(browser, { url: rig.server.url, token, selection: selectionOf(rig.plant, device) });
  await page.addInitScript(`
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.benchPaint = entry.startTime; })
      .observe({ type: 'largest-contentful-paint', buffered: true });`);
  return page;
}

/** Runs in the page: resolves in the frame after `condition` holds, with the page's time in ms since the navigation. */
const frameAfter = (condition: string): string => `new Promise((done) => {
    const look = () => (${condition}) ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(look);
    look();
  })`;

async function firstLoad(
  browser: Browser,
  portal: Portal,
  { path, shows }: (typeof pages)[number],
): Promise<FirstLoad> {
  const page = await pageOf(browser, portal, path !== '/');
  try {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', slowLine);
    const scripts = new Set<string>();
    let [scriptBytes, allBytes, lastAt] = [0, 0, performance.now()];
    cdp.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scripts.add(requestId);
    });
    cdp.on('Network.dataReceived', () => {
      lastAt = performance.now();
    });
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      allBytes += encodedDataLength;
      if (scripts.has(requestId)) scriptBytes += encodedDataLength;
    });
    await page.goto(`${portal.rig.server.url}${path}`, { waitUntil: 'commit' });
    const isShown = `document.querySelector(${JSON.stringify(shows)})`;
    const shownMs = shows === undefined ? null : Number(await page.evaluate(frameAfter(isShown)));
    const until = performance.now() + mostLoadingMs;
    while (performance.now() - lastAt < idleMs && performance.now() < until) await page.waitForTimeout(100);
    const largestPaintMs = Number(await page.evaluate('window.benchPaint ?? NaN'));
    return { shownMs, largestPaintMs, scriptBytes, allBytes };
  } finally {
    await page.context().close();
  }
}

interface SignIn {
  /** From the press on 'Sign in' until the list shows the site. */
  readonly sitesMs: number;
  /** From the press on the device until one of its values has changed on the screen. */
  readonly movingMs: number;
}

async function signIn(browser: Browser, portal: Portal): Promise<SignIn> {
  const { rig, person, device } = portal;
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 1000 } })).newPage();
  try {
    await page.goto(rig.server.url);
    await page.locator('#landing-still').waitFor({ state: 'detached' });
    const form = page.locator('form').filter({ has: page.locator('input[type=password]') });
    await form.locator('input[name=username]').fill(person.email);
    await form.locator('input[type=password]').fill(person.password);
    const sitesMs = await timed(
      page,
      () => form.locator('button[type=submit]').click({ noWaitAfter: true }),
      `document.querySelector('main')?.textContent.includes(${JSON.stringify(rig.plant.site)})`,
    );
    await page.locator('main').getByText(rig.plant.site, { exact: true }).first().click();
    await page.waitForURL('**/devices**');
    const card = page.locator('main').getByText(device.title, { exact: true }).first();
    await card.waitFor();
    const movingMs = await timed(
      page,
      () => card.click({ noWaitAfter: true }),
      `(() => {
        const text = document.querySelector(${JSON.stringify(firstValue)})?.textContent;
        const before = window.benchValue ?? text;
        window.benchValue = before;
        return text !== undefined && text !== before;
      })()`,
    );
    return { sitesMs, movingMs };
  } finally {
    await page.context().close();
  }
}

/** Ms from the pointer's press in the page until the frame after `condition` holds. */
async function timed(page: Page, press: () => Promise<void>, condition: string): Promise<number> {
  await page.evaluate(
    "addEventListener('pointerdown', () => { window.benchPress = performance.now(); }, { capture: true, once: true })",
  );
  await press();
  const until = Number(await page.evaluate(frameAfter(condition)));
  return until - Number(await page.evaluate('window.benchPress'));
}

interface DrawnGraphs {
  readonly firstMs: number;
  /** All charts that fit the window. */
  readonly visibleMs: number;
}

async function drawGraphs(browser: Browser, portal: Portal): Promise<DrawnGraphs> {
  const page = await pageOf(browser, portal, true);
  try {
    await page.goto(`${portal.rig.server.url}/sites`);
    await page.locator('main h1').waitFor();
    await page.waitForTimeout(idleMs);
    const count = "document.getElementsByClassName('uplot').length";
    const link = page.getByRole('link', { name: 'Sensor Graphs' });
    const firstMs = await timed(page, () => link.click({ noWaitAfter: true }), `${count} > 0`);
    const rest = `(() => {
      const rows = [...document.querySelectorAll('.uplot')].map((one) => one.getBoundingClientRect());
      return rows.some(({ bottom }) => bottom >= innerHeight) || rows.length >= ${sensorCount};
    })()`;
    const until = Number(await page.evaluate(frameAfter(rest)));
    return { firstMs, visibleMs: until - Number(await page.evaluate('window.benchPress')) };
  } finally {
    await page.context().close();
  }
}

const middle = <T>(values: readonly T[], of: (value: T) => number): number => quantile(values.map(of), 0.5);
const ms = (value: number): string => `${value.toFixed(0)} ms`;
const kB = (bytes: number): string => `${(bytes / 1_000).toFixed(0)} kB`;

function rowsOf({ name, loads, signIns, graphs }: Portal): readonly Row[] {
  const first = [...loads].map(([path, times]): Row => {
    const shown = times[0]?.shownMs === null ? '' : `; data after ${ms(middle(times, (one) => one.shownMs ?? 0))}`;
    const bytes = `${kB(middle(times, (one) => one.scriptBytes))} of ${kB(middle(times, (one) => one.allBytes))}`;
    return {
      what: `first load of ${path} at 1.6 Mbit/s${name}: largest paint; script of all bytes`,
      value: `${ms(middle(times, (one) => one.largestPaintMs))}${shown}; ${bytes}`,
      aim: '',
    };
  });
  return [
    ...first,
    { what: `sign-in to the list of sites${name}`, value: ms(middle(signIns, (one) => one.sitesMs)), aim: '' },
    {
      what: `press on a device to a value that moved${name}`,
      value: ms(middle(signIns, (one) => one.movingMs)),
      aim: '',
    },
    { what: `press on graphs to the first chart${name}`, value: ms(middle(graphs, (one) => one.firstMs)), aim: '' },
    {
      what: `press on graphs to all charts of the window${name}`,
      value: ms(middle(graphs, (one) => one.visibleMs)),
      aim: '',
    },
  ];
}
