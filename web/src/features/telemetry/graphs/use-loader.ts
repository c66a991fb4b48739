import { texts } from '@tocsin/contract/texts/graphs';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { serverNow } from '../../../live/clock.ts';
import type { Moment } from '../moment.ts';
import { fullRangeOf } from './full-range.ts';
import { GraphLoader, type Status, type View } from './loader.ts';

/** The loader of the current view; another view or selection of nodes creates another loader. */
export const useLoader = (
  device: number,
  view: View,
  moment: Moment | null,
  zone: string,
  selection: string,
): GraphLoader => {
  const key = JSON.stringify([device, view, selection]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has device and view; the zone only predicts.
  const loader = useMemo(
    () => new GraphLoader(device, view, fullRangeOf(view, moment, serverNow(), zone), texts.notKnown),
    [key],
  );
  useEffect(() => {
    loader.start();
    return () => loader.end();
  }, [loader]);
  return loader;
};

export const useStatus = (loader: GraphLoader): Status => useSyncExternalStore(loader.subscribe, loader.status);

export const useRefusal = (loader: GraphLoader): string | null =>
  useSyncExternalStore(loader.subscribe, loader.refusal);
