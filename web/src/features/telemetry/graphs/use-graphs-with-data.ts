import { queryOptions, useQuery } from '@tanstack/react-query';
import { unpackGraphs } from '@tocsin/contract/graph-columns';
import { compactColumnsType, endpoints } from '@tocsin/contract/graphs';
import { fetchBytes } from '../../../api/call.ts';
import { type GraphLoader, type View, whenOf } from './loader.ts';
import { useStatus } from './use-loader.ts';

/** Few enough that the answer for a hundred sensors is smaller than one chart. */
const maxPoints = 24;
/** A sensor seldom begins to send. */
const refetchMs = 60_000;

/** The paths of a device's graphs, and of their sensors, that have a value within the view. */
const graphsWithDataQuery = (device: number, view: View) =>
  queryOptions({
    queryKey: ['graphs-with-data', device, view],
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
      const query = { ...whenOf(view), max_points: maxPoints };
      const answer = await fetchBytes(endpoints.device, { params: { id: device }, query, signal }, compactColumnsType);
      const { series } = unpackGraphs(new Uint8Array(await answer.arrayBuffer()));
      const having = series.filter(({ value }) => value.some((one) => !Number.isNaN(one)));
      return new Set(having.flatMap(({ graph, sensor }) => [graph, sensor]));
    },
    refetchInterval: view.kind === 'scale' && refetchMs,
  });

/** Which graphs of the loader's view have data; undefined until that is known, which is after the first charts. */
export const useGraphsWithData = (loader: GraphLoader): ReadonlySet<string> | undefined => {
  const isAllowed = useStatus(loader) !== 'loading';
  return useQuery({ ...graphsWithDataQuery(loader.device, loader.shownView()), enabled: isAllowed }).data;
};
