import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { ServerUnreachable } from '../ui/page-error.ts';

export type LoadPage = () => Promise<object>;

const components = new WeakMap<LoadPage, RouteComponent>();

/** The page of a loaded module, or of what a loader took from it: the export that is called so, or the only one. */
const pageIn = (loaded: object): RouteComponent => {
  if (typeof loaded === 'function') return loaded as RouteComponent;
  const [, page] = Object.entries(loaded).find(([name], _, all) => name.endsWith('Page') || all.length === 1) ?? [];
  return page as RouteComponent;
};

/**
 * A page that is loaded on its first visit, the same for the same loader. If its code cannot be loaded, the router
 * reloads the window, because a newer build may have replaced it. Without a connection, a reload would lead to the
 * browser's error page, so the page shows an error instead and retries.
 */
export const lazyPage = (load: LoadPage): RouteComponent => {
  const known = components.get(load);
  if (known) return known;
  const component = lazyRouteComponent(async () => {
    const loaded = await load().catch(async (error: unknown) => {
      await fetch('/build.json', { cache: 'no-store' }).catch(() => {
        throw new ServerUnreachable(error);
      });
      throw error;
    });
    return { page: pageIn(loaded) };
  }, 'page');
  components.set(load, component);
  return component;
};
