import { expect, test } from '../fixtures.ts';
import { setWarnings } from '../harness/plant.ts';
import { baseUrl } from '../harness/where.ts';
import { DashboardPage } from '../pages/dashboard.ts';
import { chooseLanguage } from '../pages/language.ts';

/** English words that German does not have. */
const english =
  /\b(?:the|of|and|are|were|have|with|without|since|until|this|that|these|been|would|should|nobody|somebody|above|below|days|hours|received|cleared|overdue|warning|rule|add|sensor's|wrong|passed|armed|started)\b/i;

/** The texts of the page; what people wrote is in English in this plant and is left out. */
const englishOn = `[...document.querySelectorAll('main *, [role=alert], header *')]
  .filter((element) => element.children.length === 0 && element.checkVisibility())
  .map((element) => element.textContent.trim())`;

test('German pages have no English sentence', async ({ livePlant, enterAs, page, api }) => {
  const plant = await livePlant([
    { title: 'Elevator 1', type: '0300' },
    { title: 'Grube', type: '0005' },
  ]);
  const [leg] = plant.live;
  const [device] = plant.devices;
  if (!device) throw new Error('no device');
  await setWarnings(api, device, [{ sensor_id: '4.4000', sign: '>', value: 10, delay_seconds: 0 }]);
  await enterAs(plant, 'Manager');
  const dashboard = new DashboardPage(page);
  const sentences = async (): Promise<readonly string[]> => {
    const texts = (await page.evaluate(englishOn)) as readonly string[];
    return texts.filter((text) => english.test(text));
  };
  // The words find sentences where they are.
  await dashboard.open(plant, device, '/protection');
  await expect.poll(async () => (await sentences()).length).toBeGreaterThan(3);
  await page.goto(`${baseUrl()}/sites`);
  await chooseLanguage(page, 'Language', 'Deutsch');
  await expect(page.getByRole('combobox', { name: 'Sprache' })).toBeVisible();
  leg?.hold('3.3000', 0);
  const site = plant.siteId;
  const found: string[] = [];
  // Sentences that the server wrote in English, and that appear when the plant has sent for a while.
  const said = new Map([
    ['/notifications/all', 'Über 10 °C'],
    ['/protection', 'Fügen Sie eine Warnregel hinzu.'],
  ]);
  for (const path of [
    '/sites',
    '/devices',
    '/dashboard',
    '/notifications/all',
    '/protection',
    '/protection?view=hours',
    '/shelves',
    '/out-of-service',
    '/who-is-notified',
    '/on-call',
    '/policies',
    '/user/setting/notification',
    '/my-notifications',
    '/maintenance-tasks',
    `/sites/${site}/proof-tests`,
    `/sites/${site}/rounds`,
    `/sites/${site}/handover`,
    `/sites/${site}/alarm-register`,
    `/sites/${site}/moment`,
    '/dashboard/edit/warnings',
    '/dashboard/edit/sensor/responses',
    '/graphs',
    '/dashboard/historical',
    '/dashboard/bearings',
    '/analytics',
  ]) {
    await dashboard.open(plant, device, path);
    await expect(page.getByRole('main')).toContainText(/\p{L}{3}/u);
    await expect(page.locator('[role=status][aria-label^="Lä"]')).toHaveCount(0);
    const awaited = said.get(path);
    if (awaited !== undefined) await expect(page.getByRole('main').getByText(awaited).first()).toBeVisible();
    for (const text of await sentences()) found.push(`${path}: ${text}`);
  }
  expect([...new Set(found)]).toEqual([]);
});
