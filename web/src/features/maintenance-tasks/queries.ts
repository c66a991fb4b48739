import { queryOptions } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/maintenance-tasks';
import { call, callQuery, pageOf } from '../../api/call.ts';
import { keptCall } from '../../api/kept-call.ts';

export const pageSize = 25;
export const shows = ['open', 'overdue', 'mine', 'closed'] as const;
export type Shows = (typeof shows)[number];

const filters = {
  open: { is_open: 'true' },
  overdue: { is_overdue: 'true' },
  mine: { is_open: 'true', is_mine: 'true' },
  closed: { is_open: 'false' },
} as const;

/** One page of the tasks of the selected client, or of one site. */
export const tasksQuery = (
  client: number | null,
  filter: { readonly show: Shows; readonly site: number | null; readonly search: string; readonly page: number },
) =>
  callQuery(['maintenance-tasks', client, filter], endpoints.list, {
    query: {
      ...pageOf(filter.page, pageSize),
      ...filters[filter.show],
      ...(filter.site === null ? {} : { location: filter.site }),
      ...(filter.search === '' ? {} : { search: filter.search }),
    },
    placeholderData: (before) => before,
    refetchInterval: 60_000,
  });

const fieldTasks = 50;
/** Open tasks at a machine or a site, for a page that opens without a network. */
export const openTasksQuery = (site: number, device: number | null) =>
  queryOptions({
    queryKey: ['maintenance-tasks', 'field', site, device],
    queryFn: ({ signal }) =>
      keptCall(endpoints.list, {
        query: { limit: fieldTasks, is_open: 'true', location: site, ...(device === null ? {} : { device }) },
        signal,
      }),
    refetchInterval: 60_000,
  });

export const closeTask = (id: number, comment: string) => call(endpoints.close, { params: { id }, body: { comment } });
export const changeTask = (id: number, body: { what: string; owner: number; due: string }) =>
  call(endpoints.change, { params: { id }, body });
