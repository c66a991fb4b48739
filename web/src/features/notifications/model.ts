import type { EventType } from '@tocsin/contract/event';
import type { Notification, NotificationMessage } from '@tocsin/contract/live';
import { priorityLevel } from '@tocsin/contract/priority';
import { type Severity, severityRank } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/notifications';
import type { TabSign } from '../../ui/tab-sign.ts';

/** The severity of an event type; an end has that of its beginning. */
export const severityOf = (type: EventType): Severity => {
  if (type === 'alarm_on') return 'alarm';
  if (type === 'warning_on') return 'warning';
  if (type === 'device_offline') return 'offline';
  if (type === 'sensor_disappeared') return 'no-data';
  return 'ok';
};

const byTime = (a: Notification, b: Notification): number =>
  Date.parse(a.date_created) - Date.parse(b.date_created) || a.id - b.id;

/** Compares by urgency, the least urgent first, then the oldest first. */
const byUrgency = (a: Notification, b: Notification): number =>
  priorityLevel(b.priority) - priorityLevel(a.priority) || byTime(a, b);

/** Whether it is an active alarm or warning that did not arrive late and is not part of a maintenance test. */
const isActive = (row: Notification): boolean =>
  row.is_active && !row.test && !row.late && (row.event_type === 'alarm_on' || row.event_type === 'warning_on');

/** Whether it is active, not shelved, and not of a sensor out of service. */
export const notifies = (row: Notification): boolean => isActive(row) && !row.is_shelved && !row.is_out_of_service;

/** How many alarms and warnings are active and notify. */
export interface LoudCounts {
  readonly alarms: number;
  readonly warnings: number;
}
export const loudCounts = (rows: readonly Notification[]): LoudCounts => {
  const active = rows.filter(notifies);
  const alarms = active.filter((row) => row.event_type === 'alarm_on').length;
  return { alarms, warnings: active.length - alarms };
};

/** A part of the bell's number: red for alarms and amber for warnings that notify, null for all else. */
export interface BellPart {
  readonly severity: 'alarm' | 'warning' | null;
  readonly count: number;
}
/** The bell's number in parts of one severity each; where not all rows are known, the whole of it as the worst. */
export const bellParts = (rows: readonly Notification[], count: number): readonly BellPart[] => {
  const { alarms, warnings } = loudCounts(rows);
  if (rows.length < count) return [{ severity: alarms > 0 ? 'alarm' : warnings > 0 ? 'warning' : null, count }];
  const parts = [
    { severity: 'alarm', count: alarms },
    { severity: 'warning', count: warnings },
    { severity: null, count: count - alarms - warnings },
  ] as const;
  return parts.filter((part) => part.count > 0);
};

/** Sign and title of the browser tab. Without a connection, the last known alarm remains, marked as outdated. */
export const tabStateOf = (
  { alarms, warnings }: LoudCounts,
  isLost: boolean,
): { readonly sign: TabSign | null; readonly text: string } => {
  const severity = alarms > 0 ? 'alarm' : warnings > 0 ? 'warning' : null;
  const eventText =
    severity === 'alarm' ? texts.alarms(alarms) : severity === 'warning' ? texts.warnings(warnings) : '';
  const text = [isLost ? texts.notLive : '', eventText].filter(Boolean).join(', ');
  return { sign: severity ?? (isLost ? 'lost' : null), text };
};

/** This tab's selection, and whether the person is operator staff. */
export interface Listener {
  readonly client: number | null;
  readonly isStaff: boolean;
}

/**
 * Whether sound and toasts of this tab include an event. Banner and bell cover everything that the user can see; sound
 * and toasts cover the selected client. Without one, operator staff get none, and other users get all of their clients.
 */
export const isHeard = (row: Pick<Notification, 'client_id'>, { client, isStaff }: Listener): boolean =>
  client === null ? !isStaff : row.client_id === client;

/** The events of a message that this tab shows as toasts. */
export const heardOf = (message: NotificationMessage, listener: Listener): NotificationMessage => ({
  ...message,
  notifications: message.notifications.filter((row) => isHeard(row, listener)),
});

/** The site of an event, with its client if that is not the selected one; '' for the selected site. */
export const placeText = (
  row: Pick<Notification, 'client' | 'client_id' | 'location' | 'location_id'>,
  selected: { readonly client: number | null; readonly site: number | null },
): string => {
  if (row.location_id === selected.site) return '';
  return row.client_id === selected.client ? row.location : `${row.location}, ${row.client}`;
};

/** Whether the alarm tone repeats for an event: active, unacknowledged and not shelved. */
export const sounds = (row: Notification): boolean => notifies(row) && row.acknowledged === null;

const acknowledgeable: ReadonlySet<EventType> = new Set([
  'alarm_on',
  'warning_on',
  'device_offline',
  'sensor_disappeared',
]);
/** Whether an event requires acknowledgement; others are informational. */
export const isAcknowledgeable = (row: Notification): boolean => acknowledgeable.has(row.event_type);

/** The bell's number, at most 999 (docs/spec/monitoring.md, section 9). */
export const badgeText = (count: number): string => (count > 999 ? '999' : String(count));

/** 'Leg 1, Head bearing left': device and sensor of an event. */
export const whatText = (row: Notification): string => [row.device, row.sensor_name].filter(Boolean).join(', ');

/** The initials of a name, at most three: 'JR' for 'June Rivers'. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase())
    .slice(0, 3)
    .join('');

const two = (n: number): string => String(n).padStart(2, '0');

/** A duration as days and h:m:s (docs/spec/monitoring.md, section 2); empty while active or unknown. */
export const durationText = (seconds: number | null): string => {
  if (seconds === null) return '';
  const rounded = Math.round(seconds);
  const days = Math.floor(rounded / 86_400);
  const time = `${Math.floor((rounded % 86_400) / 3_600)}:${two(Math.floor((rounded % 3_600) / 60))}:${two(rounded % 60)}`;
  return days > 0 ? `${days} d ${time}` : time;
};

/** The most important event: by severity, then by urgency, then the newest. */
export const worstOf = (rows: readonly Notification[]): Notification | undefined =>
  rows.toSorted(
    (a, b) => severityRank(severityOf(a.event_type)) - severityRank(severityOf(b.event_type)) || byUrgency(b, a),
  )[0];
