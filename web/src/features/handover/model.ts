import type { Handover, HandoverPoint } from '@tocsin/contract/handover';
import { clauseText, type StoryClause, stopText } from '@tocsin/contract/incident-story';
import type { Incident } from '@tocsin/contract/incidents';
import type { Notification } from '@tocsin/contract/live';
import { type Priority, priorityLevel } from '@tocsin/contract/priority';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts as eventNames } from '@tocsin/contract/texts/events';
import { texts } from '@tocsin/contract/texts/handover';
import { texts as story } from '@tocsin/contract/texts/incident-story';
import { partlyAcknowledgedText, uncoveredSince } from '../../domain/incident-story.ts';
import { spanText } from '../../ui/time.ts';
import { valueText } from '../../ui/value.ts';
import { wallFields } from '../../ui/zone.ts';

/** A count of the shift, with that of the previous shift. */
export interface Fact {
  readonly label: string;
  readonly value: number;
  readonly before: number | null;
}

/** The counts of a shift. */
export function factsOf({ counts, counts_before, points, records, is_current }: Handover): Fact[] {
  const of = (kind: Handover['points'][number]['kind']): number => points.filter((one) => one.kind === kind).length;
  const t = texts.count;
  const open = points.filter(({ notification, who }) => notification?.needs_acknowledgement && who === null).length;
  const fact = (kind: keyof typeof t, value: number, before: number | null = null): Fact => ({
    label: t[kind](value),
    value,
    before,
  });
  return [
    fact('alarms', counts.alarms, counts_before.alarms),
    fact('warnings', counts.warnings, counts_before.warnings),
    fact('offline', counts.offline, counts_before.offline),
    fact('active', of('active')),
    fact('unacknowledged', open),
    fact('shelved', of('shelved')),
    ...(is_current ? [fact('outOfService', of('out_of_service'))] : []),
    fact('tests', records.filter(({ kind }) => kind === 'test').length),
  ];
}

/** About how many letters of a story a phone shows. */
export const shortLetters = 130;
/** The clauses that a phone shows: what is now, and from the beginning as many whole ones as there is room for. */
export function shortClauses(clauses: readonly StoryClause[]): StoryClause[] {
  const now = clauses.filter(({ kind }) => kind === 'trend');
  const told = clauses.filter(({ kind }) => kind !== 'trend');
  const lettersWith = (n: number): number => [...now, ...told.slice(0, n)].map(clauseText).join(' ').length;
  const fitting = told.findLastIndex((_, n) => lettersWith(n + 1) <= shortLetters) + 1;
  const kept = new Set([...now, ...told.slice(0, Math.max(fitting, now.length > 0 ? 0 : 1))]);
  return clauses.filter((clause) => kept.has(clause));
}

/** A row of the open points: a point, with the incident that it stands for where that has several events. */
export interface OpenRow {
  readonly point: HandoverPoint;
  readonly incident: Incident | null;
}

/**
 * The points of a shift, one row for each incident, at the place of its most urgent point; what stands first, and open
 * incidents in the order of these, the worst first, as everywhere.
 */
export function rowsOf(points: readonly HandoverPoint[], incidents: readonly Incident[]): OpenRow[] {
  const several = incidents.filter(({ events }) => events.length > 1);
  const told = new Set<number>();
  const rows = points.flatMap((point): OpenRow[] => {
    const incident = several.find(({ events }) => events.some(({ id }) => id === point.notification?.id)) ?? null;
    if (incident !== null && told.has(incident.id)) return [];
    if (incident === null) return [{ point, incident }];
    told.add(incident.id);
    // Named by what stands of it.
    const active = points.find(
      ({ kind, notification }) => kind === 'active' && incident.events.some(({ id }) => id === notification?.id),
    );
    return [{ point: active ?? point, incident }];
  });
  const placeOf = ({ point }: OpenRow): number =>
    incidents.findIndex(({ events }) => events.some(({ id }) => id === point.notification?.id));
  const placed = rows.filter((row) => placeOf(row) >= 0).sort((a, b) => placeOf(a) - placeOf(b));
  const ordered = rows.map((row) => (placeOf(row) < 0 ? row : (placed.shift() ?? row)));
  const stands = ({ point }: OpenRow): boolean => point.kind === 'active';
  return [...ordered.filter(stands), ...ordered.filter((row) => !stands(row))];
}

