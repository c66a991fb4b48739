import {
  adviceOf,
  anytimeAdvice,
  incidentStory,
  isStop,
  isWorsening,
  type Story,
  type StoryEvent,
  standingFirst,
  waitingSince,
} from '@tocsin/contract/incident-story';
import type { Incident, IncidentList } from '@tocsin/contract/incidents';
import type { Notification } from '@tocsin/contract/live';
import { shownLanguage } from '@tocsin/contract/texts/define-texts';
import { texts as t } from '@tocsin/contract/texts/incidents';
import { texts } from '@tocsin/contract/texts/notifications';

/** The story of an incident in the language of the page. */
export const storyOf = ({ facts }: Pick<Incident, 'facts'>, now: number): Story =>
  incidentStory(facts, { language: shownLanguage(), now });

const tellingKinds = ['alarm', 'warning', 'cleared', 'shelved'] as const;
/** What an incident is told as; one of which only an outage is active belongs to its cleared events. */
export type TellingKind = (typeof tellingKinds)[number];
export interface ToldIncident {
  readonly kind: TellingKind;
  readonly incident: Incident;
  readonly story: Story;
}

const isLoud = ({ kind, is_active, is_shelved }: StoryEvent): boolean => kind !== 'offline' && is_active && !is_shelved;
/** The worst priority of what stands; of what has cleared, its value comes before its priority. */
const standingPriority = ({ facts }: Incident): number =>
  Math.min(5, ...facts.events.flatMap((one) => (isLoud(one) ? (one.priority ?? 5) : [])));
/**
 * The one order of incidents, for banner, pages and drawings: what stands and nobody acknowledged, the worst priority
 * first; then what somebody has in hand, what has cleared, and what is shelved. Of equal ones a value that moves the
 * wrong way comes first, then the server's order, in which the newest does.
 */
export const worstFirst = (incidents: readonly Incident[], now: number): ToldIncident[] =>
  incidents
    .map((incident) => {
      const story = storyOf(incident, now);
      const kind: TellingKind = story.severity === 'offline' ? 'cleared' : story.severity;
      const isOpen = incident.unacknowledged > 0;
      const places = [tellingKinds.indexOf(kind), isOpen ? 0 : 1, standingPriority(incident)];
      return { kind, incident, story, places: [...places, isWorsening(incident.facts) ? 0 : 1] };
    })
    .sort((a, b) => a.places.map((place, n) => place - (b.places[n] ?? 0)).find((by) => by !== 0) ?? 0);

/** Events that nobody acknowledged, the first of the incident first. */
export const openEventsOf = ({ events, first }: Pick<Incident, 'events' | 'first'>): readonly Notification[] =>
  events
    .filter((row) => row.needs_acknowledgement && row.acknowledged === null && !row.test)
    .toSorted((a, b) => Number(b.id === first) - Number(a.id === first));

/** Whether its instruction is for now: something stands, or has cleared and comes again. */
export const asksForAction = ({ active, facts }: Pick<Incident, 'active' | 'facts'>): boolean =>
  active > 0 || isWorsening(facts);

/** What somebody wrote about a sensor, as the story of its incident says it while an event of the sensor stands. */
export const sensorAdvice = (
  incidents: readonly Pick<Incident, 'facts'>[],
  sensor: string,
  advice: string | null,
  now: number,
): string | null => {
  for (const { facts } of incidents) {
    const event = facts.events.find((one) => one.is_active && one.full_sensor_id === sensor);
    if (event) return adviceOf(storyOf({ facts: { ...facts, advice, advised: event.id } }, now)) ?? advice;
  }
  return anytimeAdvice(advice, shownLanguage());
};

type Known = Pick<Incident, 'who_knows' | 'facts'>;
/** Since when something is there that no acknowledgement covers; null: nothing is. */
export const uncoveredSince = ({ who_knows: people, facts }: Known): number | null => {
  const given = people.filter(({ state }) => state === 'acknowledged').map(({ at }) => Date.parse(at));
  return waitingSince(facts.events, given);
};

const namesAtMost = 2;
/** 'Dale Novak acknowledged Head bearing left, nobody the stop'; null: all of it was acknowledged, or nothing. */
export const partlyAcknowledgedText = ({ facts }: Pick<Incident, 'facts'>): string | null => {
  const waiting = facts.events.filter((one) => one.needs_acknowledgement && !one.is_test);
  const isOfOne = new Set(waiting.map((one) => one.device_id)).size < 2;
  const nameOf = (one: StoryEvent): string => {
    const name = isStop(one) ? t.theStop : one.sensor;
    return isOfOne && name !== null ? name : [one.device, name].filter(Boolean).join(', ');
  };
  const open = new Set(waiting.filter((one) => one.acknowledged === null).map(nameOf));
  // A sensor of which something is open is not acknowledged.
  const given = waiting.filter((one) => one.acknowledged !== null && !open.has(nameOf(one)));
  if (open.size === 0 || given.length === 0) return null;
  const people = [...new Set(given.flatMap(({ acknowledged }) => acknowledged?.by ?? []))].join(', ');
  const listed = (names: readonly string[]): string =>
    [names.slice(0, namesAtMost).join(', '), names.length > namesAtMost ? t.more(names.length - namesAtMost) : '']
      .filter(Boolean)
      .join(' ');
  return t.partly(people, listed([...new Set(given.map(nameOf))]), listed([...open]));
};

/** Who acknowledged what, in few words; null: nobody, or not all of it, or something stands that began after that. */
export const acknowledgedText = (incident: Known): string | null => {
  const partly = partlyAcknowledgedText(incident);
  if (partly !== null) return partly;
  const who = incident.who_knows.find(({ state }) => state === 'acknowledged');
  const isOpen = incident.facts.events.some((one) => one.needs_acknowledgement && one.acknowledged === null);
  return who && !isOpen && uncoveredSince(incident) === null ? texts.acknowledge.byShort(who.name) : null;
};

