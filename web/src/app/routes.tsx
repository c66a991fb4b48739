import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { may } from '@tocsin/contract/permissions';
import { meQuery } from '../domain/me.ts';
import { editsSite, opensVisualDashboard } from '../domain/rights.ts';
import { only } from '../domain/route-guard.ts';
import { graphSearch } from '../features/telemetry/graphs/graph-search.ts';
import { PageFailed } from '../ui/page-states.tsx';
import { Loading } from '../ui/states.tsx';
import { lazyPage } from './lazy-page.ts';
import { adminRoutes } from './routes-admin.tsx';
import { frame, root } from './routes-root.tsx';
import { siteRoutes } from './routes-site.tsx';

/** The routes of the specification. Each page is a separate chunk that is loaded on its first visit. */

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyPage(() => import('../features/accounts/landing-page.tsx'), 'LandingPage'),
});

const feedback = createRoute({
  getParentRoute: () => root,
  path: '/feedback',
  component: lazyPage(() => import('../features/accounts/feedback-page.tsx'), 'FeedbackPage'),
});
const activation = createRoute({
  getParentRoute: () => root,
  path: '/register/activate/$token',
  component: lazyPage(() => import('../features/accounts/activation-page.tsx'), 'ActivationPage'),
});
const passwordReset = createRoute({
  getParentRoute: () => root,
  path: '/password/reset/key/$id',
  component: lazyPage(() => import('../features/accounts/password-reset-page.tsx'), 'PasswordResetPage'),
});
const twoFactorSetup = createRoute({
  getParentRoute: () => root,
  path: '/setup2FA',
  component: lazyPage(() => import('../features/accounts/two-factor/setup-page.tsx'), 'TwoFactorSetupPage'),
});
const twoFactorVerify = createRoute({
  getParentRoute: () => root,
  path: '/verify2FA',
  component: lazyPage(() => import('../features/accounts/two-factor/verify-page.tsx'), 'TwoFactorVerifyPage'),
});

const emailConfirm = createRoute({
  getParentRoute: () => root,
  path: '/email/confirm/$key',
  component: lazyPage(() => import('../features/accounts/email-confirm-page.tsx'), 'EmailConfirmPage'),
});
const invitationLink = createRoute({
  getParentRoute: () => root,
  path: '/invitation/link/$token',
  component: lazyPage(() => import('../features/accounts/invitations/link-page.tsx'), 'InvitationLinkPage'),
});
const messageLink = createRoute({
  getParentRoute: () => root,
  path: '/acknowledge/$token',
  component: lazyPage(() => import('../features/messages/link-page.tsx'), 'MessageLinkPage'),
});
const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe/$token',
  component: lazyPage(() => import('../features/email-rules/unsubscribe-page.tsx'), 'UnsubscribePage'),
});
const providerSignIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/client/$id',
  component: lazyPage(() => import('../features/accounts/provider/sign-in-page.tsx'), 'ProviderSignInPage'),
});
const passkeySignIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/passkey',
  component: lazyPage(() => import('../features/accounts/passkeys/sign-in-page.tsx'), 'PasskeySignInPage'),
});
const providerReturn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/return',
  component: lazyPage(() => import('../features/accounts/provider/return-page.tsx'), 'ProviderReturnPage'),
});
const wallOpen = createRoute({
  getParentRoute: () => root,
  path: '/wall',
  component: lazyPage(() => import('../features/accounts/wall/open-page.tsx'), 'WallOpenPage'),
});

/** The wall display of a site: full screen, without the shell. */
const wallMode = createRoute({
  getParentRoute: () => root,
  path: '/sites/$id/wall',
  component: lazyPage(() => import('../features/telemetry/wall/page.tsx'), 'WallPage'),
  beforeLoad: async ({ context }) => {
    await context.queries.ensureQueryData(meQuery());
  },
});

const sites = createRoute({
  getParentRoute: () => frame,
  path: '/sites',
  component: lazyPage(() => import('./sites-route.tsx'), 'Sites'),
});

