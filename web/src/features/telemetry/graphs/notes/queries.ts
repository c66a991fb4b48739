import { queryOptions } from '@tanstack/react-query';
import type { BodyIn } from '@tocsin/contract/endpoint';
import { endpoints } from '@tocsin/contract/notes';
import { call } from '../../../../api/call.ts';
import type { ChartSpan } from '../../../../ui/chart/columns.ts';

const maxNotes = 500;

/** The notes of a device and of its whole site in a range, newest first. */
export const graphNotesQuery = (site: number, device: number, { from, to }: ChartSpan, isLive: boolean) =>
  queryOptions({
    queryKey: ['graph-notes', site, device, Math.floor(from / 60_000), Math.floor(to / 60_000)],
    queryFn: async ({ signal }) => {
      const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      const { results } = await call(endpoints.list, {
        params: { id: site },
        query: { ...range, limit: maxNotes },
        signal,
      });
      return results.filter((note) => note.device_id === null || note.device_id === device);
    },
    placeholderData: (before) => before,
    refetchInterval: isLive ? 30_000 : false,
    retry: false,
  });

export const addGraphNote = (site: number, body: BodyIn<typeof endpoints.add>) =>
  call(endpoints.add, { params: { id: site }, body });
