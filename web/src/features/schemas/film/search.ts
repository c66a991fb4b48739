/** Query of the time machine's address: the moment in UTC, and the tab. */
export interface FilmSearch {
  readonly at?: string;
  readonly tab?: number;
}

/** Parses an address; invalid values are left out. */
export const filmSearch = ({ at, tab }: Record<string, unknown>): FilmSearch => {
  const ms = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  const id = Number(tab);
  return {
    ...(Number.isNaN(ms) ? {} : { at: new Date(ms).toISOString() }),
    ...(Number.isSafeInteger(id) && id > 0 ? { tab: id } : {}),
  };
};
