/**
 * The languages offered beside English, by tag (BCP 47), each with its name in the language itself. A language is offered
 * once its alarm texts were read twice against the English ones: docs/languages/<tag>.md records both readings, and
 * tools/languages.test.ts compares.
 */
const offered = { de: 'Deutsch', es: 'Español', fr: 'Français', 'pt-BR': 'Português (Brasil)' } as const;

export type OfferedLanguage = keyof typeof offered;

export const english = 'en';

/** Tags and names of the languages that a person may choose, English first. */
export const languageNames: ReadonlyMap<string, string> = new Map([[english, 'English'], ...Object.entries(offered)]);

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
