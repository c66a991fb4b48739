import { pages } from './book.ts';
import { wordsOf } from './markdown.ts';

/** Help pages as search targets: found by title first, then by any word of the text. */
export interface HelpTarget {
  readonly slug: string;
  readonly title: string;
  readonly words: string;
}

export const loadHelpTargets = async (): Promise<readonly HelpTarget[]> => {
  const { leaves } = await import('./leaves.ts');
  return pages.map(({ slug, title }) => ({ slug, title, words: wordsOf(leaves.get(slug) ?? '') }));
};
