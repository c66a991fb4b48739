import { useEffect, useRef } from 'react';
import { observeVisibility } from '../../../ui/shared-observers.ts';
import type { GraphLoader } from './loader.ts';
import { useStatus } from './use-loader.ts';

/** While the first graphs load, and afterwards: then those that a reader scrolls to are mostly there. */
const aheadPx = { first: 400, later: 1_600 } as const;

const watchAll = (paths: readonly string[], loader: GraphLoader, earlier: GraphLoader | null): (() => void) => {
  const leaves = paths.flatMap((path) => [loader.watch(path), earlier?.watch(path)]);
  return () => {
    for (const leave of leaves) leave?.();
  };
};

/** Loads the graphs of a row, and their earlier period, while the row is near the window. */
export const useNear = (loader: GraphLoader, paths: readonly string[], earlier: GraphLoader | null = null) => {
  const ref = useRef<HTMLElement>(null);
  const ahead = useStatus(loader) === 'loading' ? aheadPx.first : aheadPx.later;
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let leave: (() => void) | null = null;
    const stopVisibility = observeVisibility(element, ahead, (near) => {
      if (near) leave ??= watchAll(paths, loader, earlier);
      else {
        leave?.();
        leave = null;
      }
    });
    return () => {
      stopVisibility();
      leave?.();
    };
  }, [loader, earlier, paths, ahead]);
  return ref;
};
