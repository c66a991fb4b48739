import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { may } from '@tocsin/contract/permissions';
import { type Me, meQuery } from '../domain/me.ts';
import { editsSite, managesClient, opensVisualDashboard } from '../domain/rights.ts';
import { only } from '../domain/route-guard.ts';
import { graphSearch } from '../features/telemetry/graphs/graph-search.ts';
import { PageFailed } from '../ui/page-states.tsx';
import { lazyPage } from './lazy-page.ts';
import { PagePending } from './page-pending.tsx';
import { adminRoutes } from './routes-admin.tsx';
import { frame, outer, page, root, searched } from './routes-root.tsx';
import { siteRoutes } from './routes-site.tsx';

/** Pages without the shell. Each page is a separate chunk that is loaded on its first visit. */
const outerRoutes = [
  outer('/', () => import('../features/accounts/landing-page.tsx')),
  outer('/feedback', () => import('../features/accounts/feedback-page.tsx')),
  outer('/register/activate/$token', () => import('../features/accounts/activation-page.tsx')),
  outer('/password/reset/key/$id', () => import('../features/accounts/password-reset-page.tsx')),
  outer('/setup2FA', () => import('../features/accounts/two-factor/setup-page.tsx')),
  outer('/verify2FA', () => import('../features/accounts/two-factor/verify-page.tsx')),
  outer('/email/confirm/$key', () => import('../features/accounts/email-confirm-page.tsx')),
  outer('/invitation/link/$token', () => import('../features/accounts/invitations/link-page.tsx')),
  outer('/acknowledge/$token', () => import('../features/messages/link-page.tsx')),
  outer('/unsubscribe/$token', () => import('../features/email-rules/unsubscribe-page.tsx')),
  outer('/sign-in/client/$id', () => import('../features/accounts/provider/sign-in-page.tsx')),
  outer('/sign-in/passkey', () => import('../features/accounts/passkeys/sign-in-page.tsx')),
  outer('/sign-in/return', () => import('../features/accounts/provider/return-page.tsx')),
  outer('/wall', () => import('../features/accounts/wall/open-page.tsx')),
] as const;

/** The wall display of a site. */
const wall = createRoute({
  getParentRoute: () => root,
  path: '/sites/$id/wall',
  component: lazyPage(() => import('../features/telemetry/wall/page.tsx')),
  beforeLoad: async ({ context }) => {
    await context.queries.ensureQueryData(meQuery());
  },
});

const visual = { may: opensVisualDashboard };
const editors = { shows: editsSite };
const helpPage = () => import('../features/help/page.tsx');
const deviceListPage = () => import('./devices-route.tsx');
const graphsPage = () => import('../features/telemetry/graphs/page.tsx');
const logPage = () => import('./log-route.tsx');
const snapshotPage = () => import('../features/telemetry/historical/snapshot-page.tsx');
/** Sensor settings, of which the specification has two addresses. */
const namesPage = () => import('../features/sensors/names-page.tsx');
const imagesPage = () => import('../features/sensors/images-page.tsx');
const typesPage = () => import('../features/sensors/types-page.tsx');

/** The maintenance mode flag. */
const dashboardSearch = ({ maintenance }: Record<string, unknown>): { readonly maintenance?: true } =>
  maintenance === true || maintenance === 'true' ? { maintenance: true } : {};
/** The weekly e-mail links to a site's list and to its CSV file, the monthly one to the hours of its month. */
const protectionSearch = (
  search: Record<string, unknown>,
): { readonly site?: number; readonly csv?: true; readonly view?: 'hours'; readonly month?: string } => ({
  ...(Number.isInteger(search.site) ? { site: Number(search.site) } : {}),
  ...(search.csv === true || search.csv === 'true' ? { csv: true } : {}),
  ...(search.view === 'hours' ? { view: 'hours' } : {}),
  ...(/^20\d\d-(?:0[1-9]|1[0-2])$/.test(String(search.month)) ? { month: String(search.month) } : {}),
});
const positive = (value: unknown): number | undefined =>
  Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;
/** The device of a historical moment, which links in e-mails and in the log contain, whatever is selected. */
const deviceSearch = (search: Record<string, unknown>): { readonly device?: number } => {
  const device = positive(search.device);
  return device === undefined ? {} : { device };
};
/** A limit that was tried in a graph, for the form of the rules. */
const limitSearch = (search: Record<string, unknown>): { readonly rule?: number; readonly limit?: number } => {
  const rule = positive(search.rule);
  const limit = Number(search.limit);
  return rule === undefined || !Number.isFinite(limit) ? {} : { rule, limit };
};
const typeSearch = (search: Record<string, unknown>): { readonly type?: number } => {
  const type = positive(search.type);
  return type === undefined ? {} : { type };
};

