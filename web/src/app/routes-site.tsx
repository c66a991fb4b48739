import type { HandoverSpan } from '@tocsin/contract/handover';
import { editsSite, opensVisualDashboard } from '../domain/rights.ts';
import { filmSearch } from '../features/schemas/film/search.ts';
import { siteMomentSearch } from '../features/site-moment/search.ts';
import { comparisonSearch } from '../features/telemetry/comparison/search.ts';
import { page, searched } from './routes-root.tsx';

/** Not imported from the contract, whose module would become part of the first script of every page. */
const handoverSpans: readonly HandoverSpan[] = ['shift', 'day', 'week'];
/** `at`: a moment of the shown shift; absent: the current shift. */
const handoverSearch = (search: Record<string, unknown>): { readonly at?: string; readonly span?: HandoverSpan } => {
  const span = handoverSpans.find((each) => each === search.span);
  return { ...(typeof search.at === 'string' ? { at: search.at } : {}), ...(span === undefined ? {} : { span }) };
};
const edgesPage = () => import('../features/edges/page.tsx');
const roundsPage = () => import('./rounds-route.tsx');
const editors = { shows: editsSite };

/** Routes of pages about one site. */
export const siteRoutes = [
  page('/maintenance', () => import('./maintenance-route.tsx')),
  page('/sites/$id/proof-tests', () => import('../features/maintenance/ledger-page.tsx')),
  page('/sites/$id/inspection', () => import('../features/inspection/page.tsx'), editors),
  page('/sites/$id/rounds', roundsPage),
  // These two open without a network (public/field-worker.js).
  page('/rounds', roundsPage),
  page('/m/$code', () => import('./machine-route.tsx')),
  searched('/sites/$id/handover', () => import('../features/handover/page.tsx'), handoverSearch),
  searched('/sites/$id/compare', () => import('../features/telemetry/comparison/page.tsx'), comparisonSearch),
  searched('/sites/$id/moment', () => import('../features/site-moment/page.tsx'), siteMomentSearch),
  page('/dashboard/bearings', () => import('../features/bearing-weeks/page.tsx')),
  searched('/visual-dashboard/site/$siteId/film', () => import('../features/schemas/film/page.tsx'), filmSearch, {
    may: opensVisualDashboard,
  }),
  page('/edges', edgesPage, editors),
  page('/edges/$id', edgesPage, editors),
] as const;
