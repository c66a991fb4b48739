import { lazyRouteComponent } from '@tanstack/react-router';

/**
 * A page that is loaded when it is first visited. The router reloads the window when a page's code can't be loaded, since
 * a newer build may have taken its place; without a way to the server that would leave nothing but the browser's own
 * error, so there the page says so and is tried again.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        await fetch('/build.json', { cache: 'no-store' }).catch(() => {
          throw new Error('The way to the server is lost', { cause: error });
        });
        throw error;
      }),
    name,
  );
