import type { Page } from '@playwright/test';

/** Functions that run in the page. */
const inPage = `
  const nameOf = (e) => {
    const text = (e.getAttribute('aria-label') || e.textContent || '').trim().slice(0, 40);
    return e.tagName.toLowerCase() + (e.className && typeof e.className === 'string' ? '.' + e.className.split(' ')[0] : '') + ' "' + text + '"';
  };
  const isShown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && e.getClientRects().length > 0;
`;

/** The text spacing of WCAG 2.2, 1.4.12, which users may set. */
const spacing = `
  *, *::before, *::after { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;

/** Runs `look` with the text spacing of WCAG 2.2, 1.4.12. */
export async function withTextSpacing<T>(page: Page, look: () => Promise<T>): Promise<T> {
  await page.evaluate(`(() => {
    const style = document.createElement('style');
    style.id = 'text-spacing';
    style.textContent = ${JSON.stringify(spacing)};
    document.head.append(style);
  })()`);
  try {
    return await look();
  } finally {
    await page.evaluate(`document.getElementById('text-spacing')?.remove()`);
  }
}

/** Texts that are cut off, unless the whole text is also a tooltip or an accessible name. */
export const cutTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`(() => {${inPage}
    const cut = [];
    for (const e of document.querySelectorAll('#root *, [role=dialog] *')) {
      if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
      if (!isShown(e)) continue;
      const style = getComputedStyle(e);
      const box = e.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1 || style.clip !== 'auto' || style.clipPath !== 'none') continue;
      if (e.closest('[title], [aria-label], svg, canvas, iframe')) continue;
      const hides = (axis) => style['overflow' + axis] === 'hidden' || style['overflow' + axis] === 'clip';
      if (hides('X') && e.scrollWidth > e.clientWidth + 1) cut.push(nameOf(e) + ' by ' + (e.scrollWidth - e.clientWidth) + ' px to the right');
      if (hides('Y') && e.scrollHeight > e.clientHeight + 4) cut.push(nameOf(e) + ' by ' + (e.scrollHeight - e.clientHeight) + ' px below');
      // Cut off by a surrounding box.
      const range = document.createRange();
      range.selectNodeContents(e);
      const text = range.getBoundingClientRect();
      for (let up = e.parentElement; up && up !== document.body; up = up.parentElement) {
        const around = getComputedStyle(up);
        if (around.position === 'fixed') break;
        if (around.overflowY === 'auto' || around.overflowY === 'scroll' || around.overflowX === 'auto' || around.overflowX === 'scroll') break;
        if (up.clientWidth <= 1) break;
        const edge = up.getBoundingClientRect();
        if ((around.overflowY === 'hidden' || around.overflowY === 'clip') && text.bottom > edge.bottom + 4) { cut.push(nameOf(e) + ' by the edge of ' + nameOf(up).split(' ')[0]); break; }
        if ((around.overflowX === 'hidden' || around.overflowX === 'clip') && text.right > edge.right + 2) { cut.push(nameOf(e) + ' by the right edge of ' + nameOf(up).split(' ')[0]); break; }
      }
    }
    return cut;
  })()`);

/** Elements that make the page scroll horizontally. */
export const overhang = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`(() => {${inPage}
    const by = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (by <= 0) return [];
    const scrolls = (e) => { for (let up = e.parentElement; up; up = up.parentElement) if (up !== document.documentElement && getComputedStyle(up).overflowX !== 'visible') return true; return false; };
    const out = [...document.querySelectorAll('#root *')].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !scrolls(e));
    return ['by ' + by + ' px: ' + out.slice(-2).map(nameOf).join(', ')];
  })()`);

/** Buttons whose text reaches past their edges; a number on a corner is placed there and is left out. */
export const spilledButtons = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`(() => {${inPage}
    const spilled = new Set();
    for (const button of document.querySelectorAll('button')) {
      if (!isShown(button)) continue;
      const edge = button.getBoundingClientRect();
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const style = getComputedStyle(node.parentElement);
        if (style.position === 'absolute' || style.overflowX !== 'visible' || !node.textContent.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect();
        if (text.width > 1 && (text.left < edge.left || text.right > edge.right)) spilled.add(nameOf(button));
      }
    }
    return [...spilled];
  })()`);

/** Elements that show no focus, or are completely covered while they have it. The last key must have been Tab. */
export const focusFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`(async () => {${inPage}
    const faults = [];
    const parts = ['outlineStyle', 'outlineWidth', 'outlineColor', 'boxShadow', 'borderTopColor', 'backgroundColor', 'opacity', 'textDecorationLine', 'stroke', 'strokeWidth', 'fill', 'transform'];
    const around = (e) => {
      const all = [e];
      for (let up = e.parentElement, n = 0; up && n < 4; up = up.parentElement, n++) all.push(up);
      if (e.nextElementSibling) all.push(e.nextElementSibling);
      all.push(...[...e.querySelectorAll('*')].slice(0, 8));
      return all;
    };
    const look = (e) => around(e).map((one) => [null, '::before', '::after'].map((pseudo) => {
      const style = getComputedStyle(one, pseudo);
      return parts.map((part) => style[part]).join();
    }).join(';')).join('|');
    const selector = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex="-1"])';
    const all = [...document.querySelectorAll(selector)].filter((e) => isShown(e) && e.tabIndex >= 0);
    // Only one row of a long list is checked.
    const seen = new Map();
    for (const e of all) {
      const kind = e.tagName + e.className;
      const n = seen.get(kind) ?? 0;
      if (n >= 3) continue;
      seen.set(kind, n + 1);
      document.activeElement?.blur?.();
      const before = look(e);
      e.focus();
      if (document.activeElement !== e) continue;
      // What a component adds on focus is drawn after two frames.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      if (look(e) === before) { faults.push('no visible focus: ' + nameOf(e)); continue; }
      const shown = () => {
        const box = e.getBoundingClientRect();
        return { box, left: Math.max(box.left, 0), right: Math.min(box.right, innerWidth), top: Math.max(box.top, 0), bottom: Math.min(box.bottom, innerHeight) };
      };
      let { box, left, right, top, bottom } = shown();
      if (right <= left || bottom <= top) {
        // The page may have grown meanwhile, by a link that another test adds to every footer.
        e.blur();
        e.focus();
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        ({ box, left, right, top, bottom } = shown());
      }
      if (box.width <= 1 || box.height <= 1) continue;
      if (right <= left || bottom <= top) { faults.push('out of sight: ' + nameOf(e)); continue; }
      const at = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)));
      const isSeen = at.some((hit) => hit && (e.contains(hit) || hit.contains(e) || hit.closest('label')?.contains(e)));
      if (!isSeen) faults.push('covered by ' + nameOf(at[4] ?? document.body) + ': ' + nameOf(e));
    }
    document.activeElement?.blur?.();
    return faults;
  })()`);

/** The visible headings. */
export const headingsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`(() => {${inPage}
    return [...document.querySelectorAll('h1, h2')].filter(isShown).map((e) => e.textContent.trim());
  })()`);
