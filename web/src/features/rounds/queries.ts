import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { endpoints, maxRoundDays } from '@tocsin/contract/rounds';
import { download } from '../../api/call.ts';
import { keptCall } from '../../api/kept-call.ts';

export interface Range {
  readonly from?: string;
  readonly to?: string;
}

export const roundsQuery = (site: number, range: Range) =>
  queryOptions({
    queryKey: ['rounds', site, range],
    queryFn: ({ signal }) =>
      keptCall(endpoints.list, { params: { id: site }, query: { ...range, limit: maxRoundDays }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 60_000,
  });

export const roundsCsv = (site: number, range: Range) =>
  download(endpoints.export, { params: { id: site }, query: range }, `daily_rounds_site_${site}.csv`);
