import { addLanguage, type Translations } from '../texts/define-texts.ts';

/** A language beside English that a person may choose. */
interface OfferedLanguage {
  /** In the language itself. */
  readonly name: string;
  readonly load: () => Promise<{ readonly translations: Translations }>;
}

/**
 * The languages offered beside English, by tag (BCP 47). A language is offered once its alarm texts were read twice
 * against the English ones: docs/languages/<tag>.md records both readings, and tools/languages.test.ts compares.
 */
const offered: Readonly<Record<string, OfferedLanguage>> = {
  de: { name: 'Deutsch', load: () => import('./de/index.ts') },
  es: { name: 'Español', load: () => import('./es/index.ts') },
  fr: { name: 'Français', load: () => import('./fr/index.ts') },
  'pt-BR': { name: 'Português (Brasil)', load: () => import('./pt-BR/index.ts') },
};

export const english = 'en';

/** Tags and names of the languages that a person may choose, English first. */
export const languageNames: ReadonlyMap<string, string> = new Map([
  [english, 'English'],
  ...Object.entries(offered).map(([tag, { name }]): [string, string] => [tag, name]),
]);

/** Loads the texts of a language, so that `textsIn` and `setPageLanguage` know it. English needs no loading. */
export async function loadLanguage(tag: string): Promise<void> {
  const language = Object.hasOwn(offered, tag) ? offered[tag] : undefined;
  if (language !== undefined) addLanguage(tag, (await language.load()).translations);
}

/** Loads every language that is offered: for a server, which writes to every reader. */
export const loadLanguages = async (): Promise<void> => {
  await Promise.all(Object.keys(offered).map(loadLanguage));
};

const primary = (tag: string): string => tag.split('-', 1).join('').toLowerCase();

/** The first of the wanted languages that is offered, in any of its regions; English where none is. */
export function closestLanguage(wanted: readonly string[]): string {
  const tags = [...languageNames.keys()];
  for (const want of wanted) {
    const found =
      tags.find((tag) => tag.toLowerCase() === want.toLowerCase()) ??
      tags.find((tag) => primary(tag) === primary(want));
    if (found !== undefined) return found;
  }
  return english;
}

/** The language of what is written to a person: the own choice where it is offered, else English. */
export const writtenLanguage = (chosen: string | null): string =>
  chosen !== null && languageNames.has(chosen) ? chosen : english;