/** Messages that arrived, or are on their way, and that nobody has looked at. */
const unseen: ReadonlySet<string> = new Set(['pending', 'sending', 'sent', 'delivered']);
/**
 * People who were notified by e-mail only of an alarm that stands: no news to anybody who is not at a screen. Empty as
 * soon as one person is notified otherwise, has opened a message or acknowledged.
 */
export const byEmailOnly = ({
  who_knows: people,
  events,
}: Pick<Incident, 'who_knows' | 'events'>): ReadonlySet<string> => {
  const isOpen = events.some(
    (row) =>
      row.event_type === 'alarm_on' && row.is_active && !row.is_shelved && !row.test && row.acknowledged === null,
  );
  const reached = people.filter(({ state }) => state !== 'failed' && state !== 'cancelled');
  const isUrgent =
    isOpen && reached.every(({ state, methods }) => unseen.has(state) && methods.every((one) => one === 'email'));
  return new Set(isUrgent ? reached.map(({ name }) => name) : []);
};

/** A step that is due has run after this time; one that is due for longer waits for something else. */
const step = { runsMs: 1_000, waitsMs: 10_000 } as const;
/** Until the next step of any of the incidents has run, after which another is next, in ms from the answer. */
export const nextStepMs = ({ results, as_of: asOf }: Pick<IncidentList, 'results' | 'as_of'>): number => {
  const steps = results.flatMap(({ next }) => (next ? Date.parse(next.at) - Date.parse(asOf) : []));
  return Math.min(...steps.filter((ms) => ms > -step.waitsMs).map((ms) => Math.max(0, ms) + step.runsMs));
};

type Told = Pick<Incident, 'events' | 'facts'>;
/** Its events as they stand now, the worst first; the others of a long one follow by time. */
const standing = ({ events, facts }: Told): readonly Notification[] => {
  const order = standingFirst(facts.events, facts.first).map(({ id }) => id);
  return order.flatMap((id) => events.find((row) => row.id === id) ?? []);
};

/** The event that the incident is opened at: of the machine that is worst now, what was first there. */
export const leadOf = (incident: Told): Notification | undefined => {
  const [worst, ...others] = standing(incident);
  return others.find((row) => row.id === incident.facts.first && row.device_id === worst?.device_id) ?? worst;
};

/** The event whose response text applies: the one whose text the story has, else of the worst with a sensor. */
export const advisedOf = (incident: Told): Notification | undefined =>
  incident.events.find((row) => row.id === incident.facts.advised) ??
  standing(incident).find((row) => row.sensor_id !== null);

/** `groupId.sensorId` of an event of a sensor; null for others. */
const pathOf = ({ full_sensor_id: full, sensor_id }: Notification): string | null =>
  full === null || sensor_id === null ? null : full.split('.').slice(1).join('.');

/** The running incident of each device, the worst one first, and the sensor of the device that its story follows. */
export const incidentsByDevice = (
  incidents: readonly Incident[],
): ReadonlyMap<number, { readonly incident: Incident; readonly path: string | null }> => {
  const found = new Map<number, { readonly incident: Incident; readonly path: string | null }>();
  for (const incident of incidents) {
    const { present } = incident.facts;
    for (const { id } of incident.devices) {
      const own = incident.events.filter((row) => row.device_id === id);
      if (found.has(id) || !own.some((row) => row.is_active && !row.is_shelved)) continue;
      const followed = own.find((row) => row.full_sensor_id === present?.full_sensor_id);
      const row = followed ?? standing({ ...incident, events: own })[0] ?? own[0];
      found.set(id, { incident, path: row ? pathOf(row) : null });
    }
  }
  return found;
};

const minutes = 60_000;
/** When somebody must have responded (unix ms), and since when it counts: of the newest active event with such a time. */
export const respondBy = ({
  events,
}: Pick<Incident, 'events'>): { readonly minutes: number; readonly from: number; readonly until: number } | null => {
  const timed = events.filter((row) => row.is_active && row.respond_within_minutes !== null && !row.is_shelved);
  const newest = timed.toSorted((a, b) => Date.parse(b.date_created) - Date.parse(a.date_created))[0];
  if (newest?.respond_within_minutes == null) return null;
  const from = Date.parse(newest.date_created);
  return { minutes: newest.respond_within_minutes, from, until: from + newest.respond_within_minutes * minutes };
};

/** '1:40', '12:03', '1:02:00': time until a moment; '0:00' once it has come. */
export const countdownText = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const two = (n: number): string => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  const rest = `${Math.floor((seconds % 3_600) / 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${two(Math.floor((seconds % 3_600) / 60))}:${two(seconds % 60)}` : rest;
};

/** A text in pieces, names of the incident apart, which are shown in bold. */
export const namedPieces = (
  text: string,
  events: readonly StoryEvent[],
): readonly { readonly text: string; readonly isName: boolean }[] => {
  const names = [...new Set(events.flatMap(({ device, sensor }) => [sensor ?? '', device]))]
    .filter((name) => name !== '')
    .sort((a, b) => b.length - a.length);
  let pieces = [{ text, isName: false }];
  for (const name of names)
    pieces = pieces.flatMap((piece) => {
      const plain = piece.isName ? [] : piece.text.split(name).map((part) => ({ text: part, isName: false }));
      return piece.isName ? piece : plain.flatMap((part, n) => (n === 0 ? part : [{ text: name, isName: true }, part]));
    });
  return pieces.filter((piece) => piece.text !== '');
};
