import { shownLanguage } from '@tocsin/contract/texts/define-texts';

const isEnglish = (): boolean => shownLanguage() === 'en';

/**
 * The locale for dates and numbers on this page. In English, the formats are those of docs/spec: '20 Nov 2026', a
 * 24-hour clock, and decimal points.
 */
export const pageLocale = (english: 'en-GB' | 'en-US' = 'en-GB'): string => (isEnglish() ? english : shownLanguage());

/** The English or the translated format of a date or number, by the language of the page. */
export const inEnglish = <T>(original: () => T, translated: () => T): T => (isEnglish() ? original() : translated());

let separator: string | undefined;
/** Replaces the decimal point of a number by the decimal separator of the page's language. */
export const localDecimals = (text: string): string => {
  if (isEnglish()) return text;
  separator ??=
    new Intl.NumberFormat(pageLocale()).formatToParts(0.5).find((part) => part.type === 'decimal')?.value ?? '.';
  return text.replace('.', separator);
};