const devices = createRoute({
  getParentRoute: () => frame,
  path: '/devices',
  component: lazyPage(() => import('../features/devices/list-page.tsx'), 'DeviceListPage'),
});
const devicesOfSite = createRoute({
  getParentRoute: () => frame,
  path: '/devices/$id',
  component: lazyPage(() => import('../features/devices/list-page.tsx'), 'DeviceListPage'),
});

const helpPage = lazyPage(() => import('../features/help/page.tsx'), 'HelpPage');
const help = [
  createRoute({ getParentRoute: () => frame, path: '/help', component: helpPage }),
  createRoute({ getParentRoute: () => frame, path: '/help/$slug', component: helpPage }),
] as const;

const userSettings = createRoute({
  getParentRoute: () => frame,
  path: '/user/setting',
  component: lazyPage(() => import('../features/accounts/settings/page.tsx'), 'UserSettingsPage'),
});

const myNotifications = createRoute({
  getParentRoute: () => frame,
  path: '/my-notifications',
  component: lazyPage(() => import('../features/contact-methods/page.tsx'), 'MyNotificationsPage'),
});

const wallLinks = createRoute({
  getParentRoute: () => frame,
  path: '/sites/edit/$id/walls',
  component: lazyPage(() => import('../features/accounts/wall/links-page.tsx'), 'WallLinksPage'),
});

const dashboard = createRoute({
  getParentRoute: () => frame,
  path: '/dashboard',
  // The maintenance mode flag.
  validateSearch: (search: Record<string, unknown>): { readonly maintenance?: true } =>
    search.maintenance === true || search.maintenance === 'true' ? { maintenance: true } : {},
  component: lazyPage(() => import('./dashboard-route.tsx'), 'Dashboard'),
});
const maintenanceTest = createRoute({
  getParentRoute: () => frame,
  path: '/maintenance/$device/$sensor',
  component: lazyPage(() => import('../features/maintenance/test-page.tsx'), 'TestPage'),
});
const walkTest = createRoute({
  getParentRoute: () => frame,
  path: '/maintenance/$device/walk',
  component: lazyPage(() => import('../features/walk-tests/page.tsx'), 'WalkTestPage'),
});
const shelves = createRoute({
  getParentRoute: () => frame,
  path: '/shelves',
  component: lazyPage(() => import('../features/shelves/page.tsx'), 'ShelvesPage'),
});

const alarmRegister = createRoute({
  getParentRoute: () => frame,
  path: '/sites/$id/alarm-register',
  component: lazyPage(() => import('../features/alarm-register/page.tsx'), 'AlarmRegisterPage'),
});

const maintenanceTasks = createRoute({
  getParentRoute: () => frame,
  path: '/maintenance-tasks',
  component: lazyPage(() => import('../features/maintenance-tasks/page.tsx'), 'MaintenanceTasksPage'),
});
const onCall = createRoute({
  getParentRoute: () => frame,
  path: '/on-call',
  component: lazyPage(() => import('./on-call-route.tsx'), 'OnCall'),
});
const webhooks = createRoute({
  getParentRoute: () => frame,
  path: '/webhooks',
  component: lazyPage(() => import('../features/webhooks/page.tsx'), 'WebhooksPage'),
});
const outOfService = createRoute({
  getParentRoute: () => frame,
  path: '/out-of-service',
  component: lazyPage(() => import('../features/out-of-service/page.tsx'), 'OutOfServicePage'),
});
const protection = createRoute({
  getParentRoute: () => frame,
  path: '/protection',
  // The weekly e-mail links to a site's list and to its CSV file.
  validateSearch: (
    search: Record<string, unknown>,
  ): { readonly site?: number; readonly csv?: true; readonly view?: 'hours' } => ({
    ...(Number.isInteger(search.site) ? { site: Number(search.site) } : {}),
    ...(search.csv === true || search.csv === 'true' ? { csv: true } : {}),
    ...(search.view === 'hours' ? { view: 'hours' } : {}),
  }),
  component: lazyPage(() => import('../features/protection/page.tsx'), 'ProtectionPage'),
});
const analytics = createRoute({
  getParentRoute: () => frame,
  path: '/analytics',
  component: lazyPage(() => import('../features/analytics/page.tsx'), 'AnalyticsPage'),
  beforeLoad: only((me) => may(me, 'oem') || editsSite(me)),
});

