import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * axe in the page only: inspecting frames of other sites opens an extra page each time. It lists all violations, and
 * only the ids of passed rules.
 */
const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });

export const allRules = (page: Page): AxeBuilder => axe(page).withTags(wcag);
/** For the second theme of a page that was fully checked in the first: only colours differ. */
export const colourRules = (page: Page): AxeBuilder => axe(page).withRules(['color-contrast']);

/**
 * Ends the transitions that run, since colours in the middle of one are nobody's to read. Ends them rather than waits: the
 * transition of an element that is not painted never finishes.
 */
const endTransitions = (page: Page): Promise<unknown> =>
  page.evaluate(`document.getAnimations().forEach((one) => one instanceof CSSTransition && one.finish())`);

/**
 * `npm test` has axe look at the main pages only (main-pages.spec.ts): one look takes a second of processor time or more,
 * and the journeys have some 150 of them. `npm test -- --thorough`, which CI runs, and a spec run alone do all.
 */
const isShort = process.env.TOCSIN_TESTS === 'short';

/** Fails if axe finds a serious or critical violation of WCAG 2.2 A or AA on the current page; names each with its elements. */
async function expectNoSeriousViolationInAnyRun(page: Page, rules = allRules(page)): Promise<void> {
  await endTransitions(page);
  const { violations } = await rules.analyze();
  const serious = violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map((v) => `${v.id}: ${v.help} (${v.nodes.map((n) => n.target.join(' ')).join('; ')})`);
  expect(serious, page.url()).toEqual([]);
}

/** The same for a state that a journey comes by: nothing in a short run. */
export async function expectNoSeriousViolation(page: Page, rules = allRules(page)): Promise<void> {
  if (!isShort) await expectNoSeriousViolationInAnyRun(page, rules);
}

/** Checks the current page in both themes, for a state that a journey comes by: nothing in a short run. */
export async function expectReadable(page: Page): Promise<void> {
  if (!isShort) await expectReadableInAnyRun(page);
}

/** Checks the current page in both themes: colours in the dark one, everything in the light one. */
export async function expectReadableInAnyRun(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoSeriousViolationInAnyRun(page, colourRules(page));
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoSeriousViolationInAnyRun(page);
}
