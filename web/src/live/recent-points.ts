import { queryOptions, useQuery } from '@tanstack/react-query';
import { unpackGraphs } from '@tocsin/contract/graph-columns';
import { compactColumnsType, endpoints as graphs } from '@tocsin/contract/graphs';
import { useEffect, useRef, useState } from 'react';
import { fetchBytes } from '../api/call.ts';
import type { DeviceStore } from './device-store.ts';
import { useDeviceStore, useSocketState } from './use-reading.ts';

export type RecentPoint = readonly [number, number, number];

/** The last ten minutes of every sensor, by `groupId.sensorId`, for the sparklines. */
const recentQuery = (device: number) =>
  queryOptions({
    queryKey: ['recent', device],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, readonly RecentPoint[]>> => {
      const answer = await fetchBytes(
        graphs.device,
        { params: { id: device }, query: { timescale: 'live' }, signal },
        compactColumnsType,
      );
      const { series } = unpackGraphs(new Uint8Array(await answer.arrayBuffer()));
      return new Map(
        series.map(({ sensor, ts, value, alarm }) => [
          sensor.split('.').slice(1).join('.'),
          Array.from(ts, (at, i): RecentPoint => [at, value[i] ?? Number.NaN, alarm[i] ?? 0]),
        ]),
      );
    },
    // Fetched once per visit; further points come from the socket.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

/** The last ten minutes of a device's sensors, refetched when the page's socket reconnects. */
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

/**
 * Adds points to the sparklines: those from before the page opened, and those missed while the socket was lost. Returns
 * whether the former have been added; true also if they could not be fetched.
 */
export const useRecent = (device: number): boolean => {
  const store = useDeviceStore();
  const data = useRecentPoints(device, useSocketState() === 'open');
  const { isFetched } = useQuery(recentQuery(device));
  const [filled, setFilled] = useState<DeviceStore | null>(null);
  useEffect(() => {
    for (const [path, points] of data ?? []) store.fillRing(path, points);
    if (isFetched) setFilled(store);
  }, [store, data, isFetched]);
  return filled === store;
};
