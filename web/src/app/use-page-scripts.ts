import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMe } from '../domain/me.ts';
import { latePartLoads } from '../ui/late-part.tsx';
import { loadOneByOne } from './load-one-by-one.ts';

/** Where people go next. */
const pages = ['/frame/sites', '/frame/devices', '/frame/dashboard', '/frame/graphs', '/frame/notifications'] as const;
/** The first page, and what it loads, comes first; on a slow line that takes about eight seconds. */
const afterMs = 10_000;

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 200);
  });

/** Whether the browser was told to save data. Only Chromium says so. */
const savesData = (): boolean =>
  'connection' in navigator && (navigator.connection as { readonly saveData?: boolean }).saveData === true;

/**
 * Loads the scripts of the dialogs and of the usual pages in the background, so that the first press on each opens it at
 * once. Walls stay
 * on one page and do without.
 */
export const usePageScripts = (): void => {
  const router = useRouter();
  const isWanted = useMe()?.kind === 'person';
  useEffect(() => {
    if (!isWanted || savesData()) return;
    const end = new AbortController();
    const pageLoads = pages.map((id) => () => router.loadRouteChunk(router.routesById[id]));
    const loads = [...latePartLoads(), ...pageLoads];
    const timer = setTimeout(() => void loadOneByOne(loads, idle, end.signal), afterMs);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [router, isWanted]);
};
