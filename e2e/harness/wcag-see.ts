import type { Page } from '@playwright/test';
import { targetRule } from './axe.ts';

/** Functions that run in the page. */
const inPage = `
  const isShown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && e.getClientRects().length > 0;
  const all = (root) => [...root.querySelectorAll('*')].flatMap((e) => e.shadowRoot ? [e, ...all(e.shadowRoot)] : [e]);
  const said = (e) => e.tagName.toLowerCase() + ' "' + (e.getAttribute('aria-label') || e.textContent || '').trim().slice(0, 40) + '"';
`;

/**
 * Targets that are smaller than 24 by 24 px and too close to others. What the bars of the page covered is looked at again
 * in the middle of the window, to which everybody can scroll it.
 */
export async function targetFaults(page: Page): Promise<readonly string[]> {
  const found = await targetRule(page).analyze();
  const faults: string[] = [];
  for (const { target } of found.violations.flatMap(({ nodes }) => nodes)) {
    const selector = target.flat() as string[];
    const path = JSON.stringify(selector);
    const isThere = await page.evaluate(`(() => {
      const at = ${path}.reduce((root, one) => (root?.shadowRoot ?? root)?.querySelector(one), document);
      at?.scrollIntoView({ block: 'center', inline: 'center' });
      return at instanceof Element;
    })()`);
    // A live page has replaced it meanwhile; callers look again until nothing is found.
    if (!isThere) {
      faults.push(`${path} was replaced while it was looked at`);
      continue;
    }
    const [only = 'body', ...inner] = selector;
    const again = await targetRule(page)
      .include(inner.length === 0 ? only : [selector as [string, string]])
      .analyze();
    for (const { nodes } of again.violations)
      faults.push(
        ...nodes.map((node) => `${node.target.join(' ')} ${node.html.slice(0, 120)}: ${node.failureSummary}`),
      );
  }
  return faults;
}

/** Icons of the buttons and links without a text, by their names, which therefore say everything that they do. */
export const iconNames = (page: Page): Promise<readonly (readonly [name: string, icon: string])[]> =>
  page.evaluate(`(() => {${inPage}
    return all(document.body).filter((e) => e.matches('button[aria-label], a[aria-label]') && isShown(e) && e.textContent.trim() === '')
      .map((e) => [e.getAttribute('aria-label'), [...e.querySelectorAll('svg path')].map((path) => path.getAttribute('d')).join(' ')])
      .filter(([, icon]) => icon !== '');
  })()`);
