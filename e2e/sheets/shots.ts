import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api, closeTour } from '../harness/api.ts';
import { type Browser, openBrowser, openPage, type Page } from '../harness/browser.ts';
import { makeCollectors } from '../harness/dust-collectors.ts';
import { readPrintedQr } from '../harness/printed-qr.ts';
import { TocsinServer } from '../harness/server.ts';
import { type Look, looks, type Screen, screens, wallLook } from './screens.ts';
import { still } from './still.ts';
import { asWebp } from './webp.ts';

/**
 * Takes all screenshots of docs/screens/: `npm run shots`, or `npm run shots -- dashboard graphs` for some. It starts
 * its own demo and waits until its first bearing is hot, or uses a running demo with DEMO_URL and DEMO_DATA.
 * Uncompressed screenshots are in .cache/shots/.
 */
const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/screens');
const before = join(root, '.cache/shots');
const maxMb = 25;
/** In which everything happens in the demo once. */
const demoRoundMs = 20 * 60_000;

interface World {
  readonly url: string;
  readonly token: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly selectionOf: (device?: string) => string;
}

type Device = { readonly id: number; readonly title: string; readonly location: number };
type Listed<T> = { readonly results: readonly T[] };
type WithId = { readonly id: number };

const first = <T>(list: Listed<T>, what: string): T => {
  const [shown] = list.results;
  if (shown === undefined) throw new Error(`the demo has no ${what}`);
  return shown;
};

/** A user with an unused activation link. */
async function invite(api: Api, site: number, client: number): Promise<{ id: number; key: string }> {
  const created = await api.post<WithId & { readonly activation_key: string }>('users/', {
    full_name: 'Noah Whitfield',
    email: `noah.whitfield-${Date.now().toString(36)}@prairie.example`,
    company: 'Prairie Grain Co-op',
    phone: '+1 620 555 0199',
    address: '1 Elevator Road',
    client,
    location_access: [{ location_id: site, has_access: true, permission: 'Engineer' }],
  });
  return { id: created.id, key: created.activation_key };
}

async function lookAround(url: string, password: string): Promise<World> {
  const api = await Api.signIn(url, 'super@tocsin.example', password);
  const client = first(await api.get<Listed<WithId>>('clients/?search=Prairie'), 'client').id;
  api.selection = `${client},,`;
  const { results: devices } = await api.get<Listed<Device>>('devices/?limit=100');
  const named = (title: string): Device => first({ results: devices.filter((each) => each.title === title) }, title);
  const leg = named('Leg 1');
  const site = leg.location;
  api.selection = `${client},${site},${leg.id}`;
  const v2 = new Api(url, api.token);
  v2.selection = api.selection;
  const read = async <T>(path: string): Promise<T> => (await (await v2.send('GET', `../v2/${path}`)).json()) as T;
  type Tab = { readonly id: number; readonly machines: readonly { readonly id: number; readonly name: string }[] };
  type Schema = WithId & { readonly schema_tabs: readonly WithId[] };
  const schema = first(await read<Listed<Schema>>(`schemas/?location=${site}`), 'schema');
  const shown = first({ results: schema.schema_tabs }, 'tab');
  const { machines } = await read<Tab>(`tabs/${shown.id}/`);
  const machine = machines.find(({ name }) => /leg/i.test(name)) ?? machines[0];
  const f500 = named('Feed mill F500');
  // In a new demo, nodes may not have sent data yet.
  const choose = (node: string) =>
    api.send('POST', `graphs/device/${f500.id}/`, { action: 'append', graph_type: 'update_graphs_arrangement', node });
  const until = Date.now() + 60_000;
  for (const node of ['5', '12', '23'])
    while (!(await choose(node)).ok && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 1_000));
  const invited = await invite(api, site, client);
  const printed = await api.send('POST', `locations/${site}/labels/`, { format: 'a6', devices: [leg.id] });
  const label = readPrintedQr(Buffer.from(await printed.arrayBuffer())).split('/m/')[1] ?? '';
  return {
    url,
    token: api.token,
    values: {
      client,
      site,
      device: leg.id,
      pit: named('Receiving pit').id,
      f500: f500.id,
      user: invited.id,
      activation: invited.key,
      schema: schema.id,
      tab: shown.id,
      machine: machine?.id ?? 0,
      label,
      moment: Date.now() - 120_000,
    },
    selectionOf: (title) => {
      const device = title ? named(title) : leg;
      return `${client},${device.location},${device.id}`;
    },
  };
}

