import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { serverNow } from '../../../wire/clock.ts';
import type { Moment } from '../moment.ts';
import { GraphLoader, type Look, type Status } from './loader.ts';
import { texts } from './texts.ts';
import { wholeOf } from './whole.ts';

/** The loader of what the page looks at; another look or another selection of nodes is another loader. */
export const useLoader = (
  device: number,
  look: Look,
  moment: Moment | null,
  zone: string,
  selection: string,
): GraphLoader => {
  const key = JSON.stringify([device, look, selection]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: device and look are in the key; the zone only guesses the first range.
  const loader = useMemo(
    () => new GraphLoader(device, look, wholeOf(look, moment, serverNow(), zone), texts.notKnown),
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
