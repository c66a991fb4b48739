import { useSyncExternalStore } from 'react';
import { createSubscribers } from './store.ts';
import { type Palette, palettes } from './tokens.ts';

/** The chosen theme; `system` follows the operating system. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const key = 'theme';
const system = window.matchMedia('(prefers-color-scheme: dark)');
const { subscribe, notify } = createSubscribers();
const onChange = (): void => notify();
system.addEventListener('change', onChange);
/** Printing uses the light theme, for which canvases are redrawn. */
const paper = window.matchMedia('print');
paper.addEventListener('change', onChange);

const chosen = (): ThemeChoice => {
  const value = document.documentElement.dataset.theme;
  return value === 'light' || value === 'dark' ? value : 'system';
};

/** Applies and stores a choice; public/first.js applies the stored one before the first paint. */
export const chooseTheme = (choice: ThemeChoice): void => {
  if (choice === 'system') {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(key);
  } else {
    document.documentElement.dataset.theme = choice;
    localStorage.setItem(key, choice);
  }
  notify();
};

const themeName = (): 'light' | 'dark' => {
  if (paper.matches) return 'light';
  const choice = chosen();
  if (choice !== 'system') return choice;
  return system.matches ? 'dark' : 'light';
};

/** The theme that is shown. */
export const useThemeName = (): 'light' | 'dark' => useSyncExternalStore(subscribe, themeName);
/** The chosen theme; `system` by default. */
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, chosen);
/** The colours for canvases; everything else uses CSS variables. */
export const usePalette = (): Palette => palettes[useThemeName()];
