import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { ingest } from '../harness/ingest.ts';
import { makePerson, makePlant, type Plant, type PlantDevice } from '../harness/plant.ts';
import { makeTab, publish } from '../harness/schema.ts';
import { cutTexts, focusFaults, headingsOf, overhang, withTextSpacing } from '../harness/wcag.ts';
import { iconNames, targetFaults } from '../harness/wcag-see.ts';
import { entriesOf, inputFaults, keptBesides, nameFaults, pressFaults, tabFaults } from '../harness/wcag-use.ts';
import { baseUrl } from '../harness/where.ts';
import { screens } from '../sheets/screens.ts';

/** Drawings and their editor have two dimensions; a wall display is large. */
const isTwoDimensional = (path: string): boolean => /\/(tabs|film|wall)/.test(path);
const paths = [...new Set(screens.filter(({ visitor }) => !visitor).map(({ path }) => path))];
const visited = screens.filter(({ visitor }) => visitor).map(({ path }) => path);
/** The pages are split into this number of journeys, which run in parallel. */
const shares = 4;

type Values = Readonly<Record<string, string | number>>;

/** Creates a plant with an active alarm, for the banner, and with the objects in the pages' addresses. */
async function furnish(
  api: Parameters<typeof makePlant>[0],
): Promise<{ plant: Plant; leg: PlantDevice; values: Values }> {
  const plant = await makePlant(api, [
    { title: 'Leg 1', type: '0300' },
    { title: 'Feed mill F500', type: 'F500' },
  ]);
  const [leg, mill] = plant.devices;
  if (!leg || !mill) throw new Error('no device');
  const sensors = [
    { id: '4000', name: 'Head bearing left', type: 'NUMERIC', unit: 'C' },
    { id: '4001', name: 'Head bearing right', type: 'NUMERIC', unit: 'C' },
  ];
  await ingest(leg, 'birth', { ts: Date.now(), groups: [{ id: '4', name: 'Bearings', sensors }] });
  await ingest(leg, 'data', { ts: Date.now(), seq: 0, v: [90, 40], alarm: [0], state: { 0: 'Absolute' } });
  const person = await makePerson(api, plant, 'Engineer');
  const tab = await makeTab(api, plant, 'North', 'Ground', [
    { id: 'm1', type: 'bucket-elevator', name: 'Leg 1', x: 100, y: 100, firstSensor: '4.4000' },
  ]);
  await publish(api, tab.schema);
  const values = {
    client: plant.clientId,
    site: plant.siteId,
    device: leg.id,
    f500: mill.id,
    user: person.id,
    schema: tab.schema,
    tab: tab.id,
    machine: tab.machines[0]?.id ?? 0,
    moment: Date.now(),
    activation: 'none',
  };
  return { plant, leg, values };
}

/**
 * What `look` finds once the page has settled: under load lists, bars and dialogs still come after the network is quiet,
 * so a look that finds something is repeated.
 */
async function settled(page: Page, look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  let found = await look();
  for (let i = 0; i < 100 && found.length > 0; i++) {
    await page.waitForTimeout(100);
    found = await look();
  }
  return found;
}

/** The session, and settings of the page; nothing of the plant. */
const known =
  /^(token|client|offset|timescale|error_message|2fa_(required|verified)|alarm_sound|recent_places|log_(clock|view)|graph_values|graphs_packed|language|signed_out|wall_hours|session_used_at|theme|letter_keys|selection|tsr-scroll-.*|list:.*|hidden-graphs-\d+|draft:.*)$/;

const portrait = { width: 390, height: 844 };
const landscape = { width: 844, height: 390 };

/** What the pages of a journey have in common. */
interface Seen {
  /** The entries of the sidebar. */
  entries: readonly string[];
  /** The icons of buttons without a text, by their names. */
  readonly icons: Map<string, { readonly icon: string; readonly pattern: string }>;
}
type Note = (what: string, look: () => Promise<readonly string[]>) => Promise<void>;

const operatorEntry = '/oem/setting';

