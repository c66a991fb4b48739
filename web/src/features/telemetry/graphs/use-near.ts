import { useEffect, useRef } from 'react';
import { observeVisibility } from '../../../ui/shared-observers.ts';
import type { GraphLoader } from './loader.ts';

const aheadPx = 400;

const watchBoth = (path: string, loader: GraphLoader, earlier: GraphLoader | null): (() => void) => {
  const leave = loader.watch(path);
  const leaveEarlier = earlier?.watch(path);
  return () => {
    leave();
    leaveEarlier?.();
  };
};

/** Loads a graph, and its earlier period, while its chart is near the window. */
export const useNear = (loader: GraphLoader, path: string, earlier: GraphLoader | null = null) => {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let leave: (() => void) | null = null;
    const stopVisibility = observeVisibility(element, aheadPx, (near) => {
      if (near) leave ??= watchBoth(path, loader, earlier);
      else {
        leave?.();
        leave = null;
      }
    });
    return () => {
      stopVisibility();
      leave?.();
    };
  }, [loader, earlier, path]);
  return ref;
};
