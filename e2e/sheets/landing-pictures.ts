import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { Api } from '../harness/api.ts';
import { TocsinServer } from '../harness/server.ts';
import { asWebp } from './webp.ts';

/**
 * Takes the landing page's screenshots from the demo in both themes: `npm run landing-pictures`. It starts its own demo
 * and waits for the alarm of the hot bearing, which takes a few minutes.
 */
const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];
/** Displayed size in px; screenshots have twice the size. */
const size = { width: 440, height: 260 } as const;
const folder = join(import.meta.dirname, '../../web/public/pictures');

interface Shot {
  readonly id: string;
  readonly path: string;
  readonly width: number;
  /** The element in the screenshot's upper left corner. */
  readonly from: (page: Page) => Locator;
  readonly by?: { readonly x: number; readonly y: number };
  /** Signs in as operator staff, for pages that require the role. */
  readonly asStaff?: boolean;
  /** The screenshot ends at this element's edge. */
  readonly toRight?: boolean;
  /** Width of the page area, if larger than the displayed size. */
  readonly across?: number;
  readonly before?: (page: Page) => Promise<void>;
}

const shots: readonly Shot[] = [
  {
    id: 'real-time',
    path: '/dashboard',
    width: 1240,
    from: (page) => page.locator('[data-path$="4.4000"]').first(),
    by: { x: -10, y: -34 },
  },
  {
    id: 'trending',
    path: '/graphs/4.4000',
    width: 640,
    from: (page) => page.locator('main canvas').first(),
    by: { x: 0, y: -74 },
    toRight: true,
    before: (page) => page.getByText('1 HR', { exact: true }).first().click(),
    across: 540,
  },
  {
    id: 'log',
    path: '/notifications/all',
    width: 1300,
    from: (page) => page.locator('main table').getByRole('columnheader', { name: 'Device' }),
    before: (page) => page.getByText('Historical', { exact: true }).first().click(),
    across: 600,
  },
  {
    id: 'analytics',
    path: '/analytics',
    width: 720,
    from: (page) => page.locator('main canvas, main svg[role=img]').first(),
    asStaff: true,
  },
];

async function keep(page: Page, id: string, theme: Theme, png: Buffer): Promise<void> {
  const webp = await asWebp(page, png);
  writeFileSync(join(folder, `${id}-${theme}.webp`), webp);
  console.info(`${id}-${theme}.webp ${(webp.length / 1000).toFixed(1)} kB`);
}

interface Screen {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly scale: number;
}
const signedIn = async (browser: Browser, api: Api, theme: Theme, { viewport, scale }: Screen) => {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: scale,
    colorScheme: theme,
    timezoneId: 'America/Chicago',
    locale: 'en-US',
  });
  const [token, selection] = [JSON.stringify(api.token), JSON.stringify(api.selection)];
  await context.addInitScript(
    `localStorage.setItem('token', ${token}); sessionStorage.setItem('selection', ${selection});`,
  );
  return context;
};

async function takeScreen(browser: Browser, url: string, api: Api, theme: Theme, shot: Shot): Promise<void> {
  const width = shot.across ?? size.width;
  const scale = (2 * size.width) / width;
  const area = { width, height: Math.round((size.height * width) / size.width) };
  const context = await signedIn(browser, api, theme, { viewport: { width: shot.width, height: 1600 }, scale });
  const page = await context.newPage();
  await page.goto(url + shot.path);
  await shot.before?.(page);
  const from = shot.from(page);
  await from.waitFor({ timeout: 60_000 });
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForTimeout(3_000);
  const box = await from.boundingBox();
  if (!box) throw new Error(`${shot.id}: the element is not visible`);
  const left = shot.toRight ? box.x + box.width - width : box.x;
  const corner = { x: Math.max(0, left + (shot.by?.x ?? 0)), y: Math.max(0, box.y + (shot.by?.y ?? 0)) };
  await keep(page, shot.id, theme, await page.screenshot({ clip: { ...corner, ...area }, animations: 'disabled' }));
  await context.close();
}

