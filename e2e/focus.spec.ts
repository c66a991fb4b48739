import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { enter } from './harness/enter.ts';
import { makePerson, makePlant } from './harness/plant.ts';

/** More would only repeat what stands on other pages. */
const mostStops = 30;

/** Pages of people, by address; `{site}` and `{device}` are those of the plant. */
const paths = [
  '/sites',
  '/sites/add/site',
  '/sites/edit/{site}',
  '/sites/{site}/proof-tests',
  '/sites/{site}/handover',
  '/sites/{site}/moment',
  '/sites/{site}/wall',
  '/devices',
  '/devices/add/device',
  '/devices/edit/device/{device}',
  '/dashboard',
  '/dashboard?maintenance=true',
  '/dashboard/historical',
  '/dashboard/edit/warnings',
  '/dashboard/edit/sensor/names',
  '/graphs',
  '/notifications/all',
  '/analytics',
  '/on-call',
  '/shelves',
  '/out-of-service',
  '/user/setting',
  '/user/setting/notification',
  '/help',
] as const;

/** What has the focus without looking any different, or null: it looks different, or nothing has the focus. */
const unseenFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const chain: Element[] = [];
    for (let each: Element | null = element; each !== null && chain.length < 5; each = each.parentElement)
      chain.push(each);
    const look = (): string =>
      chain
        .flatMap((each) => [undefined, '::after', '::before'].map((pseudo) => getComputedStyle(each, pseudo)))
        .map((style) => [style.outline, style.boxShadow, style.borderColor, style.backgroundColor].join())
        .join('\n');
    const focused = look();
    element.blur();
    const blurred = look();
    element.focus({ focusVisible: true } as FocusOptions);
    return focused === blurred ? element.outerHTML.slice(0, 200) : null;
  });

// meets: wcag-2.2-aa 2.4.7
test('whatever the Tab key reaches shows that it has the focus, on every page', async ({ api, page }) => {
  test.slow();
  const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
  const [device] = plant.devices;
  if (!device) throw new Error('no device');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await enter(page, await makePerson(api, plant, 'Manager'), plant);
  for (const path of paths) {
    await page.goto(path.replace('{site}', String(plant.siteId)).replace('{device}', String(device.id)));
    await expect(page.locator('main')).toBeVisible();
    await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0);
    await page.addStyleTag({ content: '*, *::before, *::after { transition: none !important; }' });
    let stops = 0;
    for (; stops < mostStops; stops++) {
      await page.keyboard.press('Tab');
      expect(await unseenFocus(page), path).toBeNull();
    }
  }
});
