import { closestLanguage, english, languageNames } from '@tocsin/contract/languages/languages';
import { loadLanguage } from '@tocsin/contract/languages/load';
import { setPageLanguage } from '@tocsin/contract/texts/define-texts';
import { readStored, writeStored } from './storage.ts';

/**
 * The language that this page should have. It is fixed while the page is open, because modules read their texts once; a
 * change reloads the page. The user's choice is stored in the browser, so that the first paint waits for no call.
 * Without one, and after signing out, the browser's language applies (public/first.js decides the same way).
 */
const wanted = (): string => {
  const chosen = readStored('language');
  return chosen !== null && languageNames.has(chosen) ? chosen : closestLanguage(navigator.languages);
};

let shown: string = english;

/** Loads the texts of the page's language, or English if they cannot be loaded. Call before any text is used. */
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

/** Whether a reload would show another language. */
export const isLanguageOutdated = (): boolean => wanted() !== shown;

/** Stores the user's choice (null: the browser's language). Returns true if the page must be reloaded to apply it. */
export const storeLanguage = (chosen: string | null): boolean => {
  if (chosen !== readStored('language')) writeStored('language', chosen);
  return isLanguageOutdated();
};
