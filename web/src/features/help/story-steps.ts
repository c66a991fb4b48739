import type { UseNavigateResult } from '@tanstack/react-router';
import { texts as pack } from '@tocsin/contract/texts/incident-pack';
import { texts as rehearsal } from '@tocsin/contract/texts/rehearsal';
import { texts } from '@tocsin/contract/texts/story';
import { logSearch } from '../../domain/log-search.ts';
import type { GuideStep } from './guide.tsx';

/** Data of the story: the selected site and the newest alarm of a hot bearing; each may be missing. */
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
  /** Changes when the step must open another page, as once a bearing has had an alarm. */
  readonly place?: string;
  /** Opens the page of the step. */
  readonly open: (navigate: UseNavigateResult<string>) => Promise<void>;
}

/** The target is the page's heading until the demo has the step's target. */
const before = (text: string) => ({ before: { at: 'main h1', text } });
const { notYet } = texts;
/** Selectors of a table row and of its card on a phone; the placeholder row of an empty table does not match. */
const row = ['main tbody tr[data-row-key]', 'main li[data-row-key]'];
/** Path of the head bearing that runs hot; used until an alarm names its sensor. */
const headBearing = '4.4000';

/** The steps of the story on their real pages, without those of a site while none is selected. */
export const storySteps = ({ site, bearing }: StoryFacts): readonly StoryStep[] => [
  {
    key: 'warming',
    ...texts.warming,
    at: [`main [data-path="${bearing?.path ?? headBearing}"]`, 'main [data-path]'],
    ...before(notYet.values),
    open: (navigate) => navigate({ to: '/dashboard' }),
  },
  {
    key: 'graph',
    ...texts.graph,
    ...(bearing === null
      ? { at: [], before: { at: 'main .uplot', text: notYet.bearing } }
      : { at: ['main .uplot', 'main h1'] }),
    place: `graph ${bearing?.path}`,
    open: (navigate) =>
      bearing === null
        ? navigate({ to: '/graphs' })
        : navigate({ to: '/graphs/$sensorId', params: { sensorId: bearing.path } }),
  },
  {
    key: 'rule',
    ...texts.rule,
    at: [`main section[aria-label=${JSON.stringify(rehearsal.title)}]`, 'main h1'],
    open: (navigate) => navigate({ to: '/dashboard/edit/warnings' }),
  },
  {
    key: 'night',
    ...texts.night,
    at: row,
    ...before(notYet.night),
    open: (navigate) => navigate({ to: '/notifications/all', search: logSearch({ tab: 'unacknowledged' }) }),
  },
  {
    key: 'escalation',
    ...texts.escalation,
    at: ['main section', 'main h1'],
    open: (navigate) => navigate({ to: '/policies' }),
  },
  {
    key: 'shelf',
    ...texts.shelf,
    at: row,
    ...before(notYet.shelf),
    open: (navigate) => navigate({ to: '/shelves' }),
  },
  {
    key: 'protection',
    ...texts.protection,
    at: ['main section', 'main h1'],
    open: (navigate) => navigate({ to: '/protection' }),
  },
  ...(site === null
    ? []
    : [
        {
          key: 'handover',
          ...texts.handover,
          at: ['main section', 'main h1'],
          open: (navigate: UseNavigateResult<string>) =>
            navigate({ to: '/sites/$id/handover', params: { id: String(site) } }),
        },
        {
          key: 'film',
          ...texts.film,
          place: `film ${bearing?.at}`,
          ...(bearing === null
            ? { at: [], before: { at: 'main [role="slider"]', text: notYet.bearing } }
            : { at: ['main [role="slider"]', 'main h1'] }),
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
    at: [`main button[title=${JSON.stringify(pack.hint)}]`, ...row],
    ...before(notYet.alarm),
    open: (navigate) =>
      navigate({ to: '/notifications/all', search: logSearch({ tab: 'historical', event: 'alarm_on' }) }),
  },
];
