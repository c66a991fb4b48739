import { createRoute } from '@tanstack/react-router';
import { comparisonSearch } from '../features/telemetry/comparison/search.ts';
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

const comparison = createRoute({
  getParentRoute: () => frame,
  path: '/sites/$id/compare',
  validateSearch: comparisonSearch,
  component: lazyPage(() => import('../features/telemetry/comparison/page.tsx'), 'ComparisonPage'),
});

/** Pages about one site: its proof tests, inspection, rounds, shifts and compared graphs. */
export const siteRoutes = [ledger, inspection, rounds, handover, comparison] as const;
