import { shownLanguage } from '@tocsin/contract/texts/define-texts';

const isEnglish = (): boolean => shownLanguage() === 'en';

/**
 * The locale in which this page writes dates and numbers. English has the formats of docs/spec: '20 Nov 2026' with a
 * clock of 24 hours, and decimal points.
 */
export const pageLocale = (english: 'en-GB' | 'en-US' = 'en-GB'): string => (isEnglish() ? english : shownLanguage());

/** Another form of a date or number where the page is not in English. */
export const inEnglish = <T>(original: () => T, translated: () => T): T => (isEnglish() ? original() : translated());

let separator: string | undefined;
/** A number written with a decimal point, with the decimal separator of the page's language. */
export const localDecimals = (text: string): string => {
  if (isEnglish()) return text;
  separator ??=
    new Intl.NumberFormat(pageLocale()).formatToParts(0.5).find((part) => part.type === 'decimal')?.value ?? '.';
  return text.replace('.', separator);
};
