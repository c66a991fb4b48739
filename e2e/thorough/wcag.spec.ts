import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { ingest } from '../harness/ingest.ts';
import { makePerson, makePlant, type Plant, type PlantDevice } from '../harness/plant.ts';
import { makeTab, publish } from '../harness/schema.ts';
import { cutTexts, focusFaults, headingsOf, overhang, withTextSpacing } from '../harness/wcag.ts';
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

/** What `look` finds once the page has adapted to its new size. */
async function settled(page: Page, look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  let found = await look();
  for (let i = 0; i < 20 && found.length > 0; i++) {
    await page.waitForTimeout(100);
    found = await look();
  }
  return found;
}

/** The session, and settings of the page; nothing of the plant. */
const known =
  /^(token|client|offset|timescale|error_message|2fa_(required|verified)|alarm_sound|recent_places|log_(clock|view)|graph_values|graphs_packed|language|signed_out|wall_hours|theme|letter_keys|selection|tsr-scroll-.*|list:.*|hidden-graphs-\d+|draft:.*)$/;

const portrait = { width: 390, height: 844 };
const landscape = { width: 844, height: 390 };

// meets: wcag-2.2-aa 1.3.4, 1.4.10, 2.4.7, 2.4.11
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
      let entries: readonly string[] = [];
      const mine = [...paths, ...visited].filter((_, n) => n % shares === share);
      for (const pattern of mine)
        await test.step(pattern, async () => {
          const note = (what: string, found: readonly string[]) =>
            faults.push(...found.map((fault) => `${pattern}, ${what}: ${fault}`));
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
          note('focus', await focusFaults(page));
          note('name', await nameFaults(page));
          note('press', await pressFaults(page));
          note('input', await inputFaults(page));
          note('Tab', await tabFaults(page));
          if (!visited.includes(pattern)) {
            note('kept', await keptBesides(page, known));
            const now = await entriesOf(page);
            if (entries.length === 0) entries = now;
            if (now.length > 0) {
              note('entries', String(now) === String(entries) ? [] : [String(now)]);
              const menus = await page.locator('button[aria-haspopup=menu]').filter({ visible: true }).count();
              note('menu with Logout', menus > 0 ? [] : ['missing']);
            }
          }
          if (isTwoDimensional(pattern)) return;
          note('cut', await withTextSpacing(page, () => cutTexts(page)));
          await page.setViewportSize({ width: 320, height: 800 });
          note('320 px', await settled(page, () => overhang(page)));
          note('320 px with wide spacing', await withTextSpacing(page, () => settled(page, () => overhang(page))));
          await page.keyboard.press('Tab');
          note('focus at 320 px', await focusFaults(page));
          await page.setViewportSize(portrait);
          const upright = await headingsOf(page);
          await page.setViewportSize(landscape);
          const missing = async () => {
            const now = await headingsOf(page);
            return upright.filter((heading) => !now.includes(heading));
          };
          note('missing when turned', await settled(page, missing));
        });
      expect(faults).toEqual([]);
    });
});
