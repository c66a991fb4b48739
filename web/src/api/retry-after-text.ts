import { texts } from '@tocsin/contract/texts/api';

/** The refusal text without its final full stop and without advice that names no time. */
const withoutAdvice = (text: string): string => {
  const plain = text.replace(/[.!]$/, '');
  return (plain.endsWith(texts.tryLater) ? plain.slice(0, -texts.tryLater.length) : plain).trimEnd().replace(/\.$/, '');
};

/** Adds the retry time to a refusal text, in a readable unit; never 'in 0 minutes'. */
export const waitText = (text: string, seconds: number): string => {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const time = minutes < 60 ? texts.minutes(minutes) : texts.hours(Math.ceil(minutes / 60));
  return texts.tryIn(withoutAdvice(text), time);
};
