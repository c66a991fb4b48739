import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { storeLanguage } from '../api/page-language.ts';
import { hasSignedOut, token } from '../api/session.ts';
import { redirectFor } from '../domain/access-gate.ts';
import { type Me, meQuery } from '../domain/me.ts';
import { rememberReturnAddress, takeReturnAddress } from '../domain/return-address.ts';
import { only } from '../domain/route-guard.ts';
import { twoFactorQuery } from '../domain/two-factor.ts';
import { setDraftOwner } from '../ui/drafts.ts';
import { FrameSkeleton } from '../ui/frame-skeleton.tsx';
import { NotFound } from '../ui/page-states.tsx';
import { Loading } from '../ui/states.tsx';
import { type LoadPage, lazyPage } from './lazy-page.ts';

const noTwoFactor = { required: false, registered: false, verified: false };

/** What public/first.js has shown before, as long as nothing else is known. */
const Pending = () =>
  document.documentElement.dataset.page === 'frame' && token() !== null ? <FrameSkeleton /> : <Loading />;

/** Every navigation passes the access gate first. */
export const root = createRootRouteWithContext<{ readonly queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFound,
  pendingComponent: Pending,
  beforeLoad: async ({ context, location }) => {
    const signedIn = token() !== null;
    // The server enforces the second factor; if its status is unknown, the gate lets the navigation pass.
    const twoFactor = signedIn
      ? await context.queries.ensureQueryData(twoFactorQuery()).catch(() => noTwoFactor)
      : noTwoFactor;
    const isIn = token() !== null;
    const to = redirectFor({ signedIn: isIn, twoFactor }, location.pathname);
    if (!isIn && to !== null && !hasSignedOut()) rememberReturnAddress(location.href);
    // The gate sends users who have just signed in to the sites.
    const returnAddress = isIn && (to ?? location.pathname) === '/sites' ? takeReturnAddress() : null;
    if (returnAddress !== null) throw redirect({ href: returnAddress, replace: true });
    if (to !== null) throw redirect({ to, replace: true });
  },
});

/** The signed-in shell: sidebar, header, banner. Its pages can rely on a signed-in user and a selection. */
export const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: lazyPage(() => import('./signed-in-shell.tsx')),
  pendingComponent: FrameSkeleton,
  beforeLoad: async ({ context, location }) => {
    const me = await context.queries.ensureQueryData(meQuery());
    setDraftOwner(`${me.id}:${me.current_client?.id ?? ''}`);
    if (me.kind === 'person' && storeLanguage(me.language)) {
      window.location.reload();
      // Never resolves, so that nothing is shown in the old language before the reload.
      await new Promise(() => undefined);
    }
    // A wall display can only see one site, in full screen.
    if (me.kind === 'wall' && me.current_location !== null && location.pathname === '/sites') {
      throw redirect({ to: `/sites/${me.current_location.id}/wall` as string, replace: true });
    }
  },
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Who may open the route: guards it, and hides its links from others. Absent: everybody. */
    may?: (me: Me) => boolean;
  }
}

/** A page outside of the signed-in frame. */
export const outer = <const P extends string>(path: P, load: LoadPage) =>
  createRoute({ getParentRoute: () => root, path, component: lazyPage(load) });

interface PageOptions {
  /** Who sees links to it. Default: those who may open it. */
  readonly shows?: (me: Me) => boolean;
  /** Redirects all others. */
  readonly may?: (me: Me) => boolean;
}

const guard = ({ may, shows = may }: PageOptions) => ({
  ...(shows ? { staticData: { shows } } : {}),
  ...(may ? { beforeLoad: only(may) } : {}),
});

/** A page in the signed-in frame. */
export const page = <const P extends string>(path: P, load: LoadPage, options: PageOptions = {}) =>
  createRoute({ getParentRoute: () => frame, path, component: lazyPage(load), ...guard(options) });

/** The same for a page with a query. */
export const searched = <const P extends string, S extends object>(
  path: P,
  load: LoadPage,
  validateSearch: (search: Record<string, unknown>) => S,
  options: PageOptions = {},
) => createRoute({ getParentRoute: () => frame, path, component: lazyPage(load), validateSearch, ...guard(options) });
