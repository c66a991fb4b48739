import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ownBuild } from '../live/build.ts';
import { latePartLoads } from '../ui/late-part.tsx';

const worker = '/field-worker.js';
const scopes = ['/m/', '/rounds'] as const;
/** The rounds of one site, which no wall lies below. */
const siteRounds = /^\/sites\/\d+\/rounds/;
const prefix = 'field-';
/** The page has loaded what it needs by then. */
const afterMs = 2_000;

/** Puts the page, its dialogs and everything else that it has loaded into the cache of its build, and removes those of other builds. */
const keepPage = async (): Promise<void> => {
  for (const scope of [...scopes, ...(siteRounds.exec(location.pathname) ?? [])])
    await navigator.serviceWorker.register(worker, { scope });
  const build = ownBuild();
  const page = await fetch('/', { cache: 'no-store' });
  // A server with a newer build: the page is about to reload.
  if (build === null || !(await page.clone().text()).includes(build)) return;
  for (const load of latePartLoads()) await load();
  const cache = await caches.open(prefix + build);
  await cache.put('/', page);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const files = loaded.filter(
    ({ origin, pathname }) => origin === location.origin && !pathname.startsWith('/api/') && pathname !== '/build.json',
  );
  const known = new Set((await cache.keys()).map(({ url }) => url));
  await Promise.all(
    files.filter(({ href }) => !known.has(href)).map(({ href }) => cache.add(href).catch(() => undefined)),
  );
  for (const name of await caches.keys())
    if (name.startsWith(prefix) && name !== prefix + build) await caches.delete(name);
};

/** For a page that opens without a network: keeps its files, and reads the person again, so that they are kept too. */
export const useFieldPage = (): void => {
  const queries = useQueryClient();
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['me'] });
    if (!('serviceWorker' in navigator)) return;
    const timer = setTimeout(() => void keepPage().catch(() => undefined), afterMs);
    return () => clearTimeout(timer);
  }, [queries]);
};
