import { keepPreviousData } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/film';
import { call, callQuery } from '../../../api/call.ts';
import type { LoadMoments } from './reel.ts';

/** The drawing of a site that was published at a moment (unix ms). */
export const drawingQuery = (site: number, at: number) =>
  callQuery(['drawing-at', site, at], endpoints.drawing, {
    params: { id: site },
    query: { at },
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Events at the site of a tab that began or stood in a time range (unix ms). */
export const filmEventsQuery = (tab: number, from: number, to: number) =>
  callQuery(['film-events', tab, from, to], endpoints.events, {
    params: { id: tab },
    query: { from, to },
    placeholderData: keepPreviousData,
  });

/** Creates a loader of a tab's moments. */
export const momentsOf =
  (tab: number): LoadMoments =>
  async (from, step, count) =>
    (await call(endpoints.film, { params: { id: tab }, query: { from, step, count } })).moments;
