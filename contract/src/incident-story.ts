import { z } from 'zod';
import { changeOf, leastDegrees, PresentValue } from './present-value.ts';
import { textsIn } from './texts/define-texts.ts';
import { texts } from './texts/incident-story.ts';
import { zoneName } from './zone-name.ts';

/** One beginning of an alarm, a warning or an outage, with what its story says of it. Times are unix ms. */
export const StoryEvent = z.object({
  id: z.number(),
  at: z.number(),
  device_id: z.number(),
  device: z.string(),
  /** Null: the whole device. */
  sensor: z.string().nullable(),
  /** `deviceId.groupId.sensorId`, or `deviceId.nodeId`; null: the whole device. */
  full_sensor_id: z.string().nullable().optional(),
  kind: z.enum(['alarm', 'warning', 'lost', 'offline']),
  /** The state as the device sent it, or the rule in words. */
  state: z.string(),
  /** As measured when it began, in `unit`; null: nothing that a unit says. */
  value: z.number().nullable(),
  unit: z.string(),
  is_active: z.boolean(),
  ended_at: z.number().nullable(),
  /** 1 (critical) to 4 (low); null: none. */
  priority: z.number().nullable(),
  needs_acknowledgement: z.boolean(),
  acknowledged: z.object({ by: z.string(), at: z.number() }).nullable(),
  is_shelved: z.boolean(),
  shelved_until: z.number().nullable(),
  is_test: z.boolean(),
  is_late: z.boolean(),
});
export type StoryEvent = z.infer<typeof StoryEvent>;

/** Everything that a story is told from; what its reader may not see is not in it. */
export const StoryFacts = z.object({
  /** IANA zone of the site. */
  zone: z.string(),
  /** Members of the incident by time; at most the first ones, `more` counts the others. */
  events: z.array(StoryEvent),
  more: z.number().int(),
  /** The member that began first; null: a single event, or the reader may not see it. */
  first: z.number().nullable(),
  /** The member that may have been first as well, and how far apart they are; null: the order is certain. */
  uncertain: z.object({ event: z.number(), ms: z.number() }).nullable(),
  /** The first one was received after another had counted as the first. */
  is_late_first: z.boolean(),
  /** Active already when the incident began, at the same or a connected machine. */
  before: z.array(StoryEvent),
  /** Alarms of the machine of the first one that ended before the incident and within an hour of it, the newest first. */
  earlier: z.array(StoryEvent).optional(),
  present: PresentValue.nullable(),
  next: z.object({ name: z.string(), at: z.number() }).nullable(),
  /** What to do about what stands now, as somebody wrote it. */
  advice: z.string().nullable(),
  /** The member whose text `advice` is; absent or null: none. */
  advised: z.number().nullable().optional(),
  /** Devices whose speed, contact or state says now that they run. */
  running: z.array(z.number()).optional(),
});
export type StoryFacts = z.infer<typeof StoryFacts>;

export const clauseKinds = ['cause', 'consequence', 'person', 'trend', 'advice'] as const;
export type ClauseKind = (typeof clauseKinds)[number];

export const StoryClause = z.object({
  /** Null: as of now, or without a time. */
  at: z.iso.datetime().nullable(),
  /** `at` in the site's zone, '04:07', with day or zone where it would mislead; '' where the text has it. */
  time: z.string(),
  kind: z.enum(clauseKinds),
  text: z.string(),
});
export type StoryClause = z.infer<typeof StoryClause>;

export const storySeverities = ['alarm', 'warning', 'offline', 'shelved', 'cleared'] as const;
export type StorySeverity = (typeof storySeverities)[number];

/** An incident told in one language. */
export const Story = z.object({
  /** What is worst now: 'Leg 1 stopped'. */
  headline: z.string(),
  /** When the event of the headline began; null: no event. */
  since: z.iso.datetime().nullable(),
  /** The first one where the headline names another: 'First: Head bearing left of Leg 1, 84 °C, cleared 04:09'. */
  first: z.string().nullable(),
  /** That it is not the first time: 'Earlier alarm: Head bearing left, 84 °C, cleared 03:44'. Absent or null: it is. */
  earlier: z.string().nullable().optional(),
  /** The newest value: 'Head bearing left now 71 °C, falling 6 °C in 5 min'. */
  now: z.string().nullable(),
  /** A machine that had stopped and runs: 'Leg 1 runs again, its stop cleared 04:18'. */
  runs: z.string().nullable().optional(),
  /** The advice was written for an event of that machine which has cleared: what is told first is that it runs. */
  advice_is_past: z.boolean().optional(),
  /** The machine of the advice runs: its clause begins with this order, 'Stop Leg 1 now'. Absent or null: not known to. */
  advice_runs: z.string().nullable().optional(),
  severity: z.enum(storySeverities),
  clauses: z.array(StoryClause),
});
export type Story = z.infer<typeof Story>;

