import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Limit, limitsOf } from '../../domain/limits.ts';
import { sensorsQuery } from '../../domain/sensors.ts';
import { warningsQuery } from './queries.ts';

/** Limits of a device's sensors by `groupId.sensorId`. */
export const useLimits = (device: number): ReadonlyMap<string, Limit> => {
  const { data } = useQuery(warningsQuery(device));
  return useMemo(() => limitsOf(data ?? []), [data]);
};

/** The chosen images of sensors by `groupId.sensorId`. */
export const useImages = (device: number): ReadonlyMap<string, number> => {
  const { data } = useQuery(sensorsQuery(device));
  return useMemo(
    () => new Map((data ?? []).flatMap(({ id, image }) => (image === null ? [] : [[id, image] as const]))),
    [data],
  );
};
