import { type Story, worstFact } from '@tocsin/contract/incident-story';
import type { Incident, IncidentList } from '@tocsin/contract/incidents';
import { shownLanguage } from '@tocsin/contract/texts/define-texts';
import { texts as t } from '@tocsin/contract/texts/incidents';
import { texts } from '@tocsin/contract/texts/notifications';
import { acknowledgedText, type TellingKind, worstFirst } from '../../domain/incident-story.ts';
import { spanText, zonedMinuteText } from '../../ui/time.ts';

/** What the banner says of the worst of what is open. */
export interface BannerFacts {
  readonly kind: TellingKind;
  readonly incident: Incident;
  readonly story: Story;
  /** '2 alarms at 2 sites': of the kind, and at how many sites these are. */
  readonly count: string;
  /** 'Leg 1, Head bearing left', with its site at the end where the next one is at another. */
  readonly name: string;
  /** '84 °C, rising': now, or as it began where it is not known now; '' for none. */
  readonly value: string;
  /** 'alarm since 04:04 CST (2 min)' */
  readonly says: string;
  /** Sentences that give way to the fact: who has it, what was first, its value now, or the next incident. */
  readonly rest: readonly string[];
  /** Whether it is the only incident of its kind. */
  readonly isAlone: boolean;
  /** '1 warning at Limon', beside alarms; '' for none. */
  readonly warnings: string;
}

/** A number with the site or the number of sites that it is about, when there are several sites in the list. */
function placed(count: string, incidents: readonly Incident[], sites: number): string {
  const own = new Map(incidents.map(({ site }) => [site.id, site.title]));
  const [title] = own.values();
  if (own.size > 1) return `${count} ${texts.atSites(own.size)}`;
  return sites > 1 && title !== undefined ? t.at(count, title) : count;
}

interface FactText extends Pick<BannerFacts, 'name' | 'value' | 'says'> {
  /** Whether the value is of now. */
  readonly isNow: boolean;
  /** 'began at 82 °C', where it reads something else now; '' where not. */
  readonly began: string;
}

/** Name, value, state and beginning of an incident's worst event; what it reads now comes before how it began. */
function factText({ facts, site }: Incident, now: number, isPlaced: boolean): FactText {
  const fact = worstFact(facts, { language: shownLanguage(), now });
  if (fact === null) return { name: '', value: '', says: '', isNow: false, began: '' };
  const { kind, at, is_active, is_shelved } = fact.event;
  const since = `${t.since[kind](zonedMinuteText(at, site.timezone))} (${spanText(now - at)})`;
  const isNow = fact.now !== '';
  const began = isNow && !fact.now.startsWith(fact.value) ? t.began(fact.value) : '';
  // What has cleared or is shelved says its own times.
  const says = [is_active && !is_shelved ? since : '', fact.state];
  // At the end, after what is in alarm.
  const name = isPlaced ? t.at(fact.name, site.title) : fact.name;
  return { name, value: fact.now || fact.value, says: says.filter(Boolean).join(', '), isNow, began };
}

const sentence = (text: string | null): string | null =>
  text && `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}`;

/** What the banner says of the open incidents; null: nothing is open. `isPlaced`: with the site, though it is the only one. */
export function bannerOf(
  { results, totals }: Pick<IncidentList, 'results' | 'totals'>,
  now: number,
  isPlaced = false,
): BannerFacts | null {
  const told = worstFirst(results, now);
  const [first] = told;
  if (first === undefined) return null;
  const { kind } = first;
  const own = told.filter((one) => one.kind === kind);
  const [, second] = own;
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
  const { isNow, began, ...fact } = factText(incident, now, isElsewhere || isPlaced);
  const next = second && factText(second.incident, now, isElsewhere);
  const others = next
    ? [[next.name, next.value, next.says].filter(Boolean).join(', '), sentence(acknowledgedText(second.incident))]
    : [sentence(began), story.runs, story.first, isNow ? null : story.now];
  return {
    kind,
    incident,
    story,
    count: counts[kind],
    ...fact,
    rest: [
      sentence(acknowledgedText(incident)),
      ...others,
      own.length > 2 ? sentence(t.more(own.length - 2)) : null,
    ].flatMap((one) => one || []),
    isAlone: next === undefined,
    warnings: kind === 'alarm' ? warnings : '',
  };
}
