import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ColumnGraphs, unpackGraphs } from '@tocsin/contract/graph-columns';
import { compactColumnsType, endpoints } from '@tocsin/contract/graphs';
import { texts } from '@tocsin/contract/texts/graphs';
import { fetchBytes } from '../../../api/call.ts';
import { type View, whenOf } from '../graphs/loader.ts';
import { type GraphSeries, seriesOf } from '../graphs/model.ts';

/** A sensor of the comparison with its device. */
export interface ComparedSeries extends GraphSeries {
  readonly deviceName: string;
}

export interface Comparison {
  readonly head: ColumnGraphs['head'];
  /** In the order of the address; sensors that never sent a value are absent. */
  readonly series: readonly ComparedSeries[];
}

/** Refetch interval of a range that ends now. */
const refetchMs = { live: 5_000, hour: 15_000, day: 60_000, week: 300_000, month: 300_000 } as const;

/** Sensors of several devices of a site over one range. */
export const comparisonQuery = (site: number, sensors: readonly string[], view: View) =>
  queryOptions({
    queryKey: ['comparison', site, sensors.join(','), view],
    queryFn: async ({ signal }): Promise<Comparison> => {
      const answer = await fetchBytes(
        endpoints.compare,
        { params: { id: site }, query: { ...whenOf(view), sensor_id: [...sensors] }, signal },
        compactColumnsType,
      );
      const graphs = unpackGraphs(new Uint8Array(await answer.arrayBuffer()));
      const series = graphs.series.map(
        (raw): ComparedSeries => ({ ...seriesOf(graphs, raw, texts.notKnown), deviceName: raw.deviceName }),
      );
      return {
        head: graphs.head,
        series: series.toSorted((a, b) => sensors.indexOf(a.path) - sensors.indexOf(b.path)),
      };
    },
    enabled: sensors.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: view.kind === 'scale' ? refetchMs[view.scale] : false,
    retry: false,
  });
