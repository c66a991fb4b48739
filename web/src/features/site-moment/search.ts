/** Query of the page's address: the moment in UTC; absent: now. */
export interface SiteMomentSearch {
  readonly at?: string;
}

/** Parses an address; an invalid time is left out. */
export const siteMomentSearch = ({ at }: Record<string, unknown>): SiteMomentSearch => {
  const ms = typeof at === 'string' ? Date.parse(at) : typeof at === 'number' ? at : Number.NaN;
  return Number.isNaN(ms) || Math.abs(ms) > 8.64e15 ? {} : { at: new Date(ms).toISOString() };
};