/** The sidebar, equal on every page, and what equal names stand for. */
async function lookAtEqualThings(page: Page, pattern: string, seen: Seen, note: Note): Promise<void> {
  await note('icon', async () => {
    const faults: string[] = [];
    for (const [name, icon] of await iconNames(page)) {
      const first = seen.icons.get(name) ?? { icon, pattern };
      seen.icons.set(name, first);
      if (first.icon !== icon) faults.push(`${name} has another one at ${first.pattern}`);
    }
    return faults;
  });
  if (visited.includes(pattern)) return;
  await note('kept', () => keptBesides(page, known));
  await note('entries', async () => {
    const now = await entriesOf(page);
    if (now.length === 0) return [];
    if (!now.some((entry) => entry.startsWith(operatorEntry))) return [`incomplete: ${now}`];
    if (seen.entries.length === 0) seen.entries = now;
    const menus = await page.locator('button[aria-haspopup=menu]').filter({ visible: true }).count();
    return [
      ...(String(now) === String(seen.entries) ? [] : [String(now)]),
      ...(menus > 0 ? [] : ['no menu with Logout']),
    ];
  });
}

/** The page on a phone, in both orientations and at the narrowest. */
async function lookAtSmallSizes(page: Page, pattern: string, note: Note): Promise<void> {
  if (!isTwoDimensional(pattern)) await note('cut', () => withTextSpacing(page, () => cutTexts(page)));
  await page.setViewportSize(portrait);
  await note('target on a phone', () => targetFaults(page));
  if (isTwoDimensional(pattern)) return;
  // Headings with a time or a number change, so each look compares both orientations anew.
  await note('missing when turned', async () => {
    await page.setViewportSize(portrait);
    const upright = await headingsOf(page);
    await page.setViewportSize(landscape);
    const turned = await headingsOf(page);
    return upright.filter((heading) => !turned.includes(heading));
  });
  await page.setViewportSize({ width: 320, height: 800 });
  await note('320 px', () => overhang(page));
  await note('320 px with wide spacing', () => withTextSpacing(page, () => overhang(page)));
  await page.keyboard.press('Tab');
  await note('focus at 320 px', () => focusFaults(page));
}

// meets: wcag-2.2-aa 1.3.4, 1.4.10, 2.4.7, 2.4.11
// meets: wcag-2.2-aa 2.5.8, 3.2.4
// meets: wcag-2.2-aa 2.1.2, 2.5.2, 2.5.3, 3.2.1, 3.2.2, 3.2.3
// meets: owasp-asvs-5 V7.4.4, V14.3.3
test.describe('every page but drawings and walls can be read with wide spacing, at 320 px and turned, and each shows the focus', () => {
  for (let share = 0; share < shares; share++)
    test(`share ${share + 1} of ${shares}`, async ({ api, page }) => {
      const { plant, leg, values } = await furnish(api);
      const selection = `${plant.clientId},${plant.siteId},${leg.id}`;
      await page.addInitScript(`
      sessionStorage.setItem('selection', ${JSON.stringify(selection)});
      if (${JSON.stringify(visited)}.includes(location.pathname + location.hash)) localStorage.removeItem('token');
      else localStorage.setItem('token', ${JSON.stringify(api.token)});
    `);
      const faults: string[] = [];
      const seen: Seen = { entries: [], icons: new Map() };
      const mine = [...paths, ...visited].filter((_, n) => n % shares === share);
      for (const pattern of mine)
        await test.step(pattern, async () => {
          const note: Note = async (what, look) => {
            const found = await settled(page, look);
            faults.push(...found.map((fault) => `${pattern}, ${what}: ${fault}`));
          };
          await page.setViewportSize({ width: 1280, height: 900 });
          const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
          await page.goto('about:blank');
          await page.goto(baseUrl() + path);
          await expect(page.locator('#root :is(h1, h2, a, canvas)').filter({ visible: true }).first()).toBeVisible();
          await expect(page.getByText('Loading...')).toHaveCount(0);
          // An earlier address has led to its tab.
          await page.waitForLoadState('networkidle');
          await page.addStyleTag({ content: '*, *::before, *::after { transition: none !important }' });
          await page.keyboard.press('Tab');
          await note('focus', () => focusFaults(page));
          await note('name', () => nameFaults(page));
          await note('press', () => pressFaults(page));
          await note('input', () => inputFaults(page));
          await note('Tab', () => tabFaults(page));
          await lookAtEqualThings(page, pattern, seen, note);
          await lookAtSmallSizes(page, pattern, note);
        });
      expect(faults).toEqual([]);
    });
});
