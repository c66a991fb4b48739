import { keepPreviousData } from '@tanstack/react-query';
import type { BodyIn } from '@tocsin/contract/endpoint';
import { SiteId } from '@tocsin/contract/ids';
import { endpoints } from '@tocsin/contract/on-call';
import { call, callQuery, pageOf } from '../../api/call.ts';

export const pageSize = 20;
const at = (site: number | null) => (site === null ? {} : { location: SiteId.parse(site) });

/** Who is on call now and in the next four weeks, for the selected client or site. */
export const onCallQuery = (client: number | null, site: number | null, page: number) =>
  callQuery(['on-call', client, site, page], endpoints.onCall, {
    query: { ...pageOf(page, pageSize), ...at(site) },
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

/** Overrides that have not ended. */
export const overridesQuery = (client: number | null, site: number | null) =>
  callQuery(['on-call', 'overrides', client, site], endpoints.overrides, {
    query: { limit: 50, ...at(site) },
    refetchInterval: 60_000,
  });

export const createRotation = (body: BodyIn<typeof endpoints.createRotation>) =>
  call(endpoints.createRotation, { body });
export const changeRotation = (id: number, body: BodyIn<typeof endpoints.changeRotation>) =>
  call(endpoints.changeRotation, { params: { id }, body });
/** Who is on call before and after a change that is not saved. */
export const previewQuery = (id: number, body: BodyIn<typeof endpoints.previewRotation>) =>
  callQuery(['on-call', 'preview', id, body], endpoints.previewRotation, {
    params: { id },
    body,
    placeholderData: keepPreviousData,
    retry: false,
  });
export const removeRotation = (id: number) => call(endpoints.removeRotation, { params: { id } });
export const createOverride = (body: BodyIn<typeof endpoints.createOverride>) =>
  call(endpoints.createOverride, { body });
export const removeOverride = (id: number) => call(endpoints.removeOverride, { params: { id } });
