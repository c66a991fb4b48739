import { texts } from '@tocsin/contract/texts/api';

/** The server's English refusal text without its final full stop, and without advice to retry 'later'. */
const withoutAdvice = (text: string): string =>
  text
    .replace(/[.!]$/, '')
    .replace(/Please try again later$/, '')
    .trimEnd()
    .replace(/\.$/, '');

/** Adds the retry time to a refusal text, in a readable unit and at least 1 of it. */
export const waitText = (text: string, seconds: number): string => {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const time = minutes < 60 ? texts.minutes(minutes) : texts.hours(Math.ceil(minutes / 60));
  return texts.tryIn(withoutAdvice(text), time);
};
