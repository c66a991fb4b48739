import { addLanguage, type Translations } from '../texts/define-texts.ts';
import type { OfferedLanguage } from './languages.ts';

const catalogues: Readonly<Record<OfferedLanguage, () => Promise<{ readonly translations: Translations }>>> = {
  de: () => import('./de/index.ts'),
  es: () => import('./es/index.ts'),
  fr: () => import('./fr/index.ts'),
  'pt-BR': () => import('./pt-BR/index.ts'),
};

/** Loads the texts of a language, so that `textsIn` and `setPageLanguage` know it. English needs no loading. */
export async function loadLanguage(tag: string): Promise<void> {
  for (const [name, load] of Object.entries(catalogues))
    if (name === tag) addLanguage(tag, (await load()).translations);
}

/** Loads every language that is offered: for a server, which writes to every reader. */
export const loadLanguages = async (): Promise<void> => {
  await Promise.all(Object.keys(catalogues).map(loadLanguage));
};
