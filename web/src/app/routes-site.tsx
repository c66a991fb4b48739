import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.ts';
import { frame } from './routes-root.tsx';

const ledger = createRoute({
  getParentRoute: () => frame,
  path: '/sites/$id/proof-tests',
  component: lazyPage(() => import('../features/maintenance/ledger-page.tsx'), 'LedgerPage'),
});
const inspection = createRoute({
  getParentRoute: () => frame,
  path: '/sites/$id/inspection',
  component: lazyPage(() => import('../features/inspection/page.tsx'), 'InspectionPage'),
});
const rounds = createRoute({
  getParentRoute: () => frame,
  path: '/sites/$id/rounds',
  component: lazyPage(() => import('../features/rounds/page.tsx'), 'RoundsPage'),
});
const handover = createRoute({
  getParentRoute: () => frame,
  path: '/sites/$id/handover',
  // A moment of the shift that is shown; without it, the current one.
  validateSearch: (search: Record<string, unknown>): { readonly at?: string } =>
    typeof search.at === 'string' ? { at: search.at } : {},
  component: lazyPage(() => import('../features/handover/page.tsx'), 'HandoverPage'),
});

/** Pages about one site: its proof tests, inspection, rounds and shifts. */
export const siteRoutes = [ledger, inspection, rounds, handover] as const;
