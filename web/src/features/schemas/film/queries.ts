import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/film';
import { call } from '../../../api/call.ts';
import type { LoadMoments } from './reel.ts';

/** The drawing of a site that was published at a moment (unix ms). */
export const drawingQuery = (site: number, at: number) =>
  queryOptions({
    queryKey: ['drawing-at', site, at],
    queryFn: ({ signal }) => call(endpoints.drawing, { params: { id: site }, query: { at }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Events that began at the devices of a tab in a time range (unix ms). */
export const filmEventsQuery = (tab: number, from: number, to: number) =>
  queryOptions({
    queryKey: ['film-events', tab, from, to],
    queryFn: ({ signal }) => call(endpoints.events, { params: { id: tab }, query: { from, to }, signal }),
    placeholderData: keepPreviousData,
  });

/** Creates a loader of a tab's moments. */
export const momentsOf =
  (tab: number): LoadMoments =>
  async (from, step, count) =>
    (await call(endpoints.film, { params: { id: tab }, query: { from, step, count } })).moments;
