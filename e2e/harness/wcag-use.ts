import type { Page } from '@playwright/test';

/** Functions that run in the page. */
const inPage = `
  const isShown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && e.getClientRects().length > 0;
  const said = (e) => e.tagName.toLowerCase() + ' "' + (e.getAttribute('aria-label') || e.textContent || '').trim().slice(0, 40) + '"';
  const place = () => location.pathname + ' ' + document.querySelectorAll('[role=dialog], [role=alertdialog]').length;
`;

/** Most keys that a page takes; longer lists are left after them. */
const mostKeys = 250;

/**
 * Goes through the page by Tab until the focus leaves it. Returns where the focus stays, and what leads elsewhere or
 * opens something when it gets the focus.
 */
export async function tabFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(`(() => {${inPage}
    document.activeElement?.blur?.();
    globalThis.tabbed = { place: place(), faults: [], last: null, same: 0, left: false, seen: new Set() };
    globalThis.lookAtFocus = () => {
      const state = globalThis.tabbed;
      const at = document.activeElement;
      const isNone = at === document.body || at === null;
      if (place() !== state.place) { state.faults.push('changed by focus: ' + (isNone ? 'nothing' : said(at))); return true; }
      if (isNone) return state.seen.size > 0;
      state.same = at === state.last ? state.same + 1 : 0;
      // A frame or a film's canvas may hold several stops of its own.
      if (state.same > 8) { state.faults.push('holds the focus: ' + said(at)); return true; }
      state.last = at;
      state.seen.add(at);
      return false;
    };
  })()`);
  for (let keys = 0; keys < mostKeys; keys++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>('globalThis.lookAtFocus()')) break;
  }
  return await page.evaluate<string[]>(
    `globalThis.tabbed.seen.size + globalThis.tabbed.faults.length > 0 ? globalThis.tabbed.faults : ['nothing takes the focus']`,
  );
}

/** Controls whose accessible name lacks the words that they show. */
export const nameFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`(() => {${inPage}
    const words = (text) => text.toLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, ' ').trim();
    const shownWords = (e) => {
      const texts = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
      let all = '';
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const around = node.parentElement;
        const box = around.getBoundingClientRect();
        if (around.closest('[aria-hidden=true], svg, .unseen') || box.width <= 1 || !isShown(around)) continue;
        all += ' ' + node.textContent;
      }
      return words(all);
    };
    const faults = [];
    for (const e of document.querySelectorAll('a[aria-label], button[aria-label], [role=button][aria-label], [role=tab][aria-label], [role=menuitem][aria-label], summary[aria-label]')) {
      if (!isShown(e)) continue;
      const shown = shownWords(e);
      if (shown !== '' && !words(e.getAttribute('aria-label')).includes(shown)) faults.push(said(e) + ' shows "' + shown.slice(0, 60) + '"');
    }
    return [...new Set(faults)].slice(0, 5);
  })()`);

/** Presses every button and lets go elsewhere: what acted already on the press. */
export const pressFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`(() => {${inPage}
    const before = place();
    for (const e of document.querySelectorAll('#root button:not(:disabled), #root a[href], #root [role=button]')) {
      if (!isShown(e)) continue;
      const how = { bubbles: true, cancelable: true, button: 0, buttons: 1, pointerId: 1, isPrimary: true };
      e.dispatchEvent(new PointerEvent('pointerdown', how));
      e.dispatchEvent(new MouseEvent('mousedown', how));
      document.body.dispatchEvent(new PointerEvent('pointerup', { ...how, buttons: 0 }));
      document.body.dispatchEvent(new MouseEvent('mouseup', { ...how, buttons: 0 }));
      if (place() !== before) return ['acts before it is let go: ' + said(e)];
    }
    return [];
  })()`);

/** Types into every field: what leads elsewhere or opens a dialog by that alone. */
export const inputFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`(async () => {${inPage}
    const before = place();
    const faults = [];
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
    for (const e of document.querySelectorAll('#root input[type=text], #root input[type=search], #root input[type=email], #root input:not([type])')) {
      if (!isShown(e) || e.disabled || e.readOnly) continue;
      const was = e.value;
      e.focus();
      for (const text of [was + 'a', was]) {
        setter.call(e, text);
        e.dispatchEvent(new InputEvent('input', { bubbles: true }));
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      e.blur();
      if (place() !== before) { faults.push('changed by input: ' + said(e)); break; }
    }
    return faults;
  })()`);

/** The names of the sidebar's entries in their order. */
export const entriesOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`(() => {${inPage}
    const sidebar = document.querySelector('nav a[href^="/devices"]')?.closest('nav');
    return [...(sidebar?.querySelectorAll('a[href]') ?? [])].filter(isShown).map((e) => e.getAttribute('href').split(/[?#]/)[0] + ' ' + (e.getAttribute('aria-label') || e.textContent).trim().replace(/[\\d –-]+$/, ''));
  })()`);

/** What the browser keeps that is neither the session nor a setting of the page. */
export const keptBesides = (page: Page, known: RegExp): Promise<readonly string[]> =>
  page.evaluate<string[]>(`(() => {
    const known = ${String(known)};
    return [localStorage, sessionStorage].flatMap((place) => Object.keys(place)).filter((key) => !known.test(key));
  })()`);
