import { pages } from './book.ts';
import { wordsOf } from './markdown.ts';

/** A help page as a search target: found by its title first, then by any word of its text. */
export interface HelpTarget {
  readonly slug: string;
  readonly title: string;
  readonly words: string;
}

export const loadHelpTargets = async (): Promise<readonly HelpTarget[]> => {
  const { leaves } = await import('./leaves.ts');
  return pages.map(({ slug, title }) => ({ slug, title, words: wordsOf(leaves.get(slug) ?? '') }));
};
