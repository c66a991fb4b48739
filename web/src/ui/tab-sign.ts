import { useEffect } from 'react';
import { iconShape } from './icon.tsx';
import { palettes } from './tokens.ts';

/** What the favicon shows instead of the logo. */
export type TabSign = 'alarm' | 'warning' | 'lost';

const product = 'Tocsin';

/** Title of the browser tab. The state comes first, because a narrow tab shows only the beginning. */
export const tabTitle = (state: string, page: string): string =>
  [state, page.trim(), product].filter((part) => part !== '').join(' - ');

interface NamedPage {
  readonly title: string;
}
/** Names of the mounted pages. During a navigation there may be two, mounted and unmounted in any order. */
let pages: readonly NamedPage[] = [];
let state = '';
const write = (): void => {
  document.title = tabTitle(state, pages.findLast(({ title }) => title !== '')?.title ?? '');
};

/** Adds a page name until the returned function is called. The tab shows the latest name that is not empty. */
export const namePage = (title: string): (() => void) => {
  const own: NamedPage = { title };
  pages = [...pages, own];
  write();
  return () => {
    pages = pages.filter((page) => page !== own);
    write();
  };
};

/** Sets the page's name in tab, history and bookmarks; '' until the name is known. */
export const usePageTitle = (title: string): void => {
  useEffect(() => namePage(title), [title]);
};

const { light } = palettes;
/** Each sign has its own shape, because colour alone is not enough for colour-blind users. */
const drawings: Readonly<Record<TabSign, string>> = {
  alarm: `<circle cx="12" cy="12" r="12" fill="${light.alarm}"/><g transform="translate(3.2 3.2) scale(.73)" fill="${light.onalarm}">${iconShape('bellSolid')}</g>`,
  warning: `<path d="M9 8h6v11H9z" fill="${light.onwarn}"/><g fill="${light.warn}" stroke="${light.onwarn}" stroke-width=".8" fill-rule="evenodd">${iconShape('warningSolid')}</g>`,
  lost: `<rect width="24" height="24" rx="5" fill="${light.hatch2}"/><g fill="none" stroke="${light.text}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" transform="translate(2.4 2.4) scale(.8)">${iconShape('brokenLink')}</g>`,
};

/** A sign as a data URL, because it cannot be fetched while the server is unreachable. */
export const signImage = (sign: TabSign): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${drawings[sign]}</svg>`)}`;

/** Shows a sign and a text in the browser tab while mounted; null shows none. */
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
