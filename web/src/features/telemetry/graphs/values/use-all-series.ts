import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { createStore } from '../../../../ui/store.ts';
import type { Graph, GraphLoader } from '../loader.ts';
import type { GraphSeries } from '../model.ts';

/**
 * Keeps these graphs loaded even if they are out of view. They are requested after the graphs in view; with `isFirst`
 * at once, because no other graph is in view.
 */
export const useWatchAll = (loader: GraphLoader, paths: readonly string[], isFirst = false): void => {
  const status = useSyncExternalStore(loader.subscribe, loader.status);
  const isBegun = isFirst || status !== 'loading';
  useEffect(() => {
    if (!isBegun) return;
    const leaves = paths.map((path) => loader.watch(path));
    return () => {
      for (const leave of leaves) leave();
    };
  }, [loader, paths, isBegun]);
};

const subscribeToNothing = () => () => undefined;

/** The graphs of these paths, in their order; the same array until one of them changes. None without a loader. */
export const useGraphs = (loader: GraphLoader | null, paths: readonly string[]): readonly Graph[] => {
  const store = useMemo(() => {
    const read = (): readonly Graph[] => (loader === null ? [] : paths.map((path) => loader.graph(path)));
    const graphs = createStore(read());
    return {
      get: graphs.get,
      subscribe: (listener: () => void) =>
        (loader?.subscribe ?? subscribeToNothing)(() => {
          const next = read();
          if (next.every((graph, index) => graph === graphs.get()[index])) return;
          graphs.set(next);
          listener();
        }),
      refresh: () => {
        const next = read();
        if (!next.every((graph, index) => graph === graphs.get()[index])) graphs.set(next);
      },
    };
  }, [loader, paths]);
  // Includes what was loaded between rendering and subscribing.
  useEffect(() => store.refresh(), [store]);
  return useSyncExternalStore(store.subscribe, store.get);
};

/** All series of these graphs, without duplicates. */
export const useAllSeries = (loader: GraphLoader, paths: readonly string[]): readonly GraphSeries[] => {
  useWatchAll(loader, paths);
  const graphs = useGraphs(loader, paths);
  return useMemo(
    () => [...new Map(graphs.flatMap(({ series }) => series).map((one) => [one.path, one])).values()],
    [graphs],
  );
};
