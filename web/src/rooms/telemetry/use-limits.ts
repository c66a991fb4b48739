import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Limit, limitsOf, warningsQuery } from './queries.ts';

/** Limits of a device's sensors by `groupId.sensorId`. */
export const useLimits = (device: number): ReadonlyMap<string, Limit> => {
  const { data } = useQuery(warningsQuery(device));
  return useMemo(() => limitsOf(data ?? []), [data]);
};
