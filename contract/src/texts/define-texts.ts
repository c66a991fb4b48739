/**
 * The catalogue of user texts for web, mails and PDFs (docs/decisions/0871-texts.md). Each module of this folder holds
 * the English texts of one feature, so that a lazily loaded page loads its own texts only. A text is a string, or a
 * function of the values in it; a key that does not exist is a type error.
 */
export type Widened<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { readonly [K in keyof T]: Widened<T[K]> };

/** A translation of a feature's texts: any part of them, with the same values. What is missing stays English. */
export type Translation<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { readonly [K in keyof T]?: Translation<T[K]> };

/** Translations of one language, by feature name. */
export type Translations = Readonly<Record<string, unknown>>;

interface Source {
  readonly feature: string;
  readonly english: unknown;
}

const english = 'en';
const languages = new Map<string, Translations>();
const sources = new WeakMap<object, Source>();
let pageLanguage = english;
let hasTexts = false;

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The translation where there is one, else English; the result has the shape of the English texts. */
const overlay = (original: unknown, translated: unknown): unknown => {
  if (translated === undefined) return original;
  if (!isGroup(original)) return translated;
  const group = isGroup(translated) ? translated : {};
  return Object.fromEntries(Object.entries(original).map(([key, value]) => [key, overlay(value, group[key])]));
};

const inLanguage = (source: Source, language: string): unknown =>
  overlay(source.english, languages.get(language)?.[source.feature]);

/**
 * Defines the texts of a feature. Returns them in the language of the page, which is English unless `setPageLanguage`
 * chose another one.
 */
export function defineTexts<const T extends object>(feature: string, texts: T): Widened<T> {
  hasTexts = true;
  const source = { feature, english: texts };
  const shown = inLanguage(source, pageLanguage) as Widened<T> & object;
  sources.set(shown, source);
  return shown;
}

/** Makes a language available: what its features do not contain stays English. */
export function addLanguage(language: string, translations: Translations): void {
  languages.set(language, translations);
}

/** Chooses the language of a page, before any of its texts is loaded; a change later needs a reload. */
export function setPageLanguage(language: string): void {
  if (hasTexts) throw new Error('The language must be chosen before the first texts are loaded');
  pageLanguage = language;
}

/** The language of the page: that of the texts that `defineTexts` returns. */
export const shownLanguage = (): string => pageLanguage;

/** A feature's texts in the language of one recipient: for mails and PDFs, which differ from person to person. */
export function textsIn<T extends object>(texts: T, language: string): T {
  const source = sources.get(texts);
  if (source === undefined) throw new Error('Only whole texts of a feature have a language');
  return inLanguage(source, language) as T;
}

/** The word forms of a number; `other` is used where a language has no form of its own. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** Selects the word form of a number by the rules of a language. */
export const pluralsOf = (language: string): ((count: number, forms: PluralForms) => string) => {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
};

/** The English word form of a number. */
export const plural = pluralsOf(english);

/** 'Ann is', 'Ann, Ben are': the verb after names that are joined by commas. */
export const isOrAre = (names: string): string => (names.includes(', ') ? 'are' : 'is');

/** '1 alarm', '2 alarms': a number with its English word form. */
export const counted = (count: number, forms: PluralForms): string => `${count} ${plural(count, forms)}`;
