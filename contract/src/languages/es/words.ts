import { type PluralForms, pluralsOf } from '../../texts/define-texts.ts';

/** The Spanish word form of a number. */
export const plural = pluralsOf('es');

/** '1 alarma', '2 alarmas': a number with its Spanish word form. */
export const counted = (count: number, forms: PluralForms): string => `${count} ${plural(count, forms)}`;

/** 'y' is 'e' before the sound i, 'o' is 'u' before the sound o: 'Ana e Inés', 'Ana u Omar'. */
const conjunction = (word: 'y' | 'o', next: string): string => {
  if (word === 'y') return /^h?[ií](?![aeo])/i.test(next) ? 'e' : 'y';
  return /^h?[oó]/i.test(next) ? 'u' : 'o';
};

/** 'Ana, Luis e Inés': names in a sentence. */
export const joined = (names: readonly string[], word: 'y' | 'o'): string => {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${conjunction(word, last)} ${last}`;
};
