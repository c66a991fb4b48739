import { queryOptions } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/device-templates';
import { endpoints as types } from '@tocsin/contract/device-types';
import { call, download } from '../../../api/call.ts';

/** Device types for everybody and of the selected client. */
export const typesQuery = (client: number | null) =>
  queryOptions({
    queryKey: ['device types', client],
    queryFn: ({ signal }) => call(types.list, { query: { limit: 1000 }, signal }),
  });

const sitesAtMost = 3;
/** The sites with most devices of a type. */
export const usesQuery = (client: number | null, type: number) =>
  queryOptions({
    queryKey: ['device types', 'sites', client, type],
    queryFn: ({ signal }) => call(types.uses, { params: { id: type }, query: { limit: sitesAtMost }, signal }),
  });

export const templateQuery = (type: number) =>
  queryOptions({
    queryKey: ['template', type],
    queryFn: ({ signal }) => call(endpoints.one, { params: { id: type }, signal }),
  });

/** How each device of the type stands to the template. */
export const followersQuery = (type: number) =>
  queryOptions({
    queryKey: ['template', type, 'devices'],
    queryFn: ({ signal }) => call(endpoints.devices, { params: { id: type }, query: { limit: 200 }, signal }),
  });

export interface Choice {
  readonly devices: readonly number[];
  readonly with_open_warnings: boolean;
}
const bodyOf = ({ devices, with_open_warnings }: Choice) => ({ devices: [...devices], with_open_warnings });

export const rollOutPreviewQuery = (type: number, choice: Choice) =>
  queryOptions({
    queryKey: ['template', type, 'preview', choice],
    queryFn: ({ signal }) =>
      call(endpoints.preview, { params: { id: type }, query: { limit: 200 }, body: bodyOf(choice), signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

const reasoned = (reason: string | undefined) => (reason === undefined ? {} : { reason });

export const takeTemplate = (type: number, device: number, version: number) =>
  call(endpoints.take, { params: { id: type }, body: { device, version } });
export const rollOut = (type: number, choice: Choice, digest: string, reason?: string) =>
  call(endpoints.rollOut, { params: { id: type }, body: { ...bodyOf(choice), digest, ...reasoned(reason) } });
export const undoRollOut = (type: number, rollout: number, reason?: string) =>
  call(endpoints.undo, { params: { id: type, rollout }, body: reasoned(reason) });
/** Makes a type of a client, or with null for everybody, from a file. */
export const importType = async (file: File, client: number | null) =>
  call(types.import, { body: { client, profile: parsed(await file.text()) } });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Refused by the server like any other file that is none of a type.
    return null;
  }
}

export const typeFile = (type: number, code: string) =>
  download(types.profile, { params: { id: type } }, `${code}.json`);