export interface StoryReader {
  /** BCP 47. */
  readonly language: string;
  /** Unix ms. */
  readonly now: number;
}

/** Most members that a story tells after the first, and most of other machines that it only names. */
const maxTold = 3;
const maxAlso = 2;
const maxBefore = 2;
const maxEarlier = 2;
const maxPeople = 2;

const unitNames: Readonly<Record<string, string>> = { C: '°C', F: '°F', Seconds: 's', Minutes: 'min', none: '' };
/** English pages write '27 Nov', not 'Nov 27'. */
const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language);

const numbers = new Map<string, Intl.NumberFormat>();
/** '84 °C', '71.2 °C': at most one decimal from ten on, two below. */
export function storyValue(value: number, unit: string, language: string): string {
  const digits = Math.abs(value) >= 10 || unit in leastDegrees ? 1 : 2;
  const rounded = Number(value.toFixed(digits));
  const key = `${language} ${digits}`;
  const number =
    numbers.get(key) ??
    new Intl.NumberFormat(localeOf(language), { useGrouping: false, maximumFractionDigits: digits });
  numbers.set(key, number);
  return `${number.format(Object.is(rounded, -0) ? 0 : rounded)} ${unitNames[unit] ?? unit}`.trim();
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** A formatter, kept because making one is a thousand times slower than using it. */
function format(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${options.timeZone} ${options.hour} ${options.day} ${options.timeZoneName}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  if (formats.size > 2_000) formats.clear();
  formats.set(key, known);
  return known;
}

type Words = typeof texts;
interface Telling {
  readonly t: Words;
  readonly language: string;
  readonly timeOf: (at: number) => string;
}

/** Times of a story: '04:07'; with the day where it is not today's, and with the zone in a night when clocks change. */
function timesOf(facts: StoryFacts, { language, now }: StoryReader): (at: number) => string {
  const { zone: timeZone } = facts;
  const locale = localeOf(language);
  const named = [...facts.events, ...facts.before, ...(facts.earlier ?? [])];
  const ofEvents = named.flatMap(({ at, ended_at: end, acknowledged: by }) => [at, end ?? at, by?.at ?? at]);
  const spoken = [now, facts.present?.before?.at ?? now, ...ofEvents];
  const hasChange = new Set(spoken.map((at) => zoneName(at, timeZone))).size > 1;
  const dayOf = (at: number): string => format(locale, { timeZone, day: 'numeric', month: 'short' }).format(at);
  const today = dayOf(now);
  return (at) => {
    const clock = format(locale, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
    const day = dayOf(at);
    return [day === today ? '' : `${day},`, clock, hasChange ? zoneName(at, timeZone) : ''].filter(Boolean).join(' ');
  };
}

/** Whether the alarm says that its machine stopped, in the device's own words. */
export const isStop = ({ kind, state }: Pick<StoryEvent, 'kind' | 'state'>): boolean =>
  kind === 'alarm' && /^stopped\b/i.test(state.trim());
/** 'Stopped: persistent alarm': the controller gives a reason of its own, so nobody pressed a button. */
const isOwnStop = (state: string): boolean => /^stopped\s*:\s*\S/i.test(state.trim());
/** 'Leg 1 stopped itself', of an alarm that says that its machine stopped; null: of another event. */
export const stopText = (t: Words, event: Pick<StoryEvent, 'kind' | 'state' | 'device'>): string | null =>
  isStop(event) ? (isOwnStop(event.state) ? t.stoppedItself : t.stopped)(event.device) : null;

const byTime = (a: StoryEvent, b: StoryEvent): number => a.at - b.at || a.id - b.id;

function severityOf(events: readonly StoryEvent[]): StorySeverity {
  const active = events.filter((event) => event.is_active);
  const loud = active.filter((event) => !event.is_shelved);
  if (active.length > 0 && loud.length === 0) return 'shelved';
  if (loud.some(({ kind }) => kind === 'alarm')) return 'alarm';
  if (loud.some(({ kind }) => kind === 'warning' || kind === 'lost')) return 'warning';
  return loud.length > 0 ? 'offline' : 'cleared';
}

const kindRank: Readonly<Record<StoryEvent['kind'], number>> = { alarm: 0, warning: 1, lost: 1, offline: 2 };
/** The worst one first: what is active and notifies, then a stop, then by severity, priority and time. */
const byUrgency = (a: StoryEvent, b: StoryEvent): number =>
  Number(b.is_active && !b.is_shelved) - Number(a.is_active && !a.is_shelved) ||
  Number(b.is_active) - Number(a.is_active) ||
  Number(isStop(b)) - Number(isStop(a)) ||
  kindRank[a.kind] - kindRank[b.kind] ||
  (a.priority ?? 5) - (b.priority ?? 5) ||
  byTime(a, b);
const worstOf = (events: readonly StoryEvent[]): StoryEvent | undefined => events.toSorted(byUrgency)[0];

/**
 * The events that curve, value and instruction may belong to, in this order: what stands now, what was first and the
 * others at its machine, then whatever else is active. What cleared at another machine is none of them while something
 * is active.
 */
export function standingFirst(events: readonly StoryEvent[], first: number | null): StoryEvent[] {
  const [lead, ...others] = events.toSorted(byUrgency);
  const begun = (event: StoryEvent): number => Number(event.id === first);
  if (!lead?.is_active) return events.toSorted((a, b) => begun(b) - begun(a) || byTime(a, b));
  const isBeside = (event: StoryEvent): boolean => event.device_id === lead.device_id;
  const beside = others.filter(isBeside).sort((a, b) => begun(b) - begun(a) || byTime(a, b));
  return [lead, ...beside, ...others.filter((event) => event.is_active && !isBeside(event))];
}

const shownValue = ({ language }: Telling, { value, unit }: StoryEvent): string =>
  value === null || unit === '' || unit === 'none' ? '' : storyValue(value, unit, language);

const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join(', ');

/** What became of it: 'received late', 'cleared 04:09', 'shelved until 05:00'. */
function stateText({ t, timeOf }: Telling, event: StoryEvent): string {
  const { is_active, ended_at: endedAt, is_shelved, shelved_until: until } = event;
  const held = is_shelved && is_active ? (until === null ? t.shelved : t.shelvedUntil(timeOf(until))) : '';
  const over = is_active ? '' : endedAt === null ? t.over : t.cleared(timeOf(endedAt));
  return joined(event.is_late ? t.late : '', held, over);
}

/** 'Head bearing left of Leg 1: alarm from the controller, 84 °C, cleared 04:09', or 'Leg 1 stopped'. */
function eventText(telling: Telling, event: StoryEvent, home: number | null): string {
  const { t } = telling;
  const { device, sensor, device_id } = event;
  const state = stateText(telling, event);
  const stop = stopText(t, event);
  if (stop !== null) return joined(stop, state);
  const place = sensor === null ? device : device_id === home ? sensor : t.of(sensor, device);
  return joined(t.is(place, t[event.kind]), shownValue(telling, event), state);
}

/** 'Head bearing left, 84 °C, cleared 04:09': of an alarm with a value the value alone. */
function briefText(telling: Telling, event: StoryEvent, home: number | null): string {
  const { device, sensor, device_id, kind } = event;
  const value = shownValue(telling, event);
  if (isStop(event) || sensor === null || value === '' || kind !== 'alarm') return eventText(telling, event, home);
  return joined(device_id === home ? sensor : telling.t.of(sensor, device), value, stateText(telling, event));
}

/** Whether a headline about `worst` names the sensor of an event. */
const isOfSensor = (event: StoryEvent, worst: StoryEvent): boolean =>
  event.sensor !== null &&
  event.sensor === worst.sensor &&
  event.device_id === worst.device_id &&
  event.full_sensor_id === worst.full_sensor_id &&
  !isStop(worst);
/** 'warning, 75 °C, cleared 04:03': of an event of the sensor that the headline names already. */
const sameSensorText = (telling: Telling, event: StoryEvent): string =>
  joined(telling.t[event.kind], shownValue(telling, event), stateText(telling, event));

/** What an event is, in pieces: a whole name first, because it is read alone; '' for a piece that there is none of. */
export interface Fact {
  /** 'Leg 1, Head bearing left', or 'Leg 1 stopped itself'. */
  readonly name: string;
  /** As it began. */
  readonly value: string;
  /** Now, with its trend: '165 °F, rising'; '' where it is not known to be of now. */
  readonly now: string;
  /** What became of it: 'cleared 04:09'. */
  readonly state: string;
  readonly event: StoryEvent;
}

function factOf(telling: Telling, event: StoryEvent): Fact {
  const { t } = telling;
  const { device, sensor } = event;
  const stop = stopText(t, event);
  const name = stop ?? joined(device, sensor ?? '');
  const value = stop === null ? shownValue(telling, event) : '';
  return { name: event.is_test ? t.test(name) : name, value, now: '', state: stateText(telling, event), event };
}

/** 'Leg 1, Head bearing left: alarm, 84 °C' */
function headlineOf(telling: Telling, event: StoryEvent): string {
  const { name, value, state } = factOf(telling, event);
  return joined(isStop(event) ? name : telling.t.is(name, telling.t[event.kind]), value, state);
}

const clauseOf = (telling: Telling, kind: ClauseKind, at: number | null, text: string): StoryClause => ({
  at: at === null ? null : new Date(at).toISOString(),
  time: at === null ? '' : telling.timeOf(at),
  kind,
  text,
});

/** Who acknowledged, each person once, or that nobody has; and who is next. */
function peopleOf(telling: Telling, { events, next: planned }: StoryFacts, now: number): StoryClause[] {
  const { t, timeOf } = telling;
  // A step that runs at this moment is not what comes next.
  const next = planned !== null && planned.at > now ? planned : null;
  const given = events.flatMap(({ acknowledged }) => (acknowledged === null ? [] : [acknowledged]));
  const people = new Map<string, number>();
  for (const { by, at } of given.toSorted((a, b) => a.at - b.at)) if (!people.has(by)) people.set(by, at);
  const person = (text: string, at: number | null = null): StoryClause => ({
    ...clauseOf(telling, 'person', at, text),
    time: '',
  });
  const known = [...people].slice(0, maxPeople).map(([by, at]) => person(t.acknowledged(by, timeOf(at)), at));
  const waiting = events.filter((event) => event.needs_acknowledgement && event.acknowledged === null);
  if (known.length > 0) {
    const newer = waitingSince(events, [...people.values()]);
    const open = newer === null ? [] : [person(t.nobodySince(timeOf(newer)))];
    return [...known, ...open, ...(next ? [person(t.next(next.name, timeOf(next.at)))] : [])];
  }
  if (next) return [person(t.nobodyNext(next.name, timeOf(next.at)))];
  return waiting.length > 0 ? [person(t.nobody)] : [];
}

/**
 * Since when something is there that the acknowledgements `given` (unix ms) do not cover, because it waits for one and
 * stands, or began after the last and waits or stands; null: nothing is.
 */
export function waitingSince(events: readonly StoryEvent[], given: readonly number[]): number | null {
  const last = Math.max(...given);
  const open = events.filter(
    ({ at, kind, is_active, is_shelved, needs_acknowledgement: needs, acknowledged }) =>
      acknowledged === null &&
      (at > last ? needs || (is_active && !is_shelved && kind !== 'offline') : needs && is_active),
  );
  return open.length > 0 ? Math.min(...open.map(({ at }) => at)) : null;
}

const spanOf = (ms: number): string => {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return `${Math.max(0, Math.floor(ms / 1000))} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** A value that is back where its alarm began within this time, at its present pace, goes there quickly. */
const soonMinutes = 10;
/**
 * Whether the value that the story follows moves the wrong way: a temperature that rises, another one of a cleared event
 * that goes back, so quickly that it soon is where its event began, or beyond that, where it may stay.
 */
export function isWorsening({ events, present }: StoryFacts): boolean {
  const { value = null, full_sensor_id: id, unit = '' } = present ?? {};
  if (!present?.is_online || present.is_old || value === null || id === undefined) return false;
  const last = events.findLast((event) => event.full_sensor_id === id && event.value !== null && !event.is_test);
  const { by, minutes, steadyMinutes } = changeOf(present);
  if (last?.value == null || by === 0) return false;
  const left = (last.value - value) * Math.sign(by);
  const isWrong = unit in leastDegrees ? by > 0 : !last.is_active && left > 0;
  return isWrong && left <= (steadyMinutes > 0 ? 0 : (soonMinutes * Math.abs(by)) / minutes);
}

/** The newest value and how it changed, measured both; null: nothing measured. */
function presentText(telling: Telling, { present, events, more }: StoryFacts, now: number): string | null {
  if (present === null) return null;
  const { t, language, timeOf } = telling;
  const { value, at, unit, sensor, device } = present;
  if (value === null || at === null || unit === '' || unit === 'none')
    return present.is_online ? null : t.isOffline(device);
  const shown = storyValue(value, unit, language);
  if (!present.is_online) return t.isOfflineLast(device, shown, timeOf(at));
  if (present.is_old) return t.last(sensor, shown, spanOf(now - at));
  const text = events.length + more > 1 ? t.nowOf(sensor, shown) : t.now(shown);
  const { by, minutes, from, steadyMinutes } = changeOf(present);
  if (by === 0) return text;
  const size = storyValue(Math.abs(by), unit, language);
  if (steadyMinutes === 0) return joined(text, (by > 0 ? t.rising : t.falling)(size, minutes));
  return joined(text, t.steady(steadyMinutes), (by > 0 ? t.above : t.below)(size, timeOf(from)));
}

/** Where a value goes, in a word: 'rising', 'steady for 1 min'; '' where its change says nothing. */
interface Trend {
  /** 1 up, -1 down, 0 nowhere. */
  readonly way: number;
  readonly word: string;
}
/** The trend of the value that a story follows; null: it has none that is of now. */
export function trendOf({ present }: Pick<StoryFacts, 'present'>, language: string): Trend | null {
  if (present === null || present.value === null || present.is_old || !present.is_online) return null;
  if (present.unit === '' || present.unit === 'none') return null;
  const t = textsIn(texts, language);
  const { by, steadyMinutes } = changeOf(present);
  if (steadyMinutes > 0) return { way: 0, word: t.steady(steadyMinutes) };
  return { way: Math.sign(by), word: by === 0 ? '' : by > 0 ? t.rises : t.falls };
}

/** The newest cleared stop of a machine that runs; undefined: none. */
function overcomeStop({ events, running = [] }: StoryFacts): StoryEvent | undefined {
  const over = events.filter((event) => isStop(event) && event.ended_at !== null && running.includes(event.device_id));
  return over.toSorted((a, b) => (b.ended_at ?? 0) - (a.ended_at ?? 0))[0];
}

/** Instructions that begin with keeping a machine stopped, in the language of their writer. */
const keeps = /^(?:keep|leave|halten|lassen|mantenga|mantén|deje|gardez|laissez|maintenez|mantenha|deixe)(?!\p{L})/iu;
const stopsFirst =
  /^(?:stop|stoppen|anhalten|abschalten|detenga|detener|pare|parar|arrêtez|arrêter|stoppez)(?!\p{L})/iu;
const stopped = /stopp|shut|\boff\b|still|angehalten|schaltet|stehen|parad|detenid|apagad|arrêt|deslig/iu;
const keepsStopped = (advice: string): boolean => keeps.test(advice) && stopped.test(sentencesOf(advice)[0] ?? '');

/** What is told of machines that run: again after their stop, and the order before an instruction for one of them. */
function runningOf({ t, timeOf }: Telling, told: StoryFacts) {
  const stop = overcomeStop(told);
  const runs = stop?.ended_at == null ? null : t.runs(stop.device, timeOf(stop.ended_at));
  const advised = told.advice ? told.events.find(({ id }) => id === told.advised) : undefined;
  if (!advised || !told.running?.includes(advised.device_id)) return { runs, advice_is_past: false, advice_runs: null };
  const { device_id: device, device: name, is_active } = advised;
  const alarms = told.events.filter((one) => one.kind === 'alarm' && one.device_id === device && !one.is_shelved);
  const standing = alarms.filter((one) => one.is_active);
  const heatsAgain = standing.length === 0 && alarms.length > 0 && isWorsening(told) && told.present?.device === name;
  const isPast = device === stop?.device_id && !is_active && !heatsAgain;
  const isUrgent = heatsAgain || standing.some(({ priority }) => priority === 1);
  // What somebody wrote may want the feed stopped, or the machine run empty, before it is stopped.
  const ordersItself = stopsFirst.test(told.advice?.trim() ?? '');
  const urgent = ordersItself ? t.runsNow(name) : t.stopNow(name);
  const order = isUrgent ? urgent : `${t.runsNow(name)}. ${t.stopFirst}`;
  return { runs, advice_is_past: isPast, advice_runs: order };
}

/** The instruction as somebody wrote it, after the order to stop a machine that runs. */
function orderText(t: Words, advice: string, order: string | null): string {
  if (order === null) return advice;
  const then = keepsStopped(advice) ? t.afterwards(`${advice.charAt(0).toLowerCase()}${advice.slice(1)}`) : advice;
  return `${order}. ${then}`;
}

/** An instruction for no moment in particular: one to keep a machine stopped says first that it is to be stopped. */
export function anytimeAdvice(advice: string | null, language: string): string | null {
  const t = textsIn(texts, language);
  return advice && orderText(t, advice, keepsStopped(advice.trim()) ? t.stopFirst : null);
}

const tellingOf = (facts: StoryFacts, reader: StoryReader): Telling => ({
  t: textsIn(texts, reader.language),
  language: reader.language,
  timeOf: timesOf(facts, reader),
});

/** The events by time, without tests unless there is nothing else. */
function realOf({ events }: StoryFacts): StoryEvent[] {
  const real = events.filter((event) => !event.is_test);
  return (real.length > 0 ? real : events).toSorted(byTime);
}

/** The event that is worst now in pieces, for places that show its value before its state; null: no event. */
export function worstFact(facts: StoryFacts, reader: StoryReader): Fact | null {
  const worst = worstOf(realOf(facts));
  if (!worst) return null;
  const telling = tellingOf(facts, reader);
  const { present } = facts;
  const fact = factOf(telling, worst);
  const isOfIt = present?.full_sensor_id !== undefined && present.full_sensor_id === worst.full_sensor_id;
  const trend = trendOf(facts, reader.language);
  if (!isOfIt || fact.value === '' || present.value === null || trend === null) return fact;
  return { ...fact, now: joined(storyValue(present.value, present.unit, reader.language), trend.word) };
}

/** 'Leg 1 runs again, Head bearing left now 67.9 °C, rising 21 °C in 1 min': of a value that moves the wrong way, or null. */
export function worseningText(facts: StoryFacts, reader: StoryReader): string | null {
  if (facts.present === null || !isWorsening(facts)) return null;
  const telling = tellingOf(facts, reader);
  const { device } = facts.present;
  const runs = overcomeStop(facts)?.device === device ? telling.t.runsAgain(device) : device;
  return joined(runs, presentText(telling, facts, reader.now) ?? '');
}

/**
 * Tells an incident: what is worst now, then clause by clause what was first, what followed, who has it in hand, what
 * the first sensor reads now, and what to do. Every number was measured, or is the difference of two that were.
 */
export function incidentStory(facts: StoryFacts, reader: StoryReader): Story {
  const { now } = reader;
  const telling = tellingOf(facts, reader);
  const { t, timeOf } = telling;
  const events = realOf(facts);
  const told = { ...facts, events };
  const worst = worstOf(events);
  if (!worst)
    return { headline: '', since: null, first: null, now: null, runs: null, severity: 'cleared', clauses: [] };
  const isSeveral = events.length + facts.more > 1;
  const first = isSeveral ? events.find(({ id }) => id === facts.first) : undefined;
  const rival = first && events.find((event) => event.id === facts.uncertain?.event && event !== first);
  const begun = first ?? events[0] ?? worst;
  const lead = (textOf: typeof eventText, home: number | null): string => {
    const text = textOf(telling, begun, home);
    if (begun.is_test) return t.test(text);
    if (!first) return text;
    if (rival && facts.uncertain) {
      const seconds = Math.max(1, Math.ceil(facts.uncertain.ms / 1000));
      return t.uncertain(seconds, briefText(telling, first, home), briefText(telling, rival, home));
    }
    return t.first(facts.is_late_first && !first.is_late ? joined(text, t.late) : text);
  };
  const others = events.filter((event) => event !== begun && event !== rival);
  // Of other machines than that of the worst, what has cleared is only named.
  const isBeside = (event: StoryEvent): boolean => !event.is_active && event.device_id !== worst.device_id;
  const main = others.filter((event) => !isBeside(event));
  // The worst is told even where many came before it.
  const spoken = main.filter((event, n) => n < maxTold || event === worst);
  const also = others.filter(isBeside).sort(byUrgency).slice(0, maxAlso);
  const silent = others.length - spoken.length - also.length + facts.more;
  const clauses: StoryClause[] = [clauseOf(telling, 'cause', begun.at, lead(eventText, null))];
  for (const event of facts.before.slice(0, maxBefore)) {
    const place = event.sensor === null ? event.device : t.of(event.sensor, event.device);
    const state = event.is_shelved ? stateText(telling, event) : t.since(timeOf(event.at));
    clauses.push(clauseOf(telling, 'cause', null, t.is(place, state)));
  }
  const past = (facts.earlier ?? []).slice(0, maxEarlier).toSorted(byTime);
  const earlier =
    past.length > 0
      ? t.earlier(past.map((one) => briefText(telling, one, begun.device_id)).join('; '), past.length)
      : null;
  if (earlier !== null) clauses.push(clauseOf(telling, 'cause', null, earlier));
  for (const event of spoken)
    clauses.push(clauseOf(telling, 'consequence', event.at, eventText(telling, event, begun.device_id)));
  if (also.length > 0) {
    const named = also.map((event) => briefText(telling, event, null));
    clauses.push(clauseOf(telling, 'consequence', null, t.also(named.join('; '))));
  }
  if (silent > 0) clauses.push(clauseOf(telling, 'consequence', null, t.more(silent)));
  const present = presentText(telling, told, now);
  const running = runningOf(telling, told);
  clauses.push(...peopleOf(telling, told, now));
  for (const text of [running.runs, present]) if (text !== null) clauses.push(clauseOf(telling, 'trend', null, text));
  const todo = facts.advice && orderText(t, facts.advice.trim(), running.advice_runs);
  if (todo) clauses.push(clauseOf(telling, 'advice', null, todo));
  return {
    headline: headlineOf(telling, worst),
    since: new Date(worst.at).toISOString(),
    first:
      first && first !== worst ? lead(isOfSensor(first, worst) ? sameSensorText : briefText, worst.device_id) : null,
    earlier,
    now: present,
    ...running,
    severity: severityOf(events),
    clauses,
  };
}

const ended = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
/** A clause with its time, as a sentence. */
export const clauseText = ({ time, text }: StoryClause): string => ended([time, text].filter(Boolean).join(' '));

/** The clauses as one text: '04:04 First: ... 04:07 Leg 1 stopped. Sam Ortega acknowledged at 04:07. ...' */
export const storyText = (story: Story, without: readonly ClauseKind[] = []): string =>
  story.clauses
    .filter(({ kind }) => !without.includes(kind))
    .map(clauseText)
    .join(' ');

/** What to do, which begins with the order to stop a machine that runs; undefined: nobody said. */
export const adviceOf = (story: Story | undefined): string | undefined =>
  story?.clauses.find(({ kind }) => kind === 'advice')?.text;

/** Sentences of a text that somebody wrote, so that a short form leaves out whole ones. */
const sentencesOf = (text: string): string[] =>
  text.match(/[^.!?\n]+[.!?]*(?=\s|$)|[^\n]+/g)?.map((one) => one.trim()) ?? [];

/**
 * The longest short form that fits: `head` whole, then the clauses in the order of their weight (the first event, the
 * advice, what followed, values, people), each whole or left out from the end; `end` whole.
 */
export function shortStory(
  story: Story,
  {
    head,
    end,
    advice,
    fits,
  }: {
    readonly head: string;
    readonly end: string;
    /** Introduces the advice: 'Do'. */
    readonly advice: string;
    readonly fits: (text: string) => boolean;
  },
): string {
  const of = (kind: ClauseKind): string[] => story.clauses.filter((one) => one.kind === kind).map(clauseText);
  const todo = sentencesOf(adviceOf(story) ?? '').map((sentence, n) =>
    n === 0 && !story.advice_runs ? `${advice}: ${sentence}` : sentence,
  );
  const causes = story.first === null ? [] : [ended(story.first)];
  const followed = story.clauses.filter(({ kind, text }) => kind === 'consequence' && !story.headline.includes(text));
  // That a machine runs comes before what its stop asked for.
  const runs = of('trend').filter((text) => text === ended(story.runs ?? ''));
  const trend = of('trend').filter((text) => !runs.includes(text));
  const weighed = [...causes, ...runs, ...todo, ...followed.map(clauseText), ...trend, ...of('person')];
  const textOf = (count: number): string =>
    [ended(head), ...weighed.slice(0, count), end].filter((part) => part.trim() !== '').join(' ');
  for (let count = weighed.length; count > 0; count--) if (fits(textOf(count))) return textOf(count);
  return textOf(0);
}
