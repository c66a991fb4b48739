import { texts } from '@tocsin/contract/texts/historical';

/** Text with the number of listed records; at the limit it says that there may be more. */
export const foundText = (count: number, limit: number): string => {
  if (count === 0) return texts.hint;
  return count < limit ? texts.count(count) : texts.firstOf(count);
};
