import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.ts';
import { frame } from './routes-root.tsx';
import { only } from './wire/only.ts';
import { type Me, mayAddSite } from './wire/plant.ts';

/** The routes of administration: clients, sites, people, devices, e-mail rules, operator settings, audit. */
const managesClients = (me: Me): boolean => me.is_staff || me.is_accounts_management;
const picksClients = (me: Me): boolean => managesClients(me) || me.clients.length > 1;
const staff = (me: Me): boolean => me.is_staff;
const oem = (me: Me): boolean => me.is_oem || me.is_superuser;
const addsDevices = (me: Me): boolean => me.is_manager || me.is_accounts_management || oem(me);
/** The site whose person it is need not be the selected one. */
const editsSomewhere = (me: Me): boolean =>
  managesClients(me) || Object.values(me.locations_roles).some((role) => role !== 'User');

type Pages<M> = () => Promise<M>;
type Options = { readonly may?: (me: Me) => boolean };

/** The site from which one came to a person's page. */
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
const clientList = () => import('./rooms/clients/list-page.tsx');
const ruleForm = () => import('./rooms/email-rules/form-page.tsx');
const clientForm = () => import('./rooms/clients/form-page.tsx');
const addUser = createRoute({
  getParentRoute: () => frame,
  path: '/sites/add/user',
  validateSearch: siteSearch,
  component: lazyPage(() => import('./rooms/users/add-page.tsx'), 'AddUserPage'),
  beforeLoad: only(editsSomewhere),
});
const editUser = createRoute({
  getParentRoute: () => frame,
  path: '/sites/edit/assign/user/$id',
  validateSearch: siteSearch,
  component: lazyPage(() => import('./rooms/users/edit-page.tsx'), 'EditUserPage'),
  beforeLoad: only(editsSomewhere),
});
/** An unknown edge node's name, which the form begins with. */
const addDevice = createRoute({
  getParentRoute: () => frame,
  path: '/devices/add/device',
  validateSearch: ({ udf_id }: Record<string, unknown>): { readonly udf_id?: string } =>
    typeof udf_id === 'string' && udf_id.length <= 8 ? { udf_id } : {},
  component: lazyPage(() => import('./rooms/devices/add-page.tsx'), 'AddDevicePage'),
  beforeLoad: only(addsDevices),
});
export const adminRoutes = [
  page('/clients', clientList, 'ClientListPage', { may: picksClients }),
  page('/clients/$search', clientList, 'ClientListPage', { may: picksClients }),
  page('/clients/add/client', clientForm, 'AddClientPage', { may: staff }),
  page('/clients/add/client/$id', clientForm, 'EditClientPage', { may: managesClients }),
  page('/sites/add/site', () => import('./rooms/sites/add-page.tsx'), 'AddSitePage', { may: mayAddSite }),
  page('/sites/edit/$id', () => import('./rooms/sites/edit-page.tsx'), 'EditSitePage'),
  addDevice,
  page('/devices/edit/device/$id', () => import('./rooms/devices/edit-page.tsx'), 'EditDevicePage'),
  page('/devices/edit/device/$id/connect', () => import('./rooms/devices/connect-page.tsx'), 'ConnectPage'),
  page('/user/setting/keys', () => import('./rooms/accounts/keys/page.tsx'), 'KeysPage'),
  page('/user/setting/notification', () => import('./rooms/email-rules/list-page.tsx'), 'RuleListPage'),
  page('/user/setting/add/notification', ruleForm, 'AddRulePage'),
  page('/user/setting/add/notification/$id', ruleForm, 'EditRulePage'),
  page('/oem/setting', () => import('./rooms/settings/hub-page.tsx'), 'OemSettingPage', { may: oem }),
  page('/settings/rss/edit', () => import('./rooms/settings/rss-page.tsx'), 'RssPage', { may: oem }),
  page('/settings/oem/contacts', () => import('./rooms/settings/contacts-page.tsx'), 'ContactsPage', { may: oem }),
  page('/flatpages', () => import('./rooms/settings/styles-page.tsx'), 'StylesPage', { may: oem }),
  page('/flatpages/$slug', () => import('./rooms/settings/flat-page.tsx'), 'FlatPageReader'),
  page('/oem/registry', () => import('./rooms/settings/registry-page.tsx'), 'RegistryPage', { may: oem }),
  page('/oem/unknown', () => import('./rooms/settings/unknown-page.tsx'), 'UnknownNodesPage', { may: oem }),
  page('/oem/health', () => import('./rooms/health/page.tsx'), 'HealthPage', { may: staff }),
  page('/oem/removed', () => import('./rooms/settings/removed-page.tsx'), 'RemovedPage', { may: staff }),
  page('/oem/mailbox', () => import('./rooms/accounts/mailbox-page.tsx'), 'MailboxPage', { may: staff }),
  page('/audit', () => import('./rooms/audit/page.tsx'), 'AuditPage', { may: managesClients }),
  addUser,
  editUser,
] as const;
