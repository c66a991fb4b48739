import type { SignInValues } from '../model.ts';

/**
 * index.html contains a static landing page (web/still.ts). Until the script is loaded, public/first.js records
 * presses. This module then transfers typed text, presses, open elements and the focus, so that no input is lost.
 */
const stillPage = (): HTMLElement | null => document.getElementById('landing-still');

/** Text typed into the static page. */
export const typedValues = (): SignInValues => {
  const field = (name: string): string =>
    stillPage()?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? '';
  return { username: field('username'), password: field('password') };
};

const named = (page: HTMLElement, name: string | undefined): HTMLElement | undefined =>
  [...page.querySelectorAll<HTMLElement>('[data-early]')].find((button) => button.dataset.early === name);

/** Focuses the same element in the new page, with the same caret position. */
const focusAs = (page: HTMLElement, focused: Element | null): void => {
  if (focused instanceof HTMLInputElement) {
    const field = page.querySelector<HTMLInputElement>(`input[name=${focused.name}]`);
    field?.focus({ preventScroll: true });
    field?.setSelectionRange(focused.selectionStart, focused.selectionEnd);
  } else if (focused instanceof HTMLElement) named(page, focused.dataset.early)?.focus({ preventScroll: true });
};

/** Completes a press that began on the static page: its button is gone, so the browser fires no click. */
const endPress = (page: HTMLElement, name: string): void => {
  const button = named(page, name);
  const ended = new AbortController();
  const { signal } = ended;
  window.addEventListener('pointercancel', () => ended.abort(), { signal });
  window.addEventListener(
    'pointerup',
    ({ clientX, clientY }) => {
      ended.abort();
      if (button?.contains(document.elementFromPoint(clientX, clientY))) button.click();
    },
    { signal },
  );
};

/** Replaces the static page before the next paint; returns the recorded actions to run afterwards. */
export const takeOver = (page: HTMLElement): (() => void) => {
  const still = stillPage();
  if (!still) return () => undefined;
  const focused = still.contains(document.activeElement) ? document.activeElement : null;
  const opened = [...still.querySelectorAll('details')].map(({ open }) => open);
  still.remove();
  page.querySelectorAll('details').forEach((details, index) => {
    details.open = opened[index] ?? false;
  });
  focusAs(page, focused);
  const dataset = document.documentElement.dataset;
  if (dataset.pressing) endPress(page, dataset.pressing);
  return () => {
    const { early } = dataset;
    delete dataset.early;
    if (early) named(page, early)?.click();
  };
};