const historicalSearch = createRoute({
  getParentRoute: () => frame,
  path: '/dashboard/historical',
  component: lazyPage(() => import('../features/telemetry/historical/search-page.tsx'), 'HistoricalSearchPage'),
});
/** The device of a historical moment, which links in e-mails and in the log contain, whatever is selected. */
const deviceSearch = (search: Record<string, unknown>): { readonly device?: number } => {
  const device = Number(search.device);
  return Number.isInteger(device) && device > 0 ? { device } : {};
};
const snapshotPage = lazyPage(() => import('../features/telemetry/historical/snapshot-page.tsx'), 'SnapshotPage');
const snapshotAt = createRoute({
  getParentRoute: () => frame,
  path: '/dashboard/historical/$moment',
  component: snapshotPage,
});
const snapshotOf = createRoute({
  getParentRoute: () => frame,
  path: '/dashboard/historical/snapshot/$timestamp',
  validateSearch: deviceSearch,
  component: snapshotPage,
});

const namesPage = lazyPage(() => import('../features/sensors/names-page.tsx'), 'SensorNamesPage');
const imagesPage = lazyPage(() => import('../features/sensors/images-page.tsx'), 'SensorImagesPage');
const responsesPage = lazyPage(() => import('../features/sensors/responses-page.tsx'), 'SensorResponsesPage');
const typesPage = lazyPage(() => import('../features/sensors/types-page.tsx'), 'SensorTypesPage');
const deviceTypesPage = lazyPage(() => import('../features/sensors/template/page.tsx'), 'DeviceTypesPage');
const copyPage = lazyPage(() => import('../features/sensors/copy/page.tsx'), 'CopySettingsPage');
const warningsPage = lazyPage(() => import('./warnings-route.tsx'), 'Warnings');
/** The specification has two addresses of these pages. */
const sensorSettings = [
  createRoute({ getParentRoute: () => frame, path: '/dashboard/edit/warnings', component: warningsPage }),
  createRoute({ getParentRoute: () => frame, path: '/dashboard/edit/sensor/names', component: namesPage }),
  createRoute({ getParentRoute: () => frame, path: '/dashboard/edit/sensor/images', component: imagesPage }),
  createRoute({ getParentRoute: () => frame, path: '/dashboard/edit/sensor/types', component: typesPage }),
  createRoute({ getParentRoute: () => frame, path: '/dashboard/edit/sensor/responses', component: responsesPage }),
  createRoute({ getParentRoute: () => frame, path: '/dashboard/edit/sensor/copy', component: copyPage }),
  createRoute({
    getParentRoute: () => frame,
    path: '/device-types',
    component: deviceTypesPage,
    validateSearch: ({ type }: Record<string, unknown>): { readonly type?: number } =>
      Number.isInteger(Number(type)) && Number(type) > 0 ? { type: Number(type) } : {},
  }),
  createRoute({ getParentRoute: () => frame, path: '/edit/sensor/names', component: namesPage }),
  createRoute({ getParentRoute: () => frame, path: '/edit/sensor/images', component: imagesPage }),
  createRoute({ getParentRoute: () => frame, path: '/edit/sensor/types', component: typesPage }),
] as const;

