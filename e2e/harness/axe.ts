import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * axe without cross-origin frames, for each of which it would open another page. It lists all violations, but only the
 * ids of passed rules.
 */
const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });

/** All rules of WCAG 2.2 A and AA. */
export const allRules = (page: Page): AxeBuilder => axe(page).withTags(wcag);
/** The size of targets and their distance from each other. */
export const targetRule = (page: Page): AxeBuilder => axe(page).withRules(['target-size']);
/** The rules for the second theme of a page, in which only colours differ. */
export const colourRules = (page: Page): AxeBuilder => axe(page).withRules(['color-contrast']);

/**
 * Finishes transitions, in the middle of which colours may not be readable, from the second frame on: another theme is
 * announced to the page's scripts in the first one. Waiting for their end is not possible: the transition of an element
 * that is not painted never ends.
 */
const endTransitions = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
    done();
  })))`);

/**
 * `npm test` checks only the main pages with axe (main-pages.spec.ts): a check takes a second of CPU time or more, and
 * the journeys have about 150. `npm test -- --thorough`, which CI runs, and a spec that is run alone do all checks.
 */
const isShort = process.env.TOCSIN_TESTS === 'short';

/** Fails if axe finds a serious or critical violation of WCAG 2.2 A or AA on the page; lists each with its elements. */
async function expectNoSeriousViolationInAnyRun(page: Page, rules = allRules(page)): Promise<void> {
  await endTransitions(page);
  const { violations } = await rules.analyze();
  const serious = violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map((v) => `${v.id}: ${v.help} (${v.nodes.map((n) => n.target.join(' ')).join('; ')})`);
  expect(serious, page.url()).toEqual([]);
}

/** Checks a state within a journey; does nothing in a short run. */
export async function expectNoSeriousViolation(page: Page, rules = allRules(page)): Promise<void> {
  if (!isShort) await expectNoSeriousViolationInAnyRun(page, rules);
}

/** Checks a state within a journey in both themes; does nothing in a short run. */
export async function expectReadable(page: Page): Promise<void> {
  if (!isShort) await expectReadableInAnyRun(page);
}

/** Checks the current page in both themes: all rules in the light one, only colours in the dark one. */
export async function expectReadableInAnyRun(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoSeriousViolationInAnyRun(page, colourRules(page));
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoSeriousViolationInAnyRun(page);
}
