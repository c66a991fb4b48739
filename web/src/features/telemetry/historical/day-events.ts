import type { EventType } from '@tocsin/contract/event';
import type { Notification } from '@tocsin/contract/live';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { wallFields } from '../../../ui/zone.ts';

type EventKind = 'alarm' | 'warning' | 'offline';

/** An alarm, warning or offline time of the device, with its description. Times are UTC epoch ms. */
export interface DayEvent {
  readonly id: number;
  readonly at: number;
  readonly until: number;
  readonly kind: EventKind;
  readonly sensor: string | null;
  readonly content: string;
}

export type DayCounts = Readonly<Record<EventKind, number>>;

const kinds: Readonly<Partial<Record<EventType, EventKind>>> = {
  alarm_on: 'alarm',
  warning_on: 'warning',
  device_offline: 'offline',
};

type Row = Pick<
  Notification,
  'id' | 'date_created' | 'event_type' | 'sensor_name' | 'content' | 'is_active' | 'duration' | 'test'
>;

/** The events that began, from log rows, oldest first, without maintenance tests. Active ones last until `now`. */
export const dayEventsOf = (rows: readonly Row[], now: number): readonly DayEvent[] =>
  rows
    .flatMap((row): readonly DayEvent[] => {
      const kind = kinds[row.event_type];
      if (kind === undefined || row.test) return [];
      const at = Date.parse(row.date_created);
      const until = row.duration === null ? (row.is_active ? Math.max(at, now) : at) : at + row.duration * 1_000;
      return [{ id: row.id, at, until, kind, sensor: row.sensor_name, content: readerWords(row.content) }];
    })
    .toSorted((a, b) => a.at - b.at);

/** Number of events of each kind that began on each day ('YYYY-MM-DD') in the zone. */
export const countsByDay = (events: readonly DayEvent[], zone: string): ReadonlyMap<string, DayCounts> => {
  const days = new Map<string, Record<EventKind, number>>();
  for (const { at, kind } of events) {
    const { date } = wallFields(at, zone);
    const counts = days.get(date) ?? { alarm: 0, warning: 0, offline: 0 };
    counts[kind] += 1;
    days.set(date, counts);
  }
  return days;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Steps of a strip's scale, of which at most this many are named. */
const stepsMs = [5, 10, 15, 30, 60, 180].map((minutes) => minutes * minuteMs);
const namedAtMost = 8;

/** A strip of time: the whole day, or the hours in which something happened. */
export interface Strip {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** The hours of a day from its first event to the end of its last; the day where there is none. */
export const hoursOf = (events: readonly DayEvent[], day: Pick<Strip, 'from' | 'to'>): Strip => {
  const ends = events.flatMap(({ at, until }) => [at, until]).map((at) => (at - day.from) / hourMs);
  const from = ends.length === 0 ? day.from : Math.max(day.from, day.from + Math.floor(Math.min(...ends)) * hourMs);
  const to = ends.length === 0 ? day.to : Math.min(day.to, day.from + (Math.floor(Math.max(...ends)) + 1) * hourMs);
  return { from, to, step: stepsMs.find((step) => (to - from) / step <= namedAtMost) ?? 3 * hourMs };
};

const dayMs = 86_400_000;
const dateOf = (utc: number): string => new Date(utc).toISOString().slice(0, 10);

/** The weeks of a month ('YYYY-MM') as days ('YYYY-MM-DD'), Monday first; null for days of other months. */
export const weeksOf = (month: string): readonly (readonly (string | null)[])[] => {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs;
  const weeks: (string | null)[][] = [];
  for (let week = monday; week === monday || dateOf(week).startsWith(month); week += 7 * dayMs) {
    const days = Array.from({ length: 7 }, (_, i) => dateOf(week + i * dayMs));
    weeks.push(days.map((day) => (day.startsWith(month) ? day : null)));
  }
  return weeks;
};

/** The month `by` months later or earlier: '2026-12' and 1 give '2027-01'. */
export const shiftMonth = (month: string, by: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return dateOf(Date.UTC(year, number - 1 + by, 1)).slice(0, 7);
};

/** The day `by` days later or earlier. */
export const shiftDay = (day: string, by: number): string => dateOf(Date.parse(`${day}T00:00:00Z`) + by * dayMs);
