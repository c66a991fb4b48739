import { texts } from '@tocsin/contract/texts/tour';
import type { Me } from '../../domain/plant.ts';

/** One step of the tour: an element on the page and its purpose. */
export interface TourStep {
  readonly key: string;
  readonly title: string;
  readonly text: string;
  /** Selectors; the first that matches is the target. */
  readonly at: readonly string[];
  /** The page of the step; without it, any page. */
  readonly to?: string;
}

const entry = (to: string): string => `nav[aria-label="Main navigation"] a[href="${to}"]`;
/** On the first visit no site is selected, so rights at any site count. */
const has = (me: Me, ...roles: readonly string[]): boolean =>
  me.is_staff || me.is_accounts_management || Object.values(me.locations_roles).some((role) => roles.includes(role));
const canDraw = (me: Me): boolean => (me.is_staff || me.visual_dashboard_enabled) && has(me, 'Engineer', 'Manager');

/** The steps for this person's rights. */
export const tourSteps = (me: Me): readonly TourStep[] => [
  {
    key: 'where',
    ...texts.where,
    at: ['nav[aria-label="Where you are"]'],
  },
  {
    key: 'age',
    ...texts.age,
    ...(me.current_device === null
      ? { at: [entry('/dashboard')] }
      : { to: '/dashboard', at: ['main [data-path] time', entry('/dashboard')] }),
  },
  {
    key: 'graphs',
    ...texts.graphs,
    at: [entry('/graphs')],
  },
  {
    key: 'bell',
    ...texts.bell,
    at: ['header [aria-label^="Notifications"]', entry('/notifications')],
  },
  ...(has(me, 'Manager')
    ? [
        {
          key: 'sites',
          ...texts.sites,
          at: [entry('/sites')],
        },
      ]
    : []),
  ...(canDraw(me)
    ? [
        {
          key: 'plant',
          ...texts.plant,
          at: [entry('/visual-dashboard'), entry('/dashboard')],
        },
      ]
    : []),
  {
    key: 'help',
    ...texts.help,
    at: ['header a[aria-label="Help for this page"]', 'nav[aria-label="Main navigation"] button'],
  },
];
