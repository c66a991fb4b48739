import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { endpoints, maxRoundDays } from '@tocsin/contract/rounds';
import { call, download } from '../../api/call.ts';

export interface Range {
  readonly from?: string;
  readonly to?: string;
}

export const roundsQuery = (site: number, range: Range) =>
  queryOptions({
    queryKey: ['rounds', site, range],
    queryFn: ({ signal }) =>
      call(endpoints.list, { params: { id: site }, query: { ...range, limit: maxRoundDays }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 60_000,
  });

export const recordRound = async (queries: QueryClient, device: number, note: string): Promise<void> => {
  await call(endpoints.record, { params: { id: device }, body: { note } });
  await queries.invalidateQueries({ queryKey: ['rounds'] });
};

export const roundsCsv = (site: number, range: Range) =>
  download(endpoints.export, { params: { id: site }, query: range }, `daily_rounds_site_${site}.csv`);
