import { texts } from '@tocsin/contract/texts/ui';
import { type ComponentType, useEffect } from 'react';
import { createStore } from './store.ts';
import { showToast } from './toast.tsx';
import { useStore } from './use-store.ts';

const retryMs = 2_000;

const loaders: (() => Promise<void>)[] = [];

/** Loads of all late parts, to be called ahead while the browser is idle. */
export const latePartLoads = (): readonly (() => Promise<void>)[] => loaders;

/**
 * A component whose code is loaded when it is first rendered, or before that by `latePartLoads`; until then it renders
 * nothing. A failed load is said and tried again while the component is mounted.
 */
export function latePart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const part = createStore<{ readonly Component: ComponentType<P> } | null>(null);
  let loading: Promise<void> | undefined;
  const loadOnce = (): Promise<void> => {
    loading ??= load().then(
      (Component) => part.set({ Component }),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  loaders.push(loadOnce);
  const LatePart = (props: P) => {
    const loaded = useStore(part);
    useEffect(() => {
      if (loaded) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isMounted = true;
      const attempt = (): void =>
        void loadOnce().catch(() => {
          if (!isMounted) return;
          showToast('error', texts.wentWrong);
          timer = setTimeout(attempt, retryMs);
        });
      attempt();
      return () => {
        isMounted = false;
        clearTimeout(timer);
      };
    }, [loaded]);
    return loaded && <loaded.Component {...props} />;
  };
  return LatePart;
}
