export type Sorting = 'newest' | 'ascending' | 'descending';

/** The toggle goes ascending, descending, ascending, ...; before it is used the newest site stands first. */
export const nextSorting = (now: Sorting): Sorting => (now === 'ascending' ? 'descending' : 'ascending');

export const sorted = <T extends { readonly title: string }>(sites: readonly T[], sorting: Sorting): readonly T[] => {
  if (sorting === 'newest') return sites;
  const sign = sorting === 'ascending' ? 1 : -1;
  return [...sites].sort((a, b) => sign * a.title.localeCompare(b.title, 'en', { numeric: true }));
};
