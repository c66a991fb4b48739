import { texts } from '@tocsin/contract/texts/api';

/** The refusal text, which the server writes in English, without its final full stop and without advice that names no time. */
const withoutAdvice = (text: string): string =>
  text
    .replace(/[.!]$/, '')
    .replace(/Please try again later$/, '')
    .trimEnd()
    .replace(/\.$/, '');

/** Adds the retry time to a refusal text, in a readable unit; never 'in 0 minutes'. */
export const waitText = (text: string, seconds: number): string => {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const time = minutes < 60 ? texts.minutes(minutes) : texts.hours(Math.ceil(minutes / 60));
  return texts.tryIn(withoutAdvice(text), time);
};
