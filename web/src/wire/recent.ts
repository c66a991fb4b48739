import { queryOptions, useQuery } from '@tanstack/react-query';
import { unpackGraphs } from '@tocsin/contract/graph-columns';
import { columnsType, endpoints as graphs } from '@tocsin/contract/graphs';
import { useEffect, useRef } from 'react';
import { fetchBytes } from './call.ts';
import { useBoard, useSocketState } from './use-reading.ts';

export type RecentPoint = readonly [number, number, number];

/** The last ten minutes of every sensor, by `groupId.sensorId`, for the sparklines. */
const recentQuery = (device: number) =>
  queryOptions({
    queryKey: ['recent', device],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, readonly RecentPoint[]>> => {
      const answer = await fetchBytes(
        graphs.device,
        { params: { id: device }, query: { timescale: 'live' }, signal },
        columnsType,
      );
      const { series } = unpackGraphs(new Uint8Array(await answer.arrayBuffer()));
      return new Map(
        series.map(({ sensor, ts, value, alarm }) => [
          sensor.split('.').slice(1).join('.'),
          Array.from(ts, (at, i): RecentPoint => [at, value[i] ?? Number.NaN, alarm[i] ?? 0]),
        ]),
      );
    },
    // Once per visit: from then on the socket tells.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

/** The last ten minutes of a device's sensors, asked for again when its page's socket is back after a loss. */
export const useRecentPoints = (device: number, isOpen: boolean) => {
  const { data, refetch } = useQuery(recentQuery(device));
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isOpen) return;
    if (wasOpen.current) void refetch();
    wasOpen.current = true;
  }, [isOpen, refetch]);
  return data;
};

/** Sparklines begin with what was before the page opened; what came while the socket was lost is fetched as well. */
export const useRecent = (device: number): void => {
  const board = useBoard();
  const data = useRecentPoints(device, useSocketState() === 'open');
  useEffect(() => {
    for (const [path, points] of data ?? []) board.fillRing(path, points);
  }, [board, data]);
};
