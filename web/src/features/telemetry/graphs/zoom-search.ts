import type { ChartSpan } from '../../../ui/chart/columns.ts';

/** The zoom in an address, in unix ms; empty: the full range. */
export interface ZoomSearch {
  readonly from?: number;
  readonly to?: number;
}

/** Parses the zoom of an address: two times in order; anything else means no zoom. */
export const zoomSearch = ({ from, to }: Record<string, unknown>): ZoomSearch =>
  Number.isSafeInteger(from) && Number.isSafeInteger(to) && Number(from) < Number(to)
    ? { from: Number(from), to: Number(to) }
    : {};

/** The query for a visible range; empty without a zoom. */
export const searchOfZoom = ({ from, to }: ChartSpan, isZoomed: boolean): ZoomSearch =>
  isZoomed ? { from: Math.floor(from), to: Math.ceil(to) } : {};
