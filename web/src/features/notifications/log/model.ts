import type { EventType } from '@tocsin/contract/event';
import { DeviceId, SiteId } from '@tocsin/contract/ids';
import type { Notification } from '@tocsin/contract/live';
import type { Priority } from '@tocsin/contract/priority';
import { zoneName } from '@tocsin/contract/zone-name';
import { momentOfFields } from '../../../ui/zone.ts';

/** The client, site and device to which the log is limited; null: all. */
export interface LogPlace {
  readonly client: number | null;
  readonly site: number | null;
  readonly device: number | null;
}

/** Whether an event is within the scope. */
export const isWithin = (
  row: Pick<Notification, 'client_id' | 'location_id' | 'device_id'>,
  { client, site, device }: LogPlace,
): boolean =>
  (client === null || row.client_id === client) &&
  (site === null || row.location_id === site) &&
  (device === null || row.device_id === device);

const pairMs = 60_000;
const endWord = 'OK';
/**
 * A page without the ends of what a switch reported for a minute at most: 'Sensor Not Scanned', then 'OK'. The beginning
 * gets the duration.
 */
export const withoutShortEnds = (rows: readonly Notification[]): readonly Notification[] => {
  const reports = rows.filter((row) => row.event_type === 'sn2_status_change');
  const at = (row: Notification): number => Date.parse(row.date_created);
  const lasted = new Map<number, number>();
  const ends = reports.filter((end) => {
    const begun = reports
      .filter((one) => one.content !== endWord && one.full_sensor_id === end.full_sensor_id && at(one) <= at(end))
      .sort((a, b) => at(b) - at(a))[0];
    if (end.content !== endWord || !begun || at(end) - at(begun) > pairMs) return false;
    lasted.set(begun.id, (at(end) - at(begun)) / 1_000);
    return true;
  });
  return rows
    .filter((row) => !ends.includes(row))
    .map((row) => ({ ...row, duration: lasted.get(row.id) ?? row.duration }));
};

/** Zone of the log's times: each event's site, or the browser. */
export type LogClock = 'site' | 'mine';

/** The short names of several zones; none if it is one zone, which has two names around a clock change. */
export const mixedZones = (rows: readonly Notification[], zoneOf: (row: Notification) => string): readonly string[] => {
  const names = new Set(rows.map((row) => zoneName(Date.parse(row.date_created), zoneOf(row))));
  return new Set(rows.map(zoneOf)).size > 1 && names.size > 1 ? [...names] : [];
};

/** Maximum length of a range in days (docs/spec/monitoring.md, section 9). */
const longestDays = 30;

/** An event type, or 'began' for all alarms and warnings that began, which analytics counts. */
export type EventChoice = EventType | 'began';
const began: readonly EventType[] = ['alarm_on', 'warning_on'];

/** The log's filters. Days are 'YYYY-MM-DD' in the zone named on the page. */
export interface LogFilters {
  readonly search: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly site: number | null;
  readonly device: number | null;
  readonly event: EventChoice | null;
  readonly priority: Priority | null;
  readonly shelved: boolean | null;
}
export const noFilters: LogFilters = {
  search: '',
  from: null,
  to: null,
  site: null,
  device: null,
  event: null,
  priority: null,
  shelved: null,
};

/** Whether any filter is set. */
export const isNarrow = (filters: LogFilters): boolean =>
  filters.search !== '' ||
  [filters.from, filters.to, filters.site, filters.device, filters.event, filters.priority, filters.shelved].some(
    (f) => f !== null,
  );

const dayMs = 86_400_000;
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;

/** Whether a day may be the other end of a range, at most 30 days from the chosen end. */
export const isInRange = (chosen: string | null, day: string): boolean =>
  chosen === null || Math.abs(dayNumber(day) - dayNumber(chosen)) <= longestDays;

const dayText = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);

/** The first and last day that may be the other end of a range; undefined while no end is chosen. */
export const selectableDays = (chosen: string | null): readonly [string | undefined, string | undefined] =>
  chosen === null
    ? [undefined, undefined]
    : [dayText(dayNumber(chosen) - longestDays), dayText(dayNumber(chosen) + longestDays)];

const nextDay = (day: string): string => dayText(dayNumber(day) + 1);
const iso = (ms: number): string => new Date(ms).toISOString();

export interface LogQuery {
  readonly search?: string;
  /** All clients that the user can see, instead of the selected one. */
  readonly all_clients?: 'true';
  readonly is_active?: 'true';
  readonly is_acknowledged?: 'false';
  readonly date_created_from?: string;
  readonly date_created_to?: string;
  readonly location?: number;
  readonly device?: number;
  readonly event_type?: readonly EventType[];
  readonly priority?: Priority;
  readonly is_shelved?: 'true' | 'false';
  readonly ordering: '-date_created' | 'date_created' | 'priority';
}

/** The order of a list; 'priority' only for active and unacknowledged events. */
export type LogOrder = 'priority' | 'newest' | 'oldest';
const orderings = { priority: 'priority', newest: '-date_created', oldest: 'date_created' } as const;
/** The default order of a tab. */
export const firstOrder = (tab: Tab): LogOrder => (tab === 'historical' ? 'newest' : 'priority');

/** The tabs of the log. */
export const tabs = ['active', 'unacknowledged', 'historical'] as const;
export type Tab = (typeof tabs)[number];

/** The query parameters of a list: whole days in the zone, both ends included; empty filters are left out. */
export const queryOf = (filters: LogFilters, tab: Tab, order: LogOrder, zone: string): LogQuery => {
  const from = filters.from === null ? null : momentOfFields(filters.from, '00:00', zone);
  const to = filters.to === null ? null : momentOfFields(nextDay(filters.to), '00:00', zone);
  return {
    ...(filters.search.trim() === '' ? {} : { search: filters.search.trim() }),
    ...(tab === 'active' ? { is_active: 'true' } : {}),
    ...(tab === 'unacknowledged' ? { is_acknowledged: 'false' } : {}),
    ...(from === null ? {} : { date_created_from: iso(from) }),
    ...(to === null ? {} : { date_created_to: iso(to - 1) }),
    ...(filters.site === null ? {} : { location: filters.site }),
    ...(filters.device === null ? {} : { device: filters.device }),
    ...(filters.event === null ? {} : { event_type: filters.event === 'began' ? began : [filters.event] }),
    ...(filters.priority === null ? {} : { priority: filters.priority }),
    ...(filters.shelved === null ? {} : { is_shelved: filters.shelved ? 'true' : 'false' }),
    ordering: orderings[order],
  };
};

/** The filter of a query as a request body, for bulk acknowledgement. */
export const filterOf = ({
  is_active,
  is_shelved,
  all_clients,
  location,
  device,
  event_type,
  priority,
  ...query
}: LogQuery) => ({
  ...(query.search === undefined ? {} : { search: query.search }),
  ...(query.date_created_from === undefined ? {} : { date_created_from: query.date_created_from }),
  ...(query.date_created_to === undefined ? {} : { date_created_to: query.date_created_to }),
  ...(is_active === undefined ? {} : { is_active: is_active === 'true' }),
  ...(is_shelved === undefined ? {} : { is_shelved: is_shelved === 'true' }),
  ...(all_clients === undefined ? {} : { all_clients: all_clients === 'true' }),
  ...(location === undefined ? {} : { location: SiteId.parse(location) }),
  ...(device === undefined ? {} : { device: DeviceId.parse(device) }),
  ...(event_type === undefined ? {} : { event_type: [...event_type] }),
  ...(priority === undefined ? {} : { priority: [priority] }),
  ordering: query.ordering,
});
