import { closestLanguage, english, languageNames } from '@tocsin/contract/languages/languages';
import { loadLanguage } from '@tocsin/contract/languages/load';
import { setPageLanguage } from '@tocsin/contract/texts/define-texts';
import { readStored, writeStored } from './storage.ts';

/**
 * The language of this page. It is fixed while the page is open, because modules read their texts once: a change
 * reloads it. The signed-in person's choice is stored in this browser, so that the first paint waits for no call; until
 * somebody has chosen, and after the sign-out, the browser's language counts (public/first.js decides the same).
 */
const wanted = (): string => {
  const chosen = readStored('language');
  return chosen !== null && languageNames.has(chosen) ? chosen : closestLanguage(navigator.languages);
};

let shown: string = english;

/** Loads and chooses the page's language; English where its texts cannot be loaded. Call before any text is loaded. */
export const choosePageLanguage = async (): Promise<void> => {
  shown = wanted();
  if (shown === english) return;
  try {
    await loadLanguage(shown);
    setPageLanguage(shown);
    document.documentElement.lang = shown;
  } catch (error) {
    console.warn(error);
  }
};

/** Whether a reload would show another language than this page does. */
export const isLanguageOutdated = (): boolean => wanted() !== shown;

/** Stores the signed-in person's choice, null for the browser's language; true if the page must be reloaded to show it. */
export const keepLanguage = (chosen: string | null): boolean => {
  if (chosen !== readStored('language')) writeStored('language', chosen);
  return isLanguageOutdated();
};
