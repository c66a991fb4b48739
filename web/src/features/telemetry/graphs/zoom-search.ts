import type { ChartSpan } from '../../../ui/chart/columns.ts';

/** The part of the time that an address shows; without one the whole. */
export interface ZoomSearch {
  readonly from?: number;
  readonly to?: number;
}

/** What an address says of a zoom: two times, unix ms, in order; anything else is none. */
export const zoomSearch = ({ from, to }: Record<string, unknown>): ZoomSearch =>
  Number.isSafeInteger(from) && Number.isSafeInteger(to) && Number(from) < Number(to)
    ? { from: Number(from), to: Number(to) }
    : {};

/** What an address is to say of what is shown. */
export const searchOfZoom = ({ from, to }: ChartSpan, isZoomed: boolean): ZoomSearch =>
  isZoomed ? { from: Math.floor(from), to: Math.ceil(to) } : {};
