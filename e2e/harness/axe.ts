import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * axe inside the page alone: what looks into frames of other sites opens a page of its own for each look. It lists all that
 * is wrong, and of what is right only that it is.
 */
const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });

export const allRules = (page: Page): AxeBuilder => axe(page).withTags(wcag);
/** For the second theme of a page whose first has been looked at whole: nothing but colours differs. */
export const colourRules = (page: Page): AxeBuilder => axe(page).withRules(['color-contrast']);

/** Fails when axe finds a serious or critical violation of WCAG 2.2 A or AA on the page as it stands; names each with its places. */
export async function expectNoSeriousViolation(page: Page, rules = allRules(page)): Promise<void> {
  const { violations } = await rules.analyze();
  const serious = violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map((v) => `${v.id}: ${v.help} (${v.nodes.map((n) => n.target.join(' ')).join('; ')})`);
  expect(serious, page.url()).toEqual([]);
}
