import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from './find-chromium.ts';
import type { Plant, PlantDevice } from './plant.ts';

/** Starts a Chromium for measurements and screenshots, the same one as for the journeys. */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  return await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...args],
  });
}

export interface Visit {
  readonly url: string;
  readonly token: string;
  /** `client,site,device`. */
  readonly selection: string;
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  readonly phone?: boolean;
}

/** Opens a page as a signed-in user with this selection. */
export async function openPage(browser: Browser, visit: Visit): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: visit.width ?? 1440, height: visit.height ?? 1000 },
    colorScheme: visit.dark ? 'dark' : 'light',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    ...(visit.phone ? { hasTouch: true, isMobile: true } : {}),
  });
  // Browsers of phones read QR codes; the headless shell does not.
  if (visit.phone) await context.addInitScript('window.BarcodeDetector ??= class {}');
  await context.addInitScript(`
    localStorage.setItem('token', ${JSON.stringify(visit.token)});
    if (!sessionStorage.getItem('selection')) sessionStorage.setItem('selection', ${JSON.stringify(visit.selection)});
  `);
  return await context.newPage();
}

/** The selection of a plant, and optionally of a device, as `client,site,device`. */
export const selectionOf = (plant: Plant, device?: PlantDevice): string =>
  `${plant.clientId},${plant.siteId},${device?.id ?? ''}`;

export interface PageMetrics {
  /** CPU time of the page's main thread in seconds. */
  readonly taskS: number;
  readonly heapBytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** Reads page metrics from the DevTools protocol, with CPU time from the thread's clock. */
export class Meter {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<Meter> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new Meter(session);
  }

  /** With `collected`, reads after a forced garbage collection. */
  async read(collected = false): Promise<PageMetrics> {
    if (collected) for (let i = 0; i < 3; i++) await this.#session.send('HeapProfiler.collectGarbage');
    const { metrics } = await this.#session.send('Performance.getMetrics');
    const byName = new Map(metrics.map(({ name, value }) => [name, value]));
    const of = (name: string): number => byName.get(name) ?? Number.NaN;
    return {
      taskS: of('TaskDuration'),
      heapBytes: of('JSHeapUsedSize'),
      nodes: of('Nodes'),
      listeners: of('JSEventListeners'),
    };
  }
}

export type { Browser, Page } from '@playwright/test';