/** The priority of a row: of an incident, the worst of what stands, or where nothing does of all. */
export function priorityOf({ point, incident }: OpenRow): Priority | null {
  const loud = incident?.events.filter((row) => row.is_active && !row.is_shelved) ?? [];
  const rows = loud.length > 0 ? loud : (incident?.events ?? []);
  const [worst] = rows.toSorted((a, b) => priorityLevel(a.priority) - priorityLevel(b.priority));
  return worst ? worst.priority : point.priority;
}

/** The newest value of what a point is about, by the incident that it alone is; null: none is known. */
export function presentText({ kind, notification }: HandoverPoint, incidents: readonly Incident[]): string | null {
  if (kind !== 'active') return null;
  const own = incidents.find(({ events }) => events.length === 1 && events[0]?.id === notification?.id);
  const present = own?.facts.present;
  return !present || present.value === null || present.is_old ? null : valueText(present.value, present.unit);
}

/** Who has it: one name, or who which events of an incident, in the words of the banner. */
export function whoText({ point, incident }: OpenRow): string {
  const waiting = (incident?.events ?? []).filter((row) => row.needs_acknowledgement && !row.test);
  const isOpen = waiting.some((row) => row.acknowledged === null);
  // An acknowledgement does not cover what stands and began after it.
  if (!isOpen && incident && uncoveredSince(incident) !== null) return texts.nobody;
  if (!isOpen) return waiting[0]?.acknowledged?.by ?? point.who ?? (point.notification ? texts.nobody : '');
  return (incident && partlyAcknowledgedText(incident)) ?? texts.nobody;
}

const stopOf = ({ event_type, content, device }: Notification): string | null =>
  event_type === 'alarm_on' ? stopText(story, { kind: 'alarm', state: content, device }) : null;

/** What a point is about: 'Leg 1 stopped itself', or device and sensor. */
export const titleOf = ({ notification, device, what }: HandoverPoint): string =>
  (notification && stopOf(notification)) ?? [device, readerWords(what)].filter(Boolean).join(', ');

/** A period in a lane, as fractions of the shift. */
export interface Bar {
  readonly key: number;
  readonly kind: 'alarm' | 'warning' | 'offline';
  readonly left: number;
  readonly width: number;
  readonly at: number;
  readonly until: number;
  readonly text: string;
}
export interface Lane {
  readonly device: string;
  readonly bars: readonly Bar[];
}

const kinds: Readonly<Record<string, Bar['kind']>> = {
  alarm_on: 'alarm',
  warning_on: 'warning',
  device_offline: 'offline',
  sensor_disappeared: 'offline',
};
const narrowest = 0.004;
const saidOf = (one: Notification): string => readerWords(one.content) || eventNames.labels[one.event_type];

/** What was active in a shift and is over, of one sensor and kind. */
export interface Cleared {
  readonly key: string;
  readonly kind: Bar['kind'];
  readonly title: string;
  readonly text: string;
}

