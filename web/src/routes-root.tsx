import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { NotFound } from './kit/page-states.tsx';
import { lazyPage } from './lazy-page.ts';
import { gateTo } from './wire/gate.ts';
import { meQuery } from './wire/plant.ts';
import { token } from './wire/session.ts';
import { twoFactorQuery } from './wire/two-factor.ts';
import { takeWanted, wantAfterSignIn } from './wire/wanted.ts';

const noTwoFactor = { required: false, registered: false, verified: false };

/** Every visit passes the access gate first. */
export const root = createRootRouteWithContext<{ readonly queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFound,
  beforeLoad: async ({ context, location }) => {
    const signedIn = token() !== null;
    // The server enforces the second factor; without its answer the gate leaves the rest to it.
    const twoFactor = signedIn
      ? await context.queries.ensureQueryData(twoFactorQuery()).catch(() => noTwoFactor)
      : noTwoFactor;
    const isIn = token() !== null;
    const to = gateTo({ signedIn: isIn, twoFactor }, location.pathname);
    if (!isIn && to !== null) wantAfterSignIn(location.href);
    // The gate leads whoever is through to the sites.
    const wanted = isIn && (to ?? location.pathname) === '/sites' ? takeWanted() : null;
    if (wanted !== null) throw redirect({ href: wanted, replace: true });
    if (to !== null) throw redirect({ to, replace: true });
  },
});

/** The signed-in frame: sidebar, header, banner. Its pages have the person and a selection. */
export const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: lazyPage(() => import('./frame.tsx'), 'SignedIn'),
  beforeLoad: async ({ context, location }) => {
    const me = await context.queries.ensureQueryData(meQuery());
    // A wall display knows one site, and shows it whole.
    if (me.kind === 'wall' && me.current_location !== null && location.pathname === '/sites') {
      throw redirect({ to: `/sites/${me.current_location.id}/wall` as string, replace: true });
    }
  },
});
