import { useSyncExternalStore } from 'react';
import { type Palette, palettes } from './tokens.ts';

/** What a person chose; `system` follows the machine's own setting. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const key = 'theme';
const system = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
const tellAll = (): void => {
  for (const listener of listeners) listener();
};
system.addEventListener('change', tellAll);
/** Paper is white, whatever the screen was: what draws its colours itself is drawn anew for it. */
const paper = window.matchMedia('print');
paper.addEventListener('change', tellAll);

const chosen = (): ThemeChoice => {
  const value = document.documentElement.dataset.theme;
  return value === 'light' || value === 'dark' ? value : 'system';
};

/** Follows the system unless the person chose; the choice stays with the browser (public/first.js reads it first). */
export const chooseTheme = (choice: ThemeChoice): void => {
  if (choice === 'system') {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(key);
  } else {
    document.documentElement.dataset.theme = choice;
    localStorage.setItem(key, choice);
  }
  tellAll();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const themeName = (): 'light' | 'dark' => {
  if (paper.matches) return 'light';
  const choice = chosen();
  if (choice !== 'system') return choice;
  return system.matches ? 'dark' : 'light';
};

/** The theme that is shown. */
export const useThemeName = (): 'light' | 'dark' => useSyncExternalStore(subscribe, themeName);
/** What the person chose; the system's unless they did. */
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, chosen);
/** Colours for canvases; everything else uses the CSS variables. */
export const usePalette = (): Palette => palettes[useThemeName()];
