import { may } from '@tocsin/contract/permissions';
import type { Me } from '../domain/me.ts';
import { editsSite, managesClient, mayAddDevice, mayAddSite } from '../domain/rights.ts';
import { page, searched } from './routes-root.tsx';

/** The administration routes: clients, sites, users, devices, e-mail rules, operator settings, audit. */
const picksClients = (me: Me): boolean => may(me, 'clients.list');
const staff = (me: Me): boolean => may(me, 'staff');
const oem = (me: Me): boolean => may(me, 'oem');
/** The user's site need not be the selected one. */
const addsPeople = (me: Me): boolean => may(me, 'users.add');

/** The site from which the user page was opened. */
const siteSearch = (search: Record<string, unknown>): { readonly site?: number } => {
  const site = Number(search.site);
  return Number.isInteger(site) && site > 0 ? { site } : {};
};

const clientList = () => import('../features/clients/list-page.tsx');
const openDevice = () => import('../features/devices/open-page.tsx');
const ruleForm = () => import('../features/email-rules/form-page.tsx');
const clientForm = () => import('../features/clients/form-page.tsx');
/** The name of an unknown edge node, which prefills the form. */
const nodeSearch = ({ udf_id }: Record<string, unknown>): { readonly udf_id?: string } =>
  typeof udf_id === 'string' && udf_id.length <= 8 ? { udf_id } : {};
const text = (value: unknown, most: number): string | undefined => {
  const written = typeof value === 'number' ? String(value) : value;
  return typeof written === 'string' && written !== '' && written.length <= most ? written : undefined;
};
/** A Sparkplug node or device that waits: its name, which is the UDF ID where it can be one. */
const jsonSearch = (search: Record<string, unknown>): { readonly udf_id?: string; readonly sparkplug?: string } => {
  const sparkplug = text(search.sparkplug, 60);
  return { ...nodeSearch(search), ...(sparkplug ? { sparkplug } : {}) };
};
/** A sender that waits, and the format to start from. */
const valuesSearch = (search: Record<string, unknown>): { readonly sender?: string; readonly format?: string } => {
  const sender = text(search.sender, 64);
  const format = text(search.format, 60);
  return { ...(sender ? { sender } : {}), ...(format ? { format } : {}) };
};
/** Whether the page goes on with the steps of adding a device, and whether its values came first. */
const addingSearch = ({ adding }: Record<string, unknown>): { readonly adding?: true | 'values' } =>
  adding === true || adding === 'values' ? { adding } : {};

export const adminRoutes = [
  page('/clients', clientList, { may: picksClients }),
  page('/clients/$search', clientList, { may: picksClients }),
  page('/clients/add/client', async () => (await clientForm()).AddClientPage, { may: staff }),
  page('/clients/sign-in/$id', () => import('../features/client-sign-in/page.tsx'), {
    may: managesClient,
  }),
  page('/clients/add/client/$id', async () => (await clientForm()).EditClientPage, { may: managesClient }),
  page('/sites/add/site', () => import('../features/sites/add-page.tsx'), { may: mayAddSite }),
  page('/sites/edit/$id', () => import('./edit-site-route.tsx'), { shows: editsSite }),
  page('/devices/add', () => import('../features/devices/choice-page.tsx'), { may: mayAddDevice }),
  searched('/devices/add/device', () => import('../features/devices/add-page.tsx'), nodeSearch, { may: mayAddDevice }),
  searched(
    '/devices/add/values',
    async () => (await import('../features/payload-maps/page.tsx')).AddValuesPage,
    valuesSearch,
    { may: mayAddDevice },
  ),
  page('/devices/add/modbus', async () => (await openDevice()).AddModbusPage, { may: mayAddDevice }),
  searched('/devices/add/json', async () => (await openDevice()).AddJsonPage, jsonSearch, { may: mayAddDevice }),
  page('/devices/edit/device/$id', () => import('../features/devices/edit-page.tsx'), { shows: editsSite }),
  page(
    '/devices/edit/device/$id/values',
    async () => (await import('../features/payload-maps/page.tsx')).EditValuesPage,
    { shows: editsSite },
  ),
  searched('/devices/edit/device/$id/connect', () => import('../features/devices/connect-page.tsx'), addingSearch, {
    shows: editsSite,
  }),
  page('/user/setting/keys', () => import('../features/accounts/api-keys/page.tsx')),
  page('/user/setting/notification', () => import('../features/email-rules/list-page.tsx')),
  page('/user/setting/add/notification', async () => (await ruleForm()).AddRulePage),
  page('/user/setting/add/notification/$id', async () => (await ruleForm()).EditRulePage),
  page('/oem/setting', () => import('../features/settings/hub-page.tsx'), { may: oem }),
  page('/settings/rss/edit', () => import('../features/settings/rss-page.tsx'), { may: oem }),
  page('/settings/oem/contacts', () => import('../features/settings/contacts-page.tsx'), { may: oem }),
  page('/settings/oem/second-factor', () => import('../features/settings/second-factor-page.tsx'), {
    may: oem,
  }),
  page('/settings/oem/sms', () => import('../features/settings/sms-page.tsx'), { may: oem }),
  page('/flatpages', () => import('../features/settings/styles-page.tsx'), { may: oem }),
  page('/flatpages/$slug', () => import('../features/settings/flat-page.tsx')),
  page('/oem/registry', () => import('../features/settings/registry-page.tsx'), { may: oem }),
  page('/oem/unknown', () => import('../features/settings/unknown-page.tsx'), { may: oem }),
  page('/oem/health', () => import('../features/health/page.tsx'), { may: staff }),
  page('/oem/removed', () => import('../features/trash/page.tsx'), { may: staff }),
  page('/oem/mailbox', () => import('../features/mailbox/page.tsx'), { may: staff }),
  page('/audit', () => import('../features/audit/page.tsx'), { may: managesClient }),
  page('/audit/chain', () => import('../features/audit/chain-page.tsx'), { may: oem }),
  searched('/sites/add/user', () => import('../features/users/add-page.tsx'), siteSearch, { may: addsPeople }),
  searched('/sites/edit/assign/user/$id', () => import('../features/users/edit-page.tsx'), siteSearch, {
    may: addsPeople,
  }),
] as const;
