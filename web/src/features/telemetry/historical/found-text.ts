import { texts } from '@tocsin/contract/texts/historical';

/** How many records are listed; at the limit there may be later ones that are not. */
export const foundText = (count: number, limit: number): string => {
  if (count === 0) return texts.hint;
  return count < limit ? texts.count(count) : texts.firstOf(count);
};
