import { texts } from '@tocsin/contract/texts/shell';
import type { Me } from '../../domain/me.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { EntryName } from './pages.ts';

/** A link of the sidebar; the specification defines names and order, the route who sees it. */
export interface Entry {
  readonly name: EntryName;
  readonly to: string;
  readonly icon: IconName;
  /** Shown as part of the entry above. */
  readonly isWithin?: true;
}

export const entries: readonly Entry[] = [
  { name: 'clients', to: '/clients', icon: 'client' },
  { name: 'sites', to: '/sites', icon: 'site' },
  { name: 'devices', to: '/devices', icon: 'device' },
  { name: 'edges', to: '/edges', icon: 'upload', isWithin: true },
  { name: 'dashboard', to: '/dashboard', icon: 'gauge' },
  { name: 'graphs', to: '/graphs', icon: 'chart' },
  { name: 'notifications', to: '/notifications', icon: 'bell' },
  { name: 'onCall', to: '/on-call', icon: 'headset' },
  { name: 'emailAlerts', to: '/user/setting/notification', icon: 'mail' },
  { name: 'protection', to: '/protection', icon: 'brokenLink' },
  { name: 'maintenance', to: '/maintenance', icon: 'wrench' },
  { name: 'analytics', to: '/analytics', icon: 'bars' },
  { name: 'visualDashboard', to: '/visual-dashboard', icon: 'plant' },
  { name: 'oemSettings', to: '/oem/setting', icon: 'gear' },
];

/** The first four entries of the phone's bottom bar; the rest is under More. */
export const bottomBar: readonly EntryName[] = ['dashboard', 'graphs', 'notifications', 'visualDashboard'];

/** Initials for the avatar: 'Maria Keller' is MK; without a name, the first letter of the e-mail address. */
export const initials = (me: Me): string => {
  const letters = [me.first_name, me.last_name].map((name) => name.trim().charAt(0)).join('');
  return (letters === '' ? me.email.charAt(0) : letters).toUpperCase();
};

/** The user's name, or a general title if it is empty. */
export const profileTitle = (me: Me): string => `${me.first_name} ${me.last_name}`.trim() || texts.profile;
