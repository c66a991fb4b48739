import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Plant } from './harness/plant.ts';
import { baseUrl } from './harness/where.ts';

/** Pages of each kind: a list, a form, a device, the account, the log. */
const pathsOf = (plant: Plant): readonly string[] => [
  '/sites',
  `/sites/edit/${plant.siteId}`,
  `/dashboard/${plant.devices[0]?.id}`,
  '/user/setting',
  '/notifications',
  '/audit',
];
const device = { title: 'Leg 1', type: '0300' } as const;

/** Opens a page and waits for its heading. */
const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${baseUrl()}${path}`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
};

interface Focused {
  readonly name: string;
  /** How often it has had the focus. */
  readonly times: number;
  readonly isShown: boolean;
  readonly isCovered: boolean;
}
/** What has the focus: its name, whether it shows that, and whether anything covers it; null: the page itself. */
const focused = (page: Page) =>
  page.evaluate<Focused | null>(`(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return null;
    const times = Number(element.getAttribute('data-seen') ?? 0) + 1;
    element.setAttribute('data-seen', String(times));
    const isMarked = (one) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    };
    // A field inside a box that is drawn around it, such as a list of options, shows the focus on the box.
    const parent = element.parentElement;
    const around = [element, parent, parent?.parentElement, element.nextElementSibling].filter((one) => one);
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    const isCovered = at !== null && !parent.contains(at) && !at.contains(element);
    const text = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
    return { name: element.tagName + ' ' + text, times, isShown: around.some(isMarked), isCovered };
  })()`);

/** Texts that are cut off below. */
const cutTexts = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main :is(button, a, label, th, h1, h2, p)')]
    .filter((one) => one.offsetParent !== null && /hidden|clip/.test(getComputedStyle(one).overflowY))
    .filter((one) => one.scrollHeight > one.clientHeight + 2)
    .map((one) => one.tagName + ' ' + one.textContent.slice(0, 40))`);

/** Buttons and links whose name does not contain the text that they show. */
const misnamed = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll(':is(button, a)[aria-label]')]
    .filter((one) => one.offsetParent !== null && one.innerText.trim() !== '')
    .map((one) => [one.getAttribute('aria-label'), one.innerText.trim().split('\\n')[0]])
    .filter(([name, text]) => !name.toLowerCase().includes(text.toLowerCase()))
    .map(([name, text]) => text + ' is named ' + name)`);

// meets: wcag-2.2-aa 2.1.2, 2.4.7, 2.4.11, 3.2.1
test('the focus goes through every page by Tab, is seen, is not covered, and changes nothing by arriving', async ({
  page,
  livePlant,
  enterAs,
}) => {
  const plant = await livePlant([device]);
  await enterAs(plant, 'account manager');
  for (const path of pathsOf(plant)) {
    await open(page, path);
    const where = page.url();
    const wrong: string[] = [];
    let steps = 0;
    for (let isThrough = false; !isThrough; steps++) {
      await page.keyboard.press('Tab');
      const now = await focused(page);
      // Past the last element the browser's own frame has the focus, or the first element again.
      isThrough = steps > 0 && (now === null || now.times > 1);
      if (now === null || now.times > 1) continue;
      if (!now.isShown) wrong.push(`no focus seen: ${now.name}`);
      if (now.isCovered) wrong.push(`covered: ${now.name}`);
    }
    expect(wrong, path).toEqual([]);
    expect(steps, path).toBeGreaterThan(5);
    expect(page.url()).toBe(where);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

// meets: wcag-2.2-aa 1.4.12
test('no text is cut off with the spacing that readers may set', async ({ page, livePlant, enterAs }) => {
  const plant = await livePlant([device]);
  await enterAs(plant, 'account manager');
  for (const path of pathsOf(plant)) {
    await open(page, path);
    const before = await cutTexts(page);
    await page.addStyleTag({
      content:
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    });
    const added = (await cutTexts(page)).filter((one) => !before.includes(one));
    expect(added, path).toEqual([]);
    const isWider = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
    expect(isWider, path).toBe(false);
  }
});

// meets: wcag-2.2-aa 1.3.4, 2.5.3, 3.2.3
test('pages work upright and lying, keep their menu in one order, and are named by what they show', async ({
  page,
  livePlant,
  enterAs,
}) => {
  const plant = await livePlant([device]);
  await enterAs(plant, 'account manager');
  const menus = new Set<string>();
  for (const path of pathsOf(plant)) {
    await open(page, path);
    expect(await misnamed(page), path).toEqual([]);
    const menu = await page.evaluate<string>(
      `[...document.querySelectorAll('nav a')].map((one) => one.textContent.replace(/\\d+/g, '').trim()).join(' | ')`,
    );
    menus.add(menu);
    for (const [width, height] of [
      [390, 844],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  expect([...menus], 'the menus of the pages').toHaveLength(1);
});