/** Takes the e-mail of the alarm as an e-mail program shows it in this theme. */
async function takeMail(browser: Browser, api: Api, theme: Theme): Promise<void> {
  const { results } = await api.get<{ results: { id: number }[] }>('oem/mailbox/?search=alarm&limit=1');
  const mail = await api.get<{ html: string }>(`oem/mailbox/${results[0]?.id}/`);
  const context = await browser.newContext({ viewport: size, deviceScaleFactor: 2, colorScheme: theme });
  const page = await context.newPage();
  await page.setContent(mail.html);
  await keep(page, 'mail', theme, await page.screenshot());
  await context.close();
}

/** Takes two phones side by side. */
async function takePhones(browser: Browser, url: string, api: Api, theme: Theme): Promise<void> {
  const context = await signedIn(browser, api, theme, { viewport: { width: 390, height: 560 }, scale: 2 });
  const page = await context.newPage();
  const pictures: string[] = [];
  for (const path of ['/dashboard', '/graphs']) {
    await page.goto(url + path);
    await page.locator('main canvas').first().waitFor({ timeout: 60_000 });
    await page.waitForTimeout(3_000);
    pictures.push((await page.screenshot()).toString('base64'));
  }
  const [ground, edge] = theme === 'light' ? ['#e9eced', '#434d52'] : ['#0f1213', '#6b757a'];
  await page.setViewportSize(size);
  await page.goto('about:blank');
  await page.setContent(
    `<body style="margin:0;background:${ground};display:flex;gap:24px;padding:24px 28px;overflow:hidden">${pictures
      .map(
        (png) =>
          `<img src="data:image/png;base64,${png}" style="width:178px;height:256px;border:5px solid ${edge};border-radius:22px;flex:none">`,
      )
      .join('')}</body>`,
  );
  await keep(page, 'cost', theme, await page.screenshot());
  await context.close();
}

type Event = { readonly id: number };
const server = process.env.DEMO_URL ? null : await TocsinServer.start({ demo: true });
const url = process.env.DEMO_URL ?? server?.url ?? '';
const dataDir = process.env.DEMO_DATA ?? server?.dataDir ?? '';
const password = readFileSync(join(dataDir, 'demo-password.txt'), 'utf8').trim();
const system = '/usr/bin/chromium';
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(existsSync(system) ? { executablePath: system } : {}),
});
try {
  mkdirSync(folder, { recursive: true });
  const person = await Api.signIn(url, 'june.albright@prairie.example', password);
  const staff = await Api.signIn(url, 'super@tocsin.example', password);
  type Device = { id: number; title: string; location: { id: number; client: number } };
  const { results: devices } = await person.get<{ results: Device[] }>('devices/all/');
  const leg = devices.find((device) => device.title === 'Leg 1');
  if (!leg) throw new Error('the demo has no Leg 1');
  const me = await person.get<{ current_client: { id: number } }>('me/');
  person.selection = `${me.current_client.id},${leg.location.id},${leg.id}`;
  const only = process.argv.slice(2);
  const wanted = (id: string): boolean => only.length === 0 || only.includes(id);
  // Take live pages while the bearing is hot.
  const until = Date.now() + 25 * 60_000;
  while (wanted('real-time') || wanted('cost')) {
    const { results } = await person.get<{ results: Event[] }>(
      `notifications/?device=${leg.id}&event_type=alarm_on&is_active=true&limit=1`,
    );
    if (results.length > 0) break;
    if (Date.now() > until) throw new Error('the demo raised no alarm');
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
  staff.selection = person.selection;
  const [present, ...past] = shots;
  const take = async (shot: Shot | undefined): Promise<void> => {
    for (const theme of themes)
      if (shot && wanted(shot.id)) await takeScreen(browser, url, shot.asStaff ? staff : person, theme, shot);
  };
  await take(present);
  for (const theme of themes) if (wanted('cost')) await takePhones(browser, url, person, theme);
  for (const shot of past) await take(shot);
  for (const theme of themes) if (wanted('mail')) await takeMail(browser, staff, theme);
} finally {
  await browser.close();
  await server?.remove();
}
