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
    title: 'Where you are',
    text: 'Client, site and device. All pages are about what you pick here; every browser tab keeps its own pick.',
    at: ['nav[aria-label="Where you are"]'],
  },
  {
    key: 'age',
    title: 'Every value has its age',
    text: 'The dashboard shows a device live. Beside each value stands how old it is; an old one turns grey. Trust the age, not the number alone.',
    ...(me.current_device === null
      ? { at: [entry('/dashboard')] }
      : { to: '/dashboard', at: ['main [data-path] time', entry('/dashboard')] }),
  },
  {
    key: 'graphs',
    title: 'How it came to this',
    text: 'Graphs go from the last ten minutes to thirty days. Red bands are alarms, hatched spans are times in which nothing was heard.',
    at: [entry('/graphs')],
  },
  {
    key: 'bell',
    title: 'Alarms',
    text: 'The number is what stands now. An alarm also puts a red line above every page. Acknowledge it there, so that the others see who is on it.',
    at: ['header [aria-label^="Notifications"]', entry('/notifications')],
  },
  ...(has(me, 'Manager')
    ? [
        {
          key: 'sites',
          title: 'Set it up',
          text: 'Sites hold devices and people. Add a device with the serial number and code that stand on it, then people with what they may do.',
          at: [entry('/sites')],
        },
      ]
    : []),
  ...(canDraw(me)
    ? [
        {
          key: 'plant',
          title: 'Your plant as a drawing',
          text: 'Draw machines, bind their sensors, publish. Then everybody sees at a glance where something is wrong.',
          at: [entry('/visual-dashboard'), entry('/dashboard')],
        },
      ]
    : []),
  {
    key: 'help',
    title: 'When you are stuck',
    text: 'The question mark explains the page you are on; on a phone it is under More. This tour can be seen again from there.',
    at: ['header a[aria-label="Help for this page"]', 'nav[aria-label="Main navigation"] button'],
  },
];
