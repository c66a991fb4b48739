const fallback = 'en-US';

/**
 * A language tag that `Intl` accepts. Chromium on a system without a locale reports 'en-US@posix', with which `Intl`
 * throws, and so does each library that passes `navigator.language` to it.
 */
export const validLanguage = (language: string): string => {
  for (const tag of [language, language.split(/[@.]/, 1).join('')])
    try {
      return Intl.getCanonicalLocales(tag)[0] ?? fallback;
    } catch {
      // Try the next candidate: the tag without its modifier, then the fallback.
    }
  return fallback;
};

/** Replaces the browser's language if it is not a valid tag. Call before a library reads it. */
export const repairLanguage = (browser: Pick<Navigator, 'language' | 'languages'>): void => {
  const language = validLanguage(browser.language);
  if (language === browser.language) return;
  Object.defineProperty(browser, 'language', { value: language, configurable: true });
  Object.defineProperty(browser, 'languages', { value: [language], configurable: true });
};
