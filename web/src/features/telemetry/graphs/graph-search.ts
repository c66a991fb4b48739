import { longestRangeMs, type Timescale, timescales } from '@tocsin/contract/graphs';
import { type Earlier, earlierPeriods } from './periods.ts';
import { type ZoomSearch, zoomSearch } from './zoom-search.ts';

/** Query of the graphs' address. */
export interface GraphSearch extends ZoomSearch {
  /** Whose graphs these are, so that a link shows everybody the same device. */
  readonly device?: number;
  /** A chosen range in unix ms, instead of a timescale; a zoom is within it. */
  readonly start?: number;
  readonly end?: number;
  /** The timescale to open with, instead of the one that was chosen last. */
  readonly scale?: Timescale;
  /** The earlier period drawn behind. */
  readonly earlier?: Earlier;
}

/** Accepts two times in order and at most 93 days apart. */
const rangeSearch = ({ start, end }: Record<string, unknown>): Pick<GraphSearch, 'start' | 'end'> =>
  Number.isSafeInteger(start) &&
  Number.isSafeInteger(end) &&
  Number(start) < Number(end) &&
  Number(end) - Number(start) <= longestRangeMs
    ? { start: Number(start), end: Number(end) }
    : {};

/** Parses an address; invalid values are left out. */
export const graphSearch = (search: Record<string, unknown>): GraphSearch => {
  const earlier = earlierPeriods.find((period) => period === search.earlier);
  const scale = timescales.find((one) => one === search.scale);
  const device = Number.isSafeInteger(search.device) && Number(search.device) > 0 ? Number(search.device) : undefined;
  return {
    ...(device === undefined ? {} : { device }),
    ...(scale === undefined ? {} : { scale }),
    ...rangeSearch(search),
    ...(earlier === undefined ? {} : { earlier }),
    ...zoomSearch(search),
  };
};