const pages = [
  page('/sites', () => import('./sites-route.tsx')),
  page('/devices', deviceListPage),
  page('/devices/$id', deviceListPage),
  page('/help', helpPage),
  page('/help/$slug', helpPage),
  page('/user/setting', () => import('../features/accounts/settings/page.tsx')),
  page('/my-notifications', () => import('../features/contact-methods/page.tsx')),
  page('/sites/edit/$id/walls', () => import('../features/accounts/wall/links-page.tsx')),
  searched('/dashboard', () => import('./dashboard-route.tsx'), dashboardSearch),
  page('/maintenance/$device/$sensor', () => import('../features/maintenance/test-page.tsx')),
  page('/maintenance/$device/walk', () => import('../features/walk-tests/page.tsx'), { shows: editsSite }),
  page('/maintenance/walk', () => import('./walk-route.tsx'), editors),
  page('/shelves', () => import('../features/shelves/page.tsx')),
  page('/sites/$id/alarm-register', () => import('../features/alarm-register/page.tsx')),
  page('/maintenance-tasks', () => import('../features/maintenance-tasks/page.tsx')),
  page('/on-call', () => import('./on-call-route.tsx')),
  page('/who-is-notified', () => import('../features/escalation/overview-page.tsx')),
  page('/policies', () => import('../features/escalation/policies-page.tsx')),
  page('/webhooks', () => import('../features/webhooks/page.tsx'), { shows: managesClient }),
  page('/out-of-service', () => import('../features/out-of-service/page.tsx')),
  searched('/protection', () => import('../features/protection/page.tsx'), protectionSearch),
  page('/analytics', () => import('../features/analytics/page.tsx'), {
    may: (me: Me) => may(me, 'oem') || editsSite(me),
  }),
  page('/dashboard/historical', () => import('../features/telemetry/historical/search-page.tsx')),
  page('/dashboard/historical/$moment', snapshotPage),
  searched('/dashboard/historical/snapshot/$timestamp', snapshotPage, deviceSearch),
  searched('/dashboard/edit/warnings', () => import('./warnings-route.tsx'), limitSearch, editors),
  page('/dashboard/edit/sensor/names', namesPage, editors),
  page('/dashboard/edit/sensor/images', imagesPage, editors),
  page('/dashboard/edit/sensor/types', typesPage, editors),
  page('/dashboard/edit/sensor/responses', () => import('../features/sensors/responses-page.tsx'), editors),
  page('/dashboard/edit/sensor/copy', () => import('../features/sensors/copy/page.tsx'), editors),
  page('/edit/sensor/names', namesPage),
  page('/edit/sensor/images', imagesPage),
  page('/edit/sensor/types', typesPage),
  searched('/device-types', () => import('../features/sensors/template/page.tsx'), typeSearch),
  page('/notifications', logPage),
  page('/notifications/all', logPage),
  searched('/graphs', graphsPage, graphSearch),
  searched('/graphs/$sensorId', graphsPage, graphSearch),
  searched('/graphs/historical/$moment', graphsPage, graphSearch),
  searched('/graphs/historical/$moment/$sensorId', graphsPage, graphSearch),
  page('/visual-dashboard', () => import('../features/schemas/entry-page.tsx'), visual),
  page('/visual-dashboard/site/$siteId/schemas', () => import('../features/schemas/list/page.tsx'), visual),
  page(
    '/visual-dashboard/site/$siteId/schemas/$schemaId/tabs/$tabId',
    () => import('../features/schemas/live/page.tsx'),
    visual,
  ),
  page(
    '/visual-dashboard/site/$siteId/schemas/$schemaId/tabs/$tabId/machines/$machineId',
    () => import('../features/schemas/machine/page.tsx'),
    visual,
  ),
] as const;

/** Longer addresses that the specification uses once. */
const graphsThenLong = createRoute({
  getParentRoute: () => frame,
  path: '/graphs/historical/graphs/$moment',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/graphs/historical/$moment', params, replace: true });
  },
});
const graphsThenOneLong = createRoute({
  getParentRoute: () => frame,
  path: '/graphs/historical/graphs/$moment/$sensorId',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/graphs/historical/$moment/$sensorId', params, replace: true });
  },
});

/** The editor uses the whole window: no sidebar, no banner. */
const editor = createRoute({
  getParentRoute: () => root,
  id: 'editor',
  component: Outlet,
  beforeLoad: only(opensVisualDashboard),
});
/** One page for all addresses of the editor, so that it stays mounted when the first save changes the address. */
const editorPage = lazyPage(() => import('../features/schemas/editor/page.tsx'));
const editorRoutes = (['new', '$schemaId/edit', '$schemaId/tabs/$tabId/edit', '$schemaId/new-tab'] as const).map(
  (path) =>
    createRoute({
      getParentRoute: () => editor,
      path: `/visual-dashboard/site/$siteId/schemas/${path}`,
      component: editorPage,
    }),
);

const tree = root.addChildren([
  ...outerRoutes,
  wall,
  editor.addChildren(editorRoutes),
  frame.addChildren([...pages, graphsThenLong, graphsThenOneLong, ...siteRoutes, ...adminRoutes]),
]);

export const makeRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queries },
    defaultPreload: 'intent',
    defaultPendingComponent: PagePending,
    defaultPendingMs: 300,
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
  interface StaticDataRouteOption {
    /** Who sees links to the page. Absent: everybody. */
    shows?: (me: Me) => boolean;
  }
}
