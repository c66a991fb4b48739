/** What the address of the time machine says: the moment in UTC, and the tab. */
export interface FilmSearch {
  readonly at?: string;
  readonly tab?: number;
}

/** Reads an address; what is invalid is left out. */
export const filmSearch = ({ at, tab }: Record<string, unknown>): FilmSearch => {
  const ms = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  const id = Number(tab);
  return {
    ...(Number.isNaN(ms) ? {} : { at: new Date(ms).toISOString() }),
    ...(Number.isSafeInteger(id) && id > 0 ? { tab: id } : {}),
  };
};
