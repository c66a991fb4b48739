import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { suspicionsQuery } from '../../../domain/suspicions.ts';
import type { Machine } from '../canvas/tab.ts';
import { type Suspect, type Suspects, suspectsByMachine, suspectsByPath } from './suspects.ts';
import { watchedOf } from './watched-of.ts';

/** Suspects of a tab's machines, as of the last nightly check. */
export function useSuspects(siteId: number, machines: readonly Machine[]): Suspects {
  const { data } = useQuery(suspicionsQuery(siteId));
  return useMemo(() => suspectsByMachine(machines.map(watchedOf), data ?? []), [machines, data]);
}

/** Suspects of a site by `deviceId.groupId.sensorId`. */
export function useSuspectPaths(siteId: number): ReadonlyMap<string, Suspect> {
  const { data } = useQuery(suspicionsQuery(siteId));
  return useMemo(() => suspectsByPath(data ?? []), [data]);
}
