import type { texts } from '@tocsin/contract/texts/shell';
import type { Selection } from '../../domain/selection.ts';
import type { IconName } from '../../ui/icon.tsx';

/** What a page is about: the selected device or site, all of the selected client, everything, or the user alone. */
export type Scope = 'device' | 'site' | 'client' | 'everything' | 'own';
export type EntryName = keyof typeof texts.entries;
export type Frame = keyof typeof texts.frames;
export type Tab = keyof typeof texts.tabs;

/** A page as navigation knows it. */
export interface Page {
  readonly scope: Scope;
  /** The sidebar entry that is current while it is open. */
  readonly entry: EntryName | null;
  /** Routes as written in routes.tsx; navigation opens the first one. */
  readonly routes: readonly string[];
  readonly search?: { readonly view: 'hours' };
  /** The merged page in which it is a tab, and its name there. */
  readonly tab?: { readonly frame: Frame; readonly name: Tab; readonly ownTitle?: true };
  /** Icon in the search, if it differs from that of the entry. */
  readonly icon?: IconName;
}

const page = (scope: Scope, entry: EntryName | null, ...routes: readonly string[]): Page => ({ scope, entry, routes });
const tabOf =
  (frame: Frame, ownTitle?: true) =>
  (name: Tab, from: Page, more: Pick<Page, 'icon' | 'search'> = {}): Page => ({
    ...from,
    ...more,
    tab: { frame, name, ...(ownTitle ? { ownTitle } : {}) },
  });
const maintenance = tabOf('maintenance');
const protection = tabOf('protection');
const notify = tabOf('notify');
const sensors = tabOf('sensors', true);
const past = tabOf('past', true);

const historical = '/dashboard/historical';
const settings = '/dashboard/edit/sensor';
const schemas = '/visual-dashboard/site/$siteId/schemas';
const rules = '/user/setting/add/notification';

