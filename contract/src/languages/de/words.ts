import { type PluralForms, pluralsOf } from '../../texts/define-texts.ts';

/** The German word form of a number. */
export const plural = pluralsOf('de');

/** '1 Alarm', '2 Alarme': a number with its German word form. */
export const counted = (count: number, forms: PluralForms): string => `${count} ${plural(count, forms)}`;

/** 'Ann, Bob und Eve': names in a sentence. */
export const joined = (names: readonly string[], word: 'und' | 'oder'): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