/** What a shift had that no point tells: alarms first, then what lasted longest. */
export function clearedOf({ events, points }: Pick<Handover, 'events' | 'points'>): Cleared[] {
  const told = new Set(points.map(({ notification }) => notification?.id));
  const over = events.filter((one) => !one.is_active && !one.test && !told.has(one.id));
  const lasted = (one: Notification): number => one.duration ?? 0;
  return [...Map.groupBy(over, (one) => `${one.event_type} ${one.device_id} ${one.full_sensor_id}`)]
    .flatMap(([key, own]) => {
      const [longest] = own.toSorted((a, b) => lasted(b) - lasted(a));
      return longest ? [{ key, longest, times: own.length, kind: kinds[longest.event_type] ?? 'warning' }] : [];
    })
    .sort((a, b) => Number(b.kind === 'alarm') - Number(a.kind === 'alarm') || lasted(b.longest) - lasted(a.longest))
    .map(({ key, longest, times, kind }) => ({
      key,
      kind,
      title: stopOf(longest) ?? [longest.device, longest.sensor_name].filter(Boolean).join(', '),
      text: texts.cleared(texts.laneKinds[kind], saidOf(longest), spanText(lasted(longest) * 1_000), times),
    }));
}

/**
 * The events of a shift by device, in the order of the devices' names. Active events extend to `as_of`. Devices without
 * an event have an empty lane.
 */
export function lanesOf(
  { events, from, to, as_of }: Handover,
  devices: readonly { readonly id: number; readonly title: string }[],
): Lane[] {
  const [start, end, now] = [Date.parse(from), Date.parse(to), Date.parse(as_of)];
  const lanes = new Map<number, { device: string; bars: Bar[] }>(
    devices.map(({ id, title }) => [id, { device: title, bars: [] }]),
  );
  for (const one of events.toReversed()) {
    const at = Date.parse(one.notification_time);
    const until = Math.min(one.duration === null ? (one.is_active ? now : at) : at + one.duration * 1000, now);
    const left = (at - start) / (end - start);
    const width = Math.min(Math.max((until - at) / (end - start), narrowest), 1 - left);
    const text = stopOf(one) ?? [one.sensor_name, saidOf(one)].filter(Boolean).join(': ');
    const lane = lanes.get(one.device_id) ?? { device: one.device, bars: [] };
    lane.bars.push({ key: one.id, kind: kinds[one.event_type] ?? 'warning', left, width, at, until, text });
    lanes.set(one.device_id, lane);
  }
  return [...lanes.values()].sort((a, b) => a.device.localeCompare(b.device, undefined, { numeric: true }));
}

/** A mark in a lane, at a fraction of the shift. */
export interface Mark {
  readonly key: string;
  readonly left: number;
  readonly text: string;
}

/** Marks of the notes, tests and other records of the shift, oldest first. */
export function marksOf({ records, from, to }: Handover): Mark[] {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  return records
    .filter(({ kind }) => kind === 'note' || kind === 'test' || kind === 'round')
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .map(({ kind, at, device, what, comment }, i) => ({
      key: `${at} ${i}`,
      left: Math.min(Math.max((Date.parse(at) - start) / (end - start), 0), 1),
      text: [texts.recordKinds[kind], device, what, comment].filter(Boolean).join(', '),
    }));
}

/** Text that says how long a point has lasted at `now`, or how long until it ends. */
export function lastingText({ kind, since, until }: HandoverPoint, now: number): string {
  if (until === null) {
    const span = spanText(now - Date.parse(since));
    return kind === 'active' ? span : texts.ago(span);
  }
  const leftMs = Date.parse(until) - now;
  if (kind === 'out_of_service') return leftMs > 0 ? texts.reviewIn(spanText(leftMs)) : texts.reviewDue;
  return texts.left(spanText(leftMs));
}

/** The words of the button, which names whoever holds the shift, unless that is the reader. */
export const takeOverText = (heldBy: string | null, me: string | undefined): string =>
  texts.takeOver(heldBy === me ? null : heldBy);

/** Splits typed times at commas, semicolons and spaces. */
export const startsIn = (text: string): string[] => text.split(/[\s,;]+/).filter((one) => one !== '');

/** Initial time of a note: empty (now) in the current shift, else the shift's last minute in site time. */
export const lastMomentOf = ({ is_current, to, site }: Pick<Handover, 'is_current' | 'to' | 'site'>): string => {
  if (is_current) return '';
  const { date, time } = wallFields(Date.parse(to) - 60_000, site.timezone);
  return `${date}T${time}`;
};