const addressOf = (world: World, screen: Screen): string =>
  world.url + screen.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(world.values[name]));

/** Waits until nothing is loading, for a few seconds at most because a live page is never idle. */
async function settle(page: Page): Promise<void> {
  await page
    .locator('h1, h2, [data-path], main canvas')
    .first()
    .waitFor({ timeout: 20_000 })
    .catch(() => undefined);
  await page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => undefined);
  await page
    .getByText(/^Loading\.\.\.$|^Reading history/)
    .first()
    .waitFor({ state: 'hidden', timeout: 40_000 })
    .catch(() => undefined);
  await page
    .waitForFunction(
      `document.querySelector('[class*="skeleton" i]') === null &&
        !/Connecting|Reading (what|history)|^Reading$/m.test(document.body.innerText)`,
      null,
      { timeout: 40_000 },
    )
    .catch(() => undefined);
  await page.waitForTimeout(1_500);
}

type Take = Look | 'wall';

/** Takes a screen in all looks: one page for both themes, and one for each other size. */
async function take(
  browser: Browser,
  world: World,
  screen: Screen,
  takes: readonly Take[],
  press: Page,
): Promise<void> {
  const [first] = takes;
  if (first === undefined) return;
  const visit = { url: world.url, token: world.token, selection: world.selectionOf(screen.device) };
  const page = await openPage(browser, { ...visit, ...(first === 'wall' ? wallLook : looks[first]) });
  try {
    if (screen.visitor) await page.addInitScript("localStorage.removeItem('token')");
    await page.goto(addressOf(world, screen));
    await settle(page);
    if (screen.click) await page.getByText(screen.click, { exact: true }).first().click();
    if (screen.awaits) await page.getByText(screen.awaits).first().waitFor({ timeout: demoRoundMs });
    if (screen.click || screen.awaits) await settle(page);
    for (const look of takes) {
      await page.emulateMedia({ colorScheme: look === 'dark' || look === 'wall' ? 'dark' : 'light' });
      await page.waitForTimeout(700);
      await keep(press, `${screen.name}-${look}`, await page.screenshot(still));
    }
  } finally {
    await page.context().close();
  }
}

async function keep(press: Page, name: string, png: Buffer): Promise<void> {
  writeFileSync(join(before, `${name}.png`), png);
  const webp = await asWebp(press, png);
  writeFileSync(join(folder, `${name}.webp`), webp);
  console.info(`${name}.webp ${(webp.length / 1000).toFixed(0)} kB`);
}

const takesOf = (screen: Screen): readonly (readonly Take[])[] => {
  if (screen.name === 'wall') return [['wall'], ['light'], ['phone']];
  if (screen.dialog) return [['light'], ['phone']];
  return [['light', 'dark'], ['tablet'], ...(screen.large ? [] : [['phone' as const]])];
};