const graphsPage = lazyPage(() => import('../features/telemetry/graphs/page.tsx'), 'GraphsPage');
const graphs = createRoute({
  getParentRoute: () => frame,
  path: '/graphs',
  validateSearch: graphSearch,
  component: graphsPage,
});
const graphsOne = createRoute({
  getParentRoute: () => frame,
  path: '/graphs/$sensorId',
  validateSearch: graphSearch,
  component: graphsPage,
});
const graphsThen = createRoute({
  getParentRoute: () => frame,
  path: '/graphs/historical/$moment',
  validateSearch: graphSearch,
  component: graphsPage,
});
const graphsThenOne = createRoute({
  getParentRoute: () => frame,
  path: '/graphs/historical/$moment/$sensorId',
  validateSearch: graphSearch,
  component: graphsPage,
});
/** A longer address that the specification uses once. */
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

/** The visual dashboard; users without access are redirected to /. */
const plant = createRoute({
  getParentRoute: () => frame,
  id: 'plant',
  component: Outlet,
  beforeLoad: only(opensVisualDashboard),
});
const plantEntry = createRoute({
  getParentRoute: () => plant,
  path: '/visual-dashboard',
  component: lazyPage(() => import('../features/schemas/entry-page.tsx'), 'VisualDashboardEntry'),
});
const schemaList = createRoute({
  getParentRoute: () => plant,
  path: '/visual-dashboard/site/$siteId/schemas',
  component: lazyPage(() => import('../features/schemas/list/page.tsx'), 'SchemaListPage'),
});
const schemaLive = createRoute({
  getParentRoute: () => plant,
  path: '/visual-dashboard/site/$siteId/schemas/$schemaId/tabs/$tabId',
  component: lazyPage(() => import('../features/schemas/live/page.tsx'), 'SchemaLivePage'),
});
const machineDetails = createRoute({
  getParentRoute: () => plant,
  path: '/visual-dashboard/site/$siteId/schemas/$schemaId/tabs/$tabId/machines/$machineId',
  component: lazyPage(() => import('../features/schemas/machine/page.tsx'), 'MachineDetailsPage'),
});

/** The editor uses the whole window: no sidebar, no banner. */
const editor = createRoute({
  getParentRoute: () => root,
  id: 'editor',
  component: Outlet,
  beforeLoad: only(opensVisualDashboard),
});
/** One page for all addresses of the editor, so that it stays mounted when the first save changes the address. */
const editorPage = lazyPage(() => import('../features/schemas/editor/page.tsx'), 'SchemaEditorPage');
const editorRoutes = (['new', '$schemaId/edit', '$schemaId/tabs/$tabId/edit', '$schemaId/new-tab'] as const).map(
  (path) =>
    createRoute({
      getParentRoute: () => editor,
      path: `/visual-dashboard/site/$siteId/schemas/${path}`,
      component: editorPage,
    }),
);

const logPage = lazyPage(() => import('../features/notifications/log/page.tsx'), 'NotificationLogPage');
const log = createRoute({ getParentRoute: () => frame, path: '/notifications', component: logPage });
const logOfAll = createRoute({ getParentRoute: () => frame, path: '/notifications/all', component: logPage });

const tree = root.addChildren([
  landing,
  feedback,
  activation,
  passwordReset,
  twoFactorSetup,
  twoFactorVerify,
  emailConfirm,
  invitationLink,
  messageLink,
  unsubscribe,
  providerSignIn,
  passkeySignIn,
  providerReturn,
  wallOpen,
  wallMode,
  editor.addChildren(editorRoutes),
  frame.addChildren([
    //
    sites,
    devices,
    devicesOfSite,
    ...help,
    userSettings,
    wallLinks,
    dashboard,
    maintenanceTest,
    walkTest,
    shelves,
    alarmRegister,
    outOfService,
    onCall,
    webhooks,
    myNotifications,
    maintenanceTasks,
    protection,
    analytics,
    ...sensorSettings,
    log,
    logOfAll,
    historicalSearch,
    snapshotAt,
    snapshotOf,
    graphs,
    graphsOne,
    graphsThen,
    graphsThenOne,
    graphsThenLong,
    graphsThenOneLong,
    plant.addChildren([plantEntry, schemaList, schemaLive, machineDetails]),
    ...siteRoutes,
    ...adminRoutes,
  ]),
]);

export const makeRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queries },
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultPendingMs: 300,
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
