import { useEffect, useRef } from 'react';
import { observeVisibility } from '../../../ui/shared-observers.ts';
import type { GraphLoader } from './loader.ts';

const aheadPx = 400;

/** Loaded while its chart is near the window. */
export const useNear = (loader: GraphLoader, path: string) => {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let leave: (() => void) | null = null;
    const stopVisibility = observeVisibility(element, aheadPx, (near) => {
      if (near) leave ??= loader.watch(path);
      else {
        leave?.();
        leave = null;
      }
    });
    return () => {
      stopVisibility();
      leave?.();
    };
  }, [loader, path]);
  return ref;
};
