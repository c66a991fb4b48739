import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/shell';
import type { Me } from '../../domain/me.ts';
import { editsSite, opensVisualDashboard } from '../../domain/rights.ts';
import type { IconName } from '../../ui/icon.tsx';

/** A link of the sidebar; the specification defines names, order and roles. */
export interface Entry {
  readonly label: string;
  /** Short name for the bottom bar and the collapsed sidebar. */
  readonly short: string;
  readonly to: string;
  readonly icon: IconName;
  readonly for: (me: Me) => boolean;
}

const everybody = (): boolean => true;
const oem = (me: Me): boolean => may(me, 'oem');

export const entries: readonly Entry[] = [
  {
    ...texts.entries.clients,
    to: '/clients',
    icon: 'client',
    for: (me) => may(me, 'clients.list'),
  },
  { ...texts.entries.sites, to: '/sites', icon: 'site', for: everybody },
  { ...texts.entries.devices, to: '/devices', icon: 'device', for: everybody },
  { ...texts.entries.dashboard, to: '/dashboard', icon: 'gauge', for: everybody },
  { ...texts.entries.graphs, to: '/graphs', icon: 'chart', for: everybody },
  { ...texts.entries.notifications, to: '/notifications', icon: 'bell', for: everybody },
  { ...texts.entries.onCall, to: '/on-call', icon: 'headset', for: everybody },
  { ...texts.entries.emailAlerts, to: '/user/setting/notification', icon: 'mail', for: everybody },
  { ...texts.entries.protection, to: '/protection', icon: 'brokenLink', for: everybody },
  { ...texts.entries.tasks, to: '/maintenance-tasks', icon: 'wrench', for: everybody },
  // Devices are managed by all users with edit access to the site.
  { ...texts.entries.edges, to: '/edges', icon: 'upload', for: editsSite },
  {
    ...texts.entries.analytics,
    to: '/analytics',
    icon: 'bars',
    // Reports are for OEM and super users and managers; bad actors are for all users with edit access.
    for: (me) => oem(me) || editsSite(me),
  },
  {
    ...texts.entries.visualDashboard,
    to: '/visual-dashboard',
    icon: 'plant',
    for: opensVisualDashboard,
  },
  { ...texts.entries.oemSettings, to: '/oem/setting', icon: 'gear', for: oem },
];

/** The first four entries of the phone's bottom bar; the rest is under More. */
export const bottomBar: readonly string[] = ['/dashboard', '/graphs', '/notifications', '/visual-dashboard'];

/** The links that the user may open. */
export const entriesFor = (me: Me): readonly Entry[] => entries.filter((entry) => entry.for(me));

/** The entry of a path: the one with the longest matching prefix. */
export const entryOf = (path: string): Entry | undefined =>
  entries
    .filter((entry) => path === entry.to || path.startsWith(`${entry.to}/`))
    .sort((a, b) => b.to.length - a.to.length)[0];

/** Initials for the avatar: 'Maria Keller' is MK; without a name, the first letter of the e-mail address. */
export const initials = (me: Me): string => {
  const letters = [me.first_name, me.last_name].map((name) => name.trim().charAt(0)).join('');
  return (letters === '' ? me.email.charAt(0) : letters).toUpperCase();
};

/** The user's name, or a general title if it is empty. */
export const profileTitle = (me: Me): string => `${me.first_name} ${me.last_name}`.trim() || texts.profile;
