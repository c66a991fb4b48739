import { defineTexts, plural } from './define-texts.ts';

/** Texts of answers that the API client adds to what the server says. */
export const texts = defineTexts('api', {
  failed: 'An error occured, please try again!',
  /** The advice at the end of a refusal, which is replaced by one that names a time. */
  tryLater: 'Please try again later',
  tryIn: (text: string, time: string): string => `${text}. Please try again in ${time}.`,
  minutes: (count: number): string => plural(count, { one: 'one minute', other: `${count} minutes` }),
  hours: (count: number): string => plural(count, { one: 'one hour', other: `${count} hours` }),
});
