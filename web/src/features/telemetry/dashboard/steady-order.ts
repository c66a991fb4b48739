import type { VisibleSection } from './visible-sections.ts';

/** The order of sections and of the cards in each. */
type Order = readonly { readonly name: string; readonly paths: readonly string[] }[];

/** The order of these sections and their cards. */
export const orderOf = (shown: readonly VisibleSection[]): Order =>
  shown.map(({ name, cards }) => ({ name, paths: cards.map(({ path }) => path) }));

/**
 * The sections in an earlier order; null if that order has other sections or cards, in which case cards appear or
 * disappear anyway.
 */
export const inOrderOf = (shown: readonly VisibleSection[], order: Order): readonly VisibleSection[] | null => {
  if (shown.length !== order.length) return null;
  const byName = new Map(shown.map((section) => [section.name, section]));
  const arranged: VisibleSection[] = [];
  for (const { name, paths } of order) {
    const section = byName.get(name);
    if (section === undefined || section.cards.length !== paths.length) return null;
    const byPath = new Map(section.cards.map((card) => [card.path, card]));
    const cards = paths.flatMap((path) => byPath.get(path) ?? []);
    if (cards.length !== paths.length) return null;
    arranged.push({ ...section, cards });
  }
  return arranged;
};
