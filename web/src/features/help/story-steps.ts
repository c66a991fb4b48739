import type { UseNavigateResult } from '@tanstack/react-router';
import { texts as pack } from '@tocsin/contract/texts/incident-pack';
import { texts as rehearsal } from '@tocsin/contract/texts/rehearsal';
import { texts } from '@tocsin/contract/texts/story';
import { logSearch } from '../../domain/log-search.ts';
import type { GuideStep } from './guide.tsx';

/** What the story is about: the newest alarm of a hot bearing, at the selected site. Each part may be missing. */
export interface StoryFacts {
  readonly site: number | null;
  readonly bearing: {
    /** `group.sensor` */
    readonly path: string;
    /** Moment of the alarm, ISO 8601. */
    readonly at: string;
  } | null;
}

export interface StoryStep extends GuideStep {
  /** Opens the page of the step. */
  readonly open: (navigate: UseNavigateResult<string>) => Promise<void>;
}

const heading = 'main h1';

/** The steps of the story, each on its real page. Pages of a site are left out while none is selected. */
export const storySteps = ({ site, bearing }: StoryFacts): readonly StoryStep[] => [
  {
    key: 'warming',
    ...texts.warming,
    at: [...(bearing === null ? [] : [`main [data-path="${bearing.path}"]`]), 'main [data-path]', heading],
    open: (navigate) => navigate({ to: '/dashboard' }),
  },
  {
    key: 'graph',
    ...texts.graph,
    at: ['main .uplot', heading],
    open: (navigate) =>
      bearing === null
        ? navigate({ to: '/graphs' })
        : navigate({ to: '/graphs/$sensorId', params: { sensorId: bearing.path } }),
  },
  {
    key: 'rule',
    ...texts.rule,
    at: [`main section[aria-label=${JSON.stringify(rehearsal.title)}]`, heading],
    open: (navigate) => navigate({ to: '/dashboard/edit/warnings' }),
  },
  {
    key: 'night',
    ...texts.night,
    at: ['main tbody tr', 'main article', heading],
    open: (navigate) => navigate({ to: '/notifications/all', search: logSearch({ tab: 'unacknowledged' }) }),
  },
  {
    key: 'escalation',
    ...texts.escalation,
    at: ['main section', heading],
    open: (navigate) => navigate({ to: '/on-call' }),
  },
  {
    key: 'shelf',
    ...texts.shelf,
    at: ['main tbody tr', 'main article', heading],
    open: (navigate) => navigate({ to: '/shelves' }),
  },
  {
    key: 'protection',
    ...texts.protection,
    at: ['main section', heading],
    open: (navigate) => navigate({ to: '/protection' }),
  },
  ...(site === null
    ? []
    : [
        {
          key: 'handover',
          ...texts.handover,
          at: ['main section', heading],
          open: (navigate: UseNavigateResult<string>) =>
            navigate({ to: '/sites/$id/handover', params: { id: String(site) } }),
        },
        {
          key: 'film',
          ...texts.film,
          at: ['main [role="slider"]', heading],
          open: (navigate: UseNavigateResult<string>) =>
            navigate({
              to: '/visual-dashboard/site/$siteId/film',
              params: { siteId: String(site) },
              search: bearing === null ? {} : { at: bearing.at },
            }),
        },
      ]),
  {
    key: 'pack',
    ...texts.pack,
    at: [`main button[title=${JSON.stringify(pack.hint)}]`, 'main tbody tr', 'main article', heading],
    open: (navigate) =>
      navigate({ to: '/notifications/all', search: logSearch({ tab: 'historical', event: 'alarm_on' }) }),
  },
];
