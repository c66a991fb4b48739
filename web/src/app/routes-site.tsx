import { createRoute } from '@tanstack/react-router';
import type { HandoverSpan } from '@tocsin/contract/handover';
import { opensVisualDashboard } from '../domain/rights.ts';
import { only } from '../domain/route-guard.ts';
import { filmSearch } from '../features/schemas/film/search.ts';
import { siteMomentSearch } from '../features/site-moment/search.ts';
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
/** Not imported from the contract, whose module would become part of the first script of every page. */
const handoverSpans: readonly HandoverSpan[] = ['shift', 'day', 'week'];
const handover = createRoute({
  getParentRoute: () => frame,
  path: '/sites/$id/handover',
  // `at`: a moment of the shown shift; absent: the current shift.
  validateSearch: (search: Record<string, unknown>): { readonly at?: string; readonly span?: HandoverSpan } => {
    const span = handoverSpans.find((each) => each === search.span);
    return { ...(typeof search.at === 'string' ? { at: search.at } : {}), ...(span === undefined ? {} : { span }) };
  },
  component: lazyPage(() => import('../features/handover/page.tsx'), 'HandoverPage'),
});

const comparison = createRoute({
  getParentRoute: () => frame,
  path: '/sites/$id/compare',
  validateSearch: comparisonSearch,
  component: lazyPage(() => import('../features/telemetry/comparison/page.tsx'), 'ComparisonPage'),
});

const moment = createRoute({
  getParentRoute: () => frame,
  path: '/sites/$id/moment',
  validateSearch: siteMomentSearch,
  component: lazyPage(() => import('../features/site-moment/page.tsx'), 'SiteMomentPage'),
});

const bearingWeeks = createRoute({
  getParentRoute: () => frame,
  path: '/dashboard/bearings',
  component: lazyPage(() => import('../features/bearing-weeks/page.tsx'), 'BearingWeeksPage'),
});

const plantFilm = createRoute({
  getParentRoute: () => frame,
  path: '/visual-dashboard/site/$siteId/film',
  validateSearch: filmSearch,
  component: lazyPage(() => import('../features/schemas/film/page.tsx'), 'FilmPage'),
  beforeLoad: only(opensVisualDashboard),
});

const edgesPage = lazyPage(() => import('../features/edges/page.tsx'), 'EdgesPage');
const edges = createRoute({ getParentRoute: () => frame, path: '/edges', component: edgesPage });
const edgesOfSite = createRoute({ getParentRoute: () => frame, path: '/edges/$id', component: edgesPage });

/** Routes of pages about one site. */
export const siteRoutes = [
  ledger,
  inspection,
  rounds,
  handover,
  comparison,
  moment,
  bearingWeeks,
  plantFilm,
  edges,
  edgesOfSite,
] as const;
