import type { Page } from '@playwright/test';
import { severityOrder } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/status';
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
    await page.evaluate(`(() => {
      const at = ${path}.reduce((root, one) => (root.shadowRoot ?? root).querySelector(one), document);
      at?.scrollIntoView({ block: 'center', inline: 'center' });
    })()`);
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

/** Words of the severities. */
const words = severityOrder.map((severity) => texts.severities[severity].toLowerCase());

/**
 * Elements filled with the colour of an alarm or a warning, and tags of a severity, that lack a word or a sign: an icon,
 * or a shape of their own.
 */
export const colourFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`(() => {${inPage}
    const words = ${JSON.stringify(words)};
    const probe = document.createElement('i');
    document.body.append(probe);
    const fills = new Set(['--alarm', '--warn'].map((token) => {
      probe.style.background = 'var(' + token + ')';
      return getComputedStyle(probe).backgroundColor;
    }));
    probe.remove();
    const up = (e) => e.parentElement ?? e.getRootNode().host ?? null;
    const sayings = (e) => [e, ...all(e)].map((one) => (one.getAttribute('aria-label') ?? '') + ' ' + (one.getAttribute('title') ?? '')).join(' ') + ' ' + e.textContent;
    const faults = new Set();
    for (const e of all(document.body)) {
      if (!isShown(e) || e.closest('svg')) continue;
      const isFilled = fills.has(getComputedStyle(e).backgroundColor);
      if (!isFilled && !e.hasAttribute('data-severity')) continue;
      // A count is no word.
      let hasWord = /\\p{L}{2}/u.test(e.textContent);
      let hasSign = false;
      for (let around = e, n = 0; around && n < 4; around = up(around), n++) {
        const text = sayings(around).toLowerCase();
        hasWord ||= words.some((word) => text.includes(word));
        hasSign ||= [around, ...all(around)].some((one) => one.matches('svg, img, [data-shape], [data-kind]'));
      }
      if (!hasWord || !hasSign) faults.add((hasWord ? '' : 'no word, ') + (hasSign ? '' : 'no sign, ') + e.className + ' ' + said(e));
    }
    return [...faults];
  })()`);

/** Icons of the buttons and links without a text, by their names, which therefore say everything that they do. */
export const iconNames = (page: Page): Promise<readonly (readonly [name: string, icon: string])[]> =>
  page.evaluate(`(() => {${inPage}
    return all(document.body).filter((e) => e.matches('button[aria-label], a[aria-label]') && isShown(e) && e.textContent.trim() === '')
      .map((e) => [e.getAttribute('aria-label'), [...e.querySelectorAll('svg path')].map((path) => path.getAttribute('d')).join(' ')])
      .filter(([, icon]) => icon !== '');
  })()`);
