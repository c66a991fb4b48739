import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { selectionOf } from '@tocsin/e2e/browser';
import { findChromium } from '@tocsin/e2e/find-chromium';
import { type Bench, quantile, type Row } from './bench.ts';
import { createFrameTexts } from './load.ts';
import { type BenchPortal, openPortals } from './portals.ts';
import type { Rig } from './rig.ts';

const rounds = 3;
const frameMs = 2_000;
const leastScore = 95;
/** The landing page is the page of sign-in too. */
const landing = '/';
const signedIn = ['/sites', '/devices', '/dashboard', '/graphs', '/notifications/all', '/analytics', '/user/setting'];

/** A folder in which `npm install lighthouse` was run: the portal itself does not need its 200 packages. */
const folder = process.env.TOCSIN_LIGHTHOUSE;

/** What this bench needs of lighthouse and of the puppeteer that lighthouse brings. */
interface LighthousePage {
  evaluateOnNewDocument(script: string): Promise<unknown>;
  close(): Promise<void>;
}
interface LighthouseBrowser {
  newPage(): Promise<LighthousePage>;
  close(): Promise<void>;
}
interface Puppeteer {
  launch(options: { readonly executablePath: string; readonly args: readonly string[] }): Promise<LighthouseBrowser>;
}
type Lighthouse = (
  url: string,
  flags: { readonly onlyCategories: readonly string[]; readonly logLevel: string },
  config: undefined,
  page: LighthousePage,
) => Promise<{ readonly lhr: { readonly categories: { readonly performance: { readonly score: number | null } } } }>;

interface Portal extends BenchPortal {
  readonly scores: Map<string, number[]>;
  readonly sending: ReturnType<typeof setInterval>;
}

/**
 * Lighthouse's performance score of pages with its own settings (a phone on a slow line with a quarter of the
 * processor), and of an earlier version in turns if TOCSIN_EARLIER names its folder. Left out without TOCSIN_LIGHTHOUSE.
 */
export const bench: Bench = {
  name: 'lighthouse',
  async run() {
    if (folder === undefined) {
      console.info('  TOCSIN_LIGHTHOUSE names no folder with lighthouse: left out');
      return [];
    }
    const { default: lighthouse } = await imported<Lighthouse>(folder, 'lighthouse/core/index.js');
    const { default: puppeteer } = await imported<Puppeteer>(
      folder,
      'puppeteer-core/lib/esm/puppeteer/puppeteer-core.js',
    );
    const portals = (await openPortals()).map(withFrames);
    const browser = await puppeteer.launch({
      executablePath: await findChromium(),
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
    try {
      for (let round = 0; round < rounds; round++)
        for (const path of [landing, ...signedIn])
          for (const { rig, scores } of portals) {
            const page = await browser.newPage();
            await page.evaluateOnNewDocument(path === landing ? signedOut : signedInOn(rig));
            const flags = { onlyCategories: ['performance'], logLevel: 'error' };
            const { lhr } = await lighthouse(`${rig.server.url}${path}`, flags, undefined, page);
            await page.close();
            const score = Math.round((lhr.categories.performance.score ?? 0) * 100);
            scores.set(path, [...(scores.get(path) ?? []), score]);
          }
      return portals.flatMap(rowsOf);
    } finally {
      await browser.close();
      for (const { sending, rig } of portals) {
        clearInterval(sending);
        await rig.remove();
      }
    }
  },
};

const imported = async <T>(folder: string, path: string): Promise<{ readonly default: T }> =>
  (await import(pathToFileURL(join(folder, 'node_modules', path)).href)) as { default: T };

/** The device sends a frame each two seconds. */
function withFrames(portal: BenchPortal): Portal {
  const { rig, device } = portal;
  const text = createFrameTexts(1, 'compact');
  const sending = setInterval(() => void rig.post(device, 'data', text(Date.now())), frameMs);
  return { ...portal, sending, scores: new Map() };
}

const signedOut = 'localStorage.clear(); sessionStorage.clear();';
/** Runs before the page's own scripts: the session and the selection, where the page reads them. */
const signedInOn = ({ api, plant, devices }: Rig): string => `
  localStorage.setItem('token', ${JSON.stringify(api.token)});
  sessionStorage.setItem('selection', ${JSON.stringify(selectionOf(plant, devices[0]))});`;

const rowsOf = ({ name, scores }: Portal): readonly Row[] =>
  [...scores].map(([path, all]): Row => {
    const usual = quantile(all, 0.5);
    const what = `performance of ${path}${name}: median of ${all.length}`;
    if (path !== landing || name !== '') return { what, value: `${usual} (${all.join(', ')})`, aim: '' };
    return {
      what,
      value: `${usual} (${all.join(', ')})`,
      aim: `at least ${leastScore}`,
      met: usual >= leastScore,
    };
  });
