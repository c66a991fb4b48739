import { type Story, worstFact } from '@tocsin/contract/incident-story';
import type { Incident, IncidentList } from '@tocsin/contract/incidents';
import { shownLanguage } from '@tocsin/contract/texts/define-texts';
import { texts as t } from '@tocsin/contract/texts/incidents';
import { texts } from '@tocsin/contract/texts/notifications';
import { acknowledgedText, storyOf } from '../../domain/incident-story.ts';
import { spanText, zonedMinuteText } from '../../ui/time.ts';

/** What the banner says of the worst of what is open. */
export interface BannerFacts {
  readonly kind: 'alarm' | 'warning' | 'cleared' | 'shelved';
  readonly incident: Incident;
  /** '2 alarms at 2 sites': of the kind, and at how many sites these are. */
  readonly count: string;
  /** 'Leg 1, Head bearing left', with its site where the next one is at another. */
  readonly name: string;
  /** '84 °C, alarm since 04:04 CST (2 min)' */
  readonly says: string;
  /** Sentences that give way to the fact: who has it, what was first, its value now, or the next incident. */
  readonly rest: readonly string[];
  /** Whether it is the only incident of its kind. */
  readonly isAlone: boolean;
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

/** Name, value, state and beginning of an incident's worst event. */
function factText({ facts, site }: Incident, now: number): { readonly name: string; readonly says: string } {
  const fact = worstFact(facts, { language: shownLanguage(), now });
  if (fact === null) return { name: '', says: '' };
  const { kind, at, is_active, is_shelved } = fact.event;
  const since = `${t.since[kind](zonedMinuteText(at, site.timezone))} (${spanText(now - at)})`;
  // What has cleared or is shelved says its own times.
  const says = [fact.value, is_active && !is_shelved ? since : '', fact.state];
  return { name: fact.name, says: says.filter(Boolean).join(', ') };
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
  const { incident, story } = first;
  const isElsewhere = second !== undefined && second.incident.site.id !== incident.site.id;
  const nameOf = (one: Incident): string => `${isElsewhere ? `${one.site.title}: ` : ''}${factText(one, now).name}`;
  const next = second?.incident;
  const others = next
    ? [`${nameOf(next)}, ${factText(next, now).says}`, acknowledgedText(next)]
    : [story.first, story.now];
  return {
    kind,
    incident,
    count: counts[kind],
    name: nameOf(incident),
    says: factText(incident, now).says,
    rest: [acknowledgedText(incident), ...others, own.length > 2 ? t.more(own.length - 2) : null].filter(
      (one) => one !== null,
    ),
    isAlone: next === undefined,
    warnings: kind === 'alarm' ? warnings : '',
  };
}
