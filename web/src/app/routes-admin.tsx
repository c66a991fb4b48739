import { createRoute } from '@tanstack/react-router';
import { may } from '@tocsin/contract/permissions';
import type { Me } from '../domain/me.ts';
import { managesClient, mayAddDevice, mayAddSite } from '../domain/rights.ts';
import { only } from '../domain/route-guard.ts';
import { lazyPage } from './lazy-page.ts';
import { frame } from './routes-root.tsx';

/** The administration routes: clients, sites, users, devices, e-mail rules, operator settings, audit. */
const picksClients = (me: Me): boolean => may(me, 'clients.list');
const staff = (me: Me): boolean => may(me, 'staff');
const oem = (me: Me): boolean => may(me, 'oem');
/** The user's site need not be the selected one. */
const addsPeople = (me: Me): boolean => may(me, 'users.add');

type Pages<M> = () => Promise<M>;
type Options = { readonly may?: (me: Me) => boolean };

/** The site from which the user page was opened. */
const siteSearch = (search: Record<string, unknown>): { readonly site?: number } => {
  const site = Number(search.site);
  return Number.isInteger(site) && site > 0 ? { site } : {};
};

const page = <const P extends string, M extends Record<string, unknown>>(
  path: P,
  load: Pages<M>,
  name: keyof M & string,
  { may }: Options = {},
) =>
  createRoute({
    getParentRoute: () => frame,
    path,
    component: lazyPage(load, name),
    ...(may ? { beforeLoad: only(may) } : {}),
  });
const clientList = () => import('../features/clients/list-page.tsx');
const openDevice = () => import('../features/devices/open-page.tsx');
const ruleForm = () => import('../features/email-rules/form-page.tsx');
const clientForm = () => import('../features/clients/form-page.tsx');
const addUser = createRoute({
  getParentRoute: () => frame,
  path: '/sites/add/user',
  validateSearch: siteSearch,
  component: lazyPage(() => import('../features/users/add-page.tsx'), 'AddUserPage'),
  beforeLoad: only(addsPeople),
});
const editUser = createRoute({
  getParentRoute: () => frame,
  path: '/sites/edit/assign/user/$id',
  validateSearch: siteSearch,
  component: lazyPage(() => import('../features/users/edit-page.tsx'), 'EditUserPage'),
  beforeLoad: only(addsPeople),
});
/** The name of an unknown edge node, which prefills the form. */
const addDevice = createRoute({
  getParentRoute: () => frame,
  path: '/devices/add/device',
  validateSearch: ({ udf_id }: Record<string, unknown>): { readonly udf_id?: string } =>
    typeof udf_id === 'string' && udf_id.length <= 8 ? { udf_id } : {},
  component: lazyPage(() => import('../features/devices/add-page.tsx'), 'AddDevicePage'),
  beforeLoad: only(mayAddDevice),
});
const text = (value: unknown, most: number): string | undefined => {
  const written = typeof value === 'number' ? String(value) : value;
  return typeof written === 'string' && written !== '' && written.length <= most ? written : undefined;
};
/** A sender that waits, and the format to start from. */
const addValues = createRoute({
  getParentRoute: () => frame,
  path: '/devices/add/values',
  validateSearch: (search: Record<string, unknown>): { readonly sender?: string; readonly format?: string } => {
    const sender = text(search.sender, 64);
    const format = text(search.format, 60);
    return { ...(sender ? { sender } : {}), ...(format ? { format } : {}) };
  },
  component: lazyPage(() => import('../features/payload-maps/page.tsx'), 'AddValuesPage'),
  beforeLoad: only(mayAddDevice),
});
export const adminRoutes = [
  page('/clients', clientList, 'ClientListPage', { may: picksClients }),
  page('/clients/$search', clientList, 'ClientListPage', { may: picksClients }),
  page('/clients/add/client', clientForm, 'AddClientPage', { may: staff }),
  page('/clients/sign-in/$id', () => import('../features/client-sign-in/page.tsx'), 'ClientSignInPage', {
    may: managesClient,
  }),
  page('/clients/add/client/$id', clientForm, 'EditClientPage', { may: managesClient }),
  page('/sites/add/site', () => import('../features/sites/add-page.tsx'), 'AddSitePage', { may: mayAddSite }),
  page('/sites/edit/$id', () => import('./edit-site-route.tsx'), 'EditSite'),
  page('/devices/add', () => import('../features/devices/choice-page.tsx'), 'AddChoicePage', { may: mayAddDevice }),
  addDevice,
  addValues,
  page('/devices/add/modbus', openDevice, 'AddModbusPage', { may: mayAddDevice }),
  page('/devices/add/json', openDevice, 'AddJsonPage', { may: mayAddDevice }),
  page('/devices/edit/device/$id', () => import('../features/devices/edit-page.tsx'), 'EditDevicePage'),
  page('/devices/edit/device/$id/values', () => import('../features/payload-maps/page.tsx'), 'EditValuesPage'),
  page('/devices/edit/device/$id/connect', () => import('../features/devices/connect-page.tsx'), 'ConnectPage'),
  page('/user/setting/keys', () => import('../features/accounts/api-keys/page.tsx'), 'KeysPage'),
  page('/user/setting/notification', () => import('../features/email-rules/list-page.tsx'), 'RuleListPage'),
  page('/user/setting/add/notification', ruleForm, 'AddRulePage'),
  page('/user/setting/add/notification/$id', ruleForm, 'EditRulePage'),
  page('/oem/setting', () => import('../features/settings/hub-page.tsx'), 'OemSettingPage', { may: oem }),
  page('/settings/rss/edit', () => import('../features/settings/rss-page.tsx'), 'RssPage', { may: oem }),
  page('/settings/oem/contacts', () => import('../features/settings/contacts-page.tsx'), 'ContactsPage', { may: oem }),
  page('/settings/oem/second-factor', () => import('../features/settings/second-factor-page.tsx'), 'SecondFactorPage', {
    may: oem,
  }),
  page('/settings/oem/sms', () => import('../features/settings/sms-page.tsx'), 'SmsPage', { may: oem }),
  page('/flatpages', () => import('../features/settings/styles-page.tsx'), 'StylesPage', { may: oem }),
  page('/flatpages/$slug', () => import('../features/settings/flat-page.tsx'), 'FlatPageReader'),
  page('/oem/registry', () => import('../features/settings/registry-page.tsx'), 'RegistryPage', { may: oem }),
  page('/oem/unknown', () => import('../features/settings/unknown-page.tsx'), 'UnknownNodesPage', { may: oem }),
  page('/oem/health', () => import('../features/health/page.tsx'), 'HealthPage', { may: staff }),
  page('/oem/removed', () => import('../features/trash/page.tsx'), 'RemovedPage', { may: staff }),
  page('/oem/mailbox', () => import('../features/mailbox/page.tsx'), 'MailboxPage', { may: staff }),
  page('/audit', () => import('../features/audit/page.tsx'), 'AuditPage', { may: managesClient }),
  page('/audit/chain', () => import('../features/audit/chain-page.tsx'), 'AuditChainPage', { may: oem }),
  addUser,
  editUser,
] as const;
