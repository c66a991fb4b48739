import { useEffect } from 'react';
import { iconShape } from './icon.tsx';
import { palettes } from './tokens.ts';

/**
 * The browser tab's title and, if something is not normal, an icon in place of the favicon. One page and one icon at a
 * time.
 */
export type TabSign = 'alarm' | 'warning' | 'lost';

const product = 'Tocsin';

/** What is not normal comes first: a narrow tab shows only the beginning. */
export const tabTitle = (state: string, page: string): string =>
  [state, page.trim(), product].filter((part) => part !== '').join(' - ');

interface NamedPage {
  readonly title: string;
}
/** Two pages may be mounted for a moment while one follows the other, in any order of coming and leaving. */
let pages: readonly NamedPage[] = [];
let state = '';
const write = (): void => {
  document.title = tabTitle(state, pages.findLast(({ title }) => title !== '')?.title ?? '');
};

/** Names the page in the tab; the returned function takes the name back. The latest page that has a name is shown. */
export const namePage = (title: string): (() => void) => {
  const own: NamedPage = { title };
  pages = [...pages, own];
  write();
  return () => {
    pages = pages.filter((page) => page !== own);
    write();
  };
};

/** Sets the page's name in the tab, history and bookmarks; empty until the name is known. */
export const usePageTitle = (title: string): void => {
  useEffect(() => namePage(title), [title]);
};

const { light } = palettes;
/** Each has its own shape: colour alone does not distinguish them for colour-blind people. */
const drawings: Readonly<Record<TabSign, string>> = {
  alarm: `<circle cx="12" cy="12" r="12" fill="${light.alarm}"/><g transform="translate(3.2 3.2) scale(.73)" fill="${light.onalarm}">${iconShape('bellSolid')}</g>`,
  warning: `<path d="M9 8h6v11H9z" fill="${light.onwarn}"/><g fill="${light.warn}" stroke="${light.onwarn}" stroke-width=".8" fill-rule="evenodd">${iconShape('warningSolid')}</g>`,
  lost: `<rect width="24" height="24" rx="5" fill="${light.hatch2}"/><g fill="none" stroke="${light.text}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" transform="translate(2.4 2.4) scale(.8)">${iconShape('brokenLink')}</g>`,
};

/** The favicon as a data URL, because it cannot be fetched while the server is unreachable. */
export const signImage = (sign: TabSign): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${drawings[sign]}</svg>`)}`;

/** Sets an icon and a text in the browser's tab; null removes them. */
export const useTabSign = (sign: TabSign | null, text: string): void => {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const calm = icon?.getAttribute('href') ?? '';
    if (sign !== null) icon?.setAttribute('href', signImage(sign));
    return () => icon?.setAttribute('href', calm);
  }, [sign]);
  useEffect(() => {
    state = text;
    write();
    return () => {
      state = '';
      write();
    };
  }, [text]);
};