function writeList(): void {
  const rows = screens.flatMap((screen) => {
    const taken = takesOf(screen)
      .flat()
      .filter((look) => existsSync(join(folder, `${screen.name}-${look}.webp`)));
    const links = taken.map((look) => `[${look}](${screen.name}-${look}.webp)`);
    return taken.length === 0 ? [] : [`| ${screen.about} | \`${screen.path}\` | ${links.join(', ')} |`];
  });
  const others = readdirSync(folder)
    .filter((file) => /\.(png|webp)$/.test(file) && !rows.some((row) => row.includes(`(${file})`)))
    .map((file) => `[${file.replace(/\.\w+$/, '').replaceAll('-', ' ')}](${file})`);
  const text = `# Every screen
Taken by \`npm run shots\` from the demo; what was found by looking at them is in [found-and-repaired.md](found-and-repaired.md), marks and clicks in [marks.md](marks.md), presses for the day's tasks in [presses.md](presses.md).

| Screen | Address | Pictures |
|---|---|---|
${rows.join('\n')}

Beside them, of what stands on no page by itself or is no screen: ${others.join(', ')}.
`;
  writeFileSync(join(folder, 'README.md'), text);
}

const sizeMb = (): number =>
  readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / 1_000_000;

/** Waits until the bearing of Leg 1 is in alarm. */
async function waitForAlarm(world: World): Promise<void> {
  const api = new Api(world.url, world.token);
  api.selection = world.selectionOf('Leg 1');
  const until = Date.now() + 10 * 60_000;
  while (Date.now() < until) {
    const { results } = await api.get<Listed<{ readonly device: string }>>(
      'notifications/?is_active=true&event_type=alarm_on&limit=5',
    );
    if (results.some(({ device }) => device === 'Leg 1')) return;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

/** The demo with a type of the client that 12 devices follow and from which two differ, until it is removed. */
async function withCollectors(world: World): Promise<World & { readonly remove: () => Promise<void> }> {
  const api = new Api(world.url, world.token);
  api.selection = world.selectionOf('Leg 1');
  const plant = { clientId: Number(world.values.client), siteId: Number(world.values.site) };
  const { type, collectors } = await makeCollectors(api, plant, 14, {
    url: world.url,
    code: `DUST-${Date.now() % 10_000}`,
  });
  const remove = async (): Promise<void> => {
    for (const { id } of collectors) await api.call('DELETE', `devices/${id}/`);
  };
  return { ...world, values: { ...world.values, type }, remove };
}

const words = process.argv.slice(2);
const looksWanted = words.filter((each) => each in looks);
const wanted = words.filter((each) => !(each in looks));
const server = process.env.DEMO_URL ? null : await TocsinServer.start({ demo: true });
const browser = await openBrowser();
try {
  mkdirSync(folder, { recursive: true });
  mkdirSync(before, { recursive: true });
  const dataDir = process.env.DEMO_DATA ?? server?.dataDir ?? '';
  const password = readFileSync(join(dataDir, 'demo-password.txt'), 'utf8').trim();
  const world = await lookAround(process.env.DEMO_URL ?? server?.url ?? '', password);
  const press = await (await browser.newContext()).newPage();
  await closeTour(new Api(world.url, world.token));
  if (server) await waitForAlarm(world);
  const failed: string[] = [];
  let types: Awaited<ReturnType<typeof withCollectors>> | null = null;
  const here = screens.filter(({ isElsewhere }) => !isElsewhere);
  for (const screen of here.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    if (screen.name.startsWith('device-type')) types ??= await withCollectors(world);
    else {
      await types?.remove();
      types = null;
    }
    const shown = types ?? world;
    // Without an alarm a wall does not show what it is for.
    if (screen.name === 'wall') await waitForAlarm(world);
    await Promise.all(
      takesOf(screen)
        .map((takes) => takes.filter((each) => looksWanted.length === 0 || looksWanted.includes(each)))
        .map((takes) =>
          take(browser, shown, screen, takes, press).catch((error: unknown) => {
            const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
            failed.push(`${screen.name}-${takes.join('-')}: ${why}`);
          }),
        ),
    );
  }
  await types?.remove();
  writeList();
  console.info(`docs/screens: ${sizeMb().toFixed(1)} MB`);
  if (failed.length > 0) console.error(failed.join('\n'));
  if (failed.length > 0 || sizeMb() > maxMb) process.exitCode = 1;
} finally {
  await browser.close();
  await server?.remove();
}
