import { type PluralForms, pluralsOf } from '../../texts/define-texts.ts';

/** The Portuguese word form of a number. Zero takes the form `one`, so a form never spells its number out. */
export const plural = pluralsOf('pt-BR');

/** '1 alarme', '2 alarmes': a number with its Portuguese word form. */
export const counted = (count: number, forms: PluralForms): string => `${count} ${plural(count, forms)}`;
