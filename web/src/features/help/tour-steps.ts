import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/tour';
import type { Me } from '../../domain/me.ts';
import { mayAddSite, opensVisualDashboard } from '../../domain/rights.ts';

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
/** On a phone, the target of links that are under More. */
const more = 'nav[aria-label="Main navigation"] button';
/** Rights at any site count, because on the first visit no site is selected. */
const mayDraw = (me: Me): boolean => may(me, 'users.add') && opensVisualDashboard(me);

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
  {
    key: 'reach',
    ...texts.reach,
    at: [entry('/on-call'), more],
  },
  {
    key: 'protection',
    ...texts.protection,
    at: [entry('/protection'), more],
  },
  ...(mayAddSite(me)
    ? [
        {
          key: 'sites',
          ...texts.sites,
          at: [entry('/sites')],
        },
      ]
    : []),
  ...(mayDraw(me)
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
    at: ['header a[aria-label="Help for this page"]', more],
  },
];
