import { lazyRouteComponent } from '@tanstack/react-router';
import { ServerUnreachable } from '../ui/page-error.ts';

/**
 * A page that is loaded on its first visit. If its code cannot be loaded, the router reloads the window, because a newer
 * build may have replaced it. Without a connection, a reload would lead to the browser's error page, so the page shows
 * an error instead and retries.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        await fetch('/build.json', { cache: 'no-store' }).catch(() => {
          throw new ServerUnreachable(error);
        });
        throw error;
      }),
    name,
  );
