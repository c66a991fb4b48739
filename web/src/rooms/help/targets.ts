import { pages } from './book.ts';
import { wordsOf } from './markdown.ts';

/** A help page as the search finds it: by its title first, and by every word in it. */
export interface HelpTarget {
  readonly slug: string;
  readonly title: string;
  readonly words: string;
}

export const loadHelpTargets = async (): Promise<readonly HelpTarget[]> => {
  const { leaves } = await import('./leaves.ts');
  return pages.map(({ slug, title }) => ({ slug, title, words: wordsOf(leaves.get(slug) ?? '') }));
};