/** All pages of the signed-in frame, by the name that the search uses; the tabs of a merged page in their order. */
export const pages = {
  clients: page('everything', 'clients', '/clients', '/clients/$search'),
  addClient: page('everything', 'clients', '/clients/add/client'),
  editClient: page('client', 'clients', '/clients/add/client/$id'),
  clientSignIn: page('client', 'clients', '/clients/sign-in/$id'),
  sites: page('client', 'sites', '/sites'),
  addSite: page('client', 'sites', '/sites/add/site'),
  editSite: page('site', 'sites', '/sites/edit/$id'),
  addUser: page('site', 'sites', '/sites/add/user'),
  editUser: page('client', 'sites', '/sites/edit/assign/user/$id'),
  walls: page('site', 'sites', '/sites/edit/$id/walls'),
  register: page('site', 'sites', '/sites/$id/alarm-register'),
  compare: page('site', 'graphs', '/sites/$id/compare'),
  devices: page('site', 'devices', '/devices', '/devices/$id'),
  addDevice: page('site', 'devices', '/devices/add', '/devices/add/values', '/devices/add/json'),
  addUnit: page('site', 'devices', '/devices/add/device'),
  addModbus: page('site', 'devices', '/devices/add/modbus'),
  editDevice: page('device', 'devices', '/devices/edit/device/$id', '/devices/edit/device/$id/values'),
  connect: page('device', 'devices', '/devices/edit/device/$id/connect'),
  deviceTypes: page('client', 'devices', '/device-types'),
  edges: page('site', 'edges', '/edges', '/edges/$id'),
  dashboard: page('device', 'dashboard', '/dashboard'),
  bearings: page('device', 'dashboard', '/dashboard/bearings'),
  graphs: page(
    'device',
    'graphs',
    '/graphs',
    '/graphs/$sensorId',
    '/graphs/historical/$moment',
    '/graphs/historical/$moment/$sensorId',
    '/graphs/historical/graphs/$moment',
    '/graphs/historical/graphs/$moment/$sensorId',
  ),
  notifications: page('everything', 'notifications', '/notifications/all'),
  deviceLog: page('device', 'notifications', '/notifications'),

  names: sensors('names', page('device', 'dashboard', `${settings}/names`, '/edit/sensor/names')),
  images: sensors('images', page('device', 'dashboard', `${settings}/images`, '/edit/sensor/images')),
  types: sensors('types', page('device', 'dashboard', `${settings}/types`, '/edit/sensor/types')),
  warnings: sensors('warnings', page('device', 'dashboard', '/dashboard/edit/warnings')),
  responses: sensors('responses', page('device', 'dashboard', `${settings}/responses`)),
  copy: sensors('copy', page('device', 'dashboard', `${settings}/copy`)),

  search: past(
    'search',
    page('device', 'dashboard', historical, `${historical}/$moment`, `${historical}/snapshot/$timestamp`),
  ),
  moment: past('moment', page('site', 'dashboard', '/sites/$id/moment')),
  film: past('film', page('site', 'dashboard', '/visual-dashboard/site/$siteId/film'), { icon: 'play' }),

  overview: notify('overview', page('site', 'onCall', '/who-is-notified')),
  onCall: notify('onCall', page('site', 'onCall', '/on-call')),
  policies: notify('policies', page('site', 'onCall', '/policies')),
  emailRules: tabOf('notify', true)('emailRules', page('own', 'emailAlerts', '/user/setting/notification')),
  addRule: page('own', 'emailAlerts', rules),
  editRule: page('own', 'emailAlerts', `${rules}/$id`),
  webhooks: notify('webhooks', page('client', 'onCall', '/webhooks')),
  methods: notify('methods', page('own', 'onCall', '/my-notifications')),

  notProtecting: protection('now', page('client', 'protection', '/protection')),
  hours: protection('hours', page('site', 'protection', '/protection'), { search: { view: 'hours' } }),
  shelves: protection('shelved', page('client', 'protection', '/shelves')),
  outOfService: protection('outOfService', page('client', 'protection', '/out-of-service')),

  proofTests: maintenance('proofTests', page('site', 'maintenance', '/sites/$id/proof-tests')),
  walkTest: maintenance('walkTest', page('device', 'maintenance', '/maintenance/walk', '/maintenance/$device/walk')),
  rounds: maintenance('rounds', page('site', 'maintenance', '/sites/$id/rounds', '/rounds')),
  tasks: maintenance('tasks', page('client', 'maintenance', '/maintenance-tasks')),
  handover: tabOf('maintenance', true)('handover', page('site', 'maintenance', '/sites/$id/handover')),
  inspection: page('site', 'maintenance', '/sites/$id/inspection'),
  proofTest: page('device', 'maintenance', '/maintenance/$device/$sensor', '/maintenance', '/m/$code'),

  analytics: page('device', 'analytics', '/analytics'),
  plant: page(
    'site',
    'visualDashboard',
    '/visual-dashboard',
    schemas,
    `${schemas}/$schemaId/tabs/$tabId`,
    `${schemas}/$schemaId/tabs/$tabId/machines/$machineId`,
  ),

  oemSettings: page('everything', 'oemSettings', '/oem/setting'),
  news: page('everything', 'oemSettings', '/settings/rss/edit'),
  contacts: page('everything', 'oemSettings', '/settings/oem/contacts'),
  secondFactor: page('everything', 'oemSettings', '/settings/oem/second-factor'),
  sms: page('everything', 'oemSettings', '/settings/oem/sms'),
  styles: page('everything', 'oemSettings', '/flatpages'),
  flatPage: page('everything', null, '/flatpages/$slug'),
  registry: page('everything', 'oemSettings', '/oem/registry'),
  unknown: page('everything', 'oemSettings', '/oem/unknown'),
  health: page('everything', 'oemSettings', '/oem/health'),
  removed: page('everything', 'oemSettings', '/oem/removed'),
  mailbox: page('everything', 'oemSettings', '/oem/mailbox'),
  audit: page('client', 'oemSettings', '/audit'),
  auditChain: page('everything', 'oemSettings', '/audit/chain'),

  account: page('own', null, '/user/setting'),
  keys: page('own', null, '/user/setting/keys'),
  help: page('everything', 'help', '/help', '/help/$slug'),
} as const satisfies Readonly<Record<string, Page>>;
export type PageName = keyof typeof pages;

const named = Object.entries(pages) as readonly (readonly [PageName, Page])[];
export const pageNames = named.map(([name]) => name);

/** The page of a route; a search chooses among the tabs that share one. */
export const pageOf = (route: string, search: { readonly view?: unknown }): PageName | undefined => {
  const own = route.replace(/(.)\/$/, '$1');
  const matching = named.filter(([, { routes }]) => routes.includes(own));
  return (matching.find(([, each]) => each.search?.view === search.view) ?? matching[0])?.[0];
};

/** The pages of a merged page, in the order of its tabs. */
export const tabsOf = (frame: Frame): readonly PageName[] =>
  named.flatMap(([name, { tab }]) => (tab?.frame === frame ? [name] : []));

/** The address that opens a page for the selection; null while nothing is selected that it needs. */
export const addressOf = ({ routes, scope }: Page, { client, site, device }: Selection): string | null => {
  const id = { device, site, client, everything: null, own: null }[scope];
  const values: Readonly<Record<string, number | null>> = { $id: id, $siteId: site, $device: device };
  const parts = (routes[0] ?? '').split('/').map((part) => (part.startsWith('$') ? values[part] : part));
  return parts.every((part) => part !== null && part !== undefined) ? parts.join('/') : null;
};
