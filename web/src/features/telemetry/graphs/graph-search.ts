import { longestRangeMs } from '@tocsin/contract/graphs';
import { type Earlier, earlierPeriods } from './periods.ts';
import { type ZoomSearch, zoomSearch } from './zoom-search.ts';

/** What the address of the graphs says beside device and sensor. */
export interface GraphSearch extends ZoomSearch {
  /** A chosen range in unix ms, instead of a timescale; a zoom is a part of it. */
  readonly start?: number;
  readonly end?: number;
  /** The period drawn behind the shown one. */
  readonly earlier?: Earlier;
}

/** Two times in order and at most 93 days apart; anything else is no range. */
const rangeSearch = ({ start, end }: Record<string, unknown>): Pick<GraphSearch, 'start' | 'end'> =>
  Number.isSafeInteger(start) &&
  Number.isSafeInteger(end) &&
  Number(start) < Number(end) &&
  Number(end) - Number(start) <= longestRangeMs
    ? { start: Number(start), end: Number(end) }
    : {};

/** Reads an address; what is invalid is left out. */
export const graphSearch = (search: Record<string, unknown>): GraphSearch => {
  const earlier = earlierPeriods.find((period) => period === search.earlier);
  return { ...rangeSearch(search), ...(earlier === undefined ? {} : { earlier }), ...zoomSearch(search) };
};
