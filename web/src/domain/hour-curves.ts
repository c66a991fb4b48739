import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { unpackGraphs } from '@tocsin/contract/graph-columns';
import { compactColumnsType, endpoints, maxCompared } from '@tocsin/contract/graphs';
import { fetchBytes } from '../api/call.ts';

/** The last hour of one sensor; a value of NaN is missing. */
export interface CurvePoints {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

const refetchMs = 60_000;
/** Curves of sensors that are no longer shown are dropped after this time, because a wall is open for weeks. */
const retentionMs = 120_000;

/** The last hour of sensors by `deviceId.groupId.sensorId`, refetched every minute in calls of up to eight sensors. */
export const useCurves = (site: number, sensors: readonly string[]): ReadonlyMap<string, CurvePoints> => {
  const sorted = [...sensors].sort();
  const chunks = Array.from({ length: Math.ceil(sorted.length / maxCompared) }, (_, chunk) =>
    sorted.slice(chunk * maxCompared, (chunk + 1) * maxCompared),
  );
  return useQueries({
    queries: chunks.map((chunk) => ({
      queryKey: ['wall-curves', site, chunk.join(' ')],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const answer = await fetchBytes(
          endpoints.compare,
          { params: { id: site }, query: { timescale: 'hour', sensor_id: [...chunk] }, signal },
          compactColumnsType,
        );
        const { series } = unpackGraphs(new Uint8Array(await answer.arrayBuffer()));
        return series.map(({ sensor, ts, value }): readonly [string, CurvePoints] => [
          sensor,
          { times: ts, values: value },
        ]);
      },
      refetchInterval: refetchMs,
      gcTime: retentionMs,
      placeholderData: keepPreviousData,
      retry: false,
    })),
    combine: (answers) => new Map(answers.flatMap(({ data }) => data ?? [])),
  });
};
