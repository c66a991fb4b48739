import { useEffect } from 'react';
import { iconShape } from './icon.tsx';
import { palettes } from './tokens.ts';

/**
 * What the browser's tab shows of a page that is not looked at: its title and, while something is not normal, a sign in
 * the favicon's place. One page and one sign at a time.
 */
export type TabSign = 'alarm' | 'warning' | 'lost';

const product = 'Tocsin';

/** What is not normal comes first: of a narrow tab the beginning is all that can be read. */
export const tabTitle = (state: string, page: string): string =>
  [state, page.trim(), product].filter((part) => part !== '').join(' - ');

let page = '';
let state = '';
const write = (): void => {
  document.title = tabTitle(state, page);
};

/** Names the page in the browser's tab, its history and its bookmarks; empty until the name is known. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    page = title;
    write();
    return () => {
      page = '';
      write();
    };
  }, [title]);
};

const { light } = palettes;
/** Each has its own shape too: 16 px of colour alone would tell nothing to whoever can't tell red from amber. */
const drawings: Readonly<Record<TabSign, string>> = {
  alarm: `<circle cx="12" cy="12" r="12" fill="${light.alarm}"/><g transform="translate(3.2 3.2) scale(.73)" fill="${light.onalarm}">${iconShape('bellSolid')}</g>`,
  warning: `<path d="M9 8h6v11H9z" fill="${light.onwarn}"/><g fill="${light.warn}" stroke="${light.onwarn}" stroke-width=".8" fill-rule="evenodd">${iconShape('warningSolid')}</g>`,
  lost: `<rect width="24" height="24" rx="5" fill="${light.hatch2}"/><g fill="none" stroke="${light.text}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" transform="translate(2.4 2.4) scale(.8)">${iconShape('brokenLink')}</g>`,
};

/** The favicon of a sign. In the address itself, since without a server none could be fetched. */
export const signImage = (sign: TabSign): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${drawings[sign]}</svg>`)}`;

/** Puts a sign and its words into the browser's tab; null takes them away. */
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
