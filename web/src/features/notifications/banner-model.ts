import type { Story } from '@tocsin/contract/incident-story';
import type { Incident, IncidentList } from '@tocsin/contract/incidents';
import { texts as t } from '@tocsin/contract/texts/incidents';
import { texts } from '@tocsin/contract/texts/notifications';
import { storyOf } from '../../domain/incident-story.ts';

/** What the banner is about: the worst of what is open. */
export interface BannerFacts {
  readonly kind: 'alarm' | 'warning' | 'cleared' | 'shelved';
  /** The incident that it tells, and its story. */
  readonly incident: Incident;
  readonly story: Story;
  /** The next one of the same kind; at another site each names its site. */
  readonly second: { readonly incident: Incident; readonly story: Story } | null;
  /** Further incidents of that kind. */
  readonly more: number;
  /** '2 alarms at 2 sites': of the kind, and at how many sites these are. */
  readonly count: string;
  /** '1 warning at Limon', beside alarms; '' for none. */
  readonly warnings: string;
}

const kinds = ['alarm', 'warning', 'cleared', 'shelved'] as const;
/** An incident of which only an outage is active belongs to its cleared events. */
const kindOf = ({ severity }: Story): BannerFacts['kind'] => (severity === 'offline' ? 'cleared' : severity);

/** A number with the site or the number of sites that it is about, when there are several sites in the list. */
function placed(count: string, incidents: readonly Incident[], sites: number): string {
  const own = new Map(incidents.map(({ site }) => [site.id, site.title]));
  const [title] = own.values();
  if (own.size > 1) return `${count} ${texts.atSites(own.size)}`;
  return sites > 1 && title !== undefined ? t.at(count, title) : count;
}

/** What the banner says of the open incidents; null: nothing is open. */
export function bannerOf(
  { results, totals }: Pick<IncidentList, 'results' | 'totals'>,
  now: number,
): BannerFacts | null {
  const told = results.map((incident) => ({ incident, story: storyOf(incident, now) }));
  const kind = kinds.find((one) => told.some(({ story }) => kindOf(story) === one));
  const own = told.filter(({ story }) => kindOf(story) === kind);
  // Who acknowledges first sees what nobody has acknowledged.
  const sorted = own.toSorted((a, b) => Number(b.incident.unacknowledged > 0) - Number(a.incident.unacknowledged > 0));
  const [first, second] = sorted;
  if (kind === undefined || first === undefined) return null;
  const withAlarms = results.filter(({ counts }) => counts.alarms > 0);
  const withWarnings = results.filter(({ counts }) => counts.warnings > 0);
  const { sites } = totals;
  const warnings = totals.warnings > 0 ? placed(texts.warnings(totals.warnings), withWarnings, sites) : '';
  const counts: Readonly<Record<BannerFacts['kind'], string>> = {
    alarm: placed(texts.alarms(totals.alarms), withAlarms, sites),
    warning: warnings,
    cleared: t.clearedOpen(totals.cleared),
    shelved: texts.shelvedCount(totals.shelved),
  };
  return {
    kind,
    ...first,
    second: second ?? null,
    more: Math.max(0, own.length - 2),
    count: counts[kind],
    warnings: kind === 'alarm' ? warnings : '',
  };
}

/** Who acknowledged, in the story's words; null: nobody. */
export const acknowledgedText = ({ who_knows: people }: Incident): string | null => {
  const [who] = people.filter(({ state }) => state === 'acknowledged');
  return who ? texts.acknowledge.byShort(who.name) : null;
};
