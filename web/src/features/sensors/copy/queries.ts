import { infiniteQueryOptions } from '@tanstack/react-query';
import { type CopiedSetting, type CopyResult, endpoints } from '@tocsin/contract/settings-copies';
import { call, callQuery } from '../../../api/call.ts';

const pageSize = 50;
const params = (device: number) => ({ id: device });

/** Devices to which settings can be copied, one page at a time. */
export const targetsQuery = (device: number, search: string) =>
  infiniteQueryOptions({
    queryKey: ['copy-targets', device, search],
    queryFn: ({ signal, pageParam }) =>
      call(endpoints.targets, {
        params: params(device),
        query: { limit: pageSize, offset: pageParam, ...(search === '' ? {} : { search }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.results.length, 0);
      return loaded < last.count && last.results.length > 0 ? loaded : undefined;
    },
  });

/** Copies made from the device, newest first. */
export const copiesQuery = (device: number) =>
  callQuery(['settings-copies', device], endpoints.list, { params: params(device), query: { limit: 20, offset: 0 } });

export interface Choice {
  readonly devices: readonly number[];
  readonly what: readonly CopiedSetting[];
}

/** The changes that a copy would make. */
export const previewQuery = (device: number, { devices, what }: Choice) =>
  callQuery(['copy-preview', device, devices, what], endpoints.preview, {
    params: params(device),
    query: { limit: 200, offset: 0 },
    body: { devices: [...devices], what: [...what] },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

const reasoned = (reason: string | undefined) => (reason === undefined ? {} : { reason });

export const copySettings = (
  device: number,
  { devices, what, digest }: Choice & { readonly digest: string },
  reason?: string,
): Promise<CopyResult> =>
  call(endpoints.copy, {
    params: params(device),
    body: { devices: [...devices], what: [...what], digest, ...reasoned(reason) },
  });

export const undoCopy = (device: number, copy: number, reason?: string): Promise<CopyResult> =>
  call(endpoints.undo, { params: { id: device, copy }, body: reasoned(reason) });
