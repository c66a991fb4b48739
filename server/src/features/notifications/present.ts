import { shippedTypes } from '@tocsin/contract/device-type';
import { type EventType, eventLabels } from '@tocsin/contract/event';
import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import { fullSensorId, sensorPathOf } from '@tocsin/contract/layout';
import type { Notification } from '@tocsin/contract/live';
import { hasPriority, type Priority, priorityOfLevel } from '@tocsin/contract/priority';
import { permissionsOf } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import type { EventRecord } from './store.ts';

/** The colour of a row; the page adds icon and word. */
const colors: Partial<Record<EventType, string>> = {
  alarm_on: 'alarm',
  warning_on: 'warning',
  device_offline: 'offline',
  sensor_disappeared: 'offline',
};

const iso = (ms: number): string => new Date(ms).toISOString();

/** The full id of the event's sensor (three segments) or node (two); null for an event of the whole device or site. */
function sensorIdOf(event: Pick<EventRecord, 'device_id' | 'group_id' | 'sensor_id'>): string | null {
  if (event.group_id === null) return null;
  const path = event.sensor_id === null ? event.group_id : sensorPathOf(event.group_id, event.sensor_id);
  return fullSensorId(event.device_id, path);
}

/** Null for events that do not begin a condition. */
const priorityOf = (event: Pick<EventRecord, 'type' | 'priority'>): Priority | null =>
  hasPriority(event.type) ? priorityOfLevel(event.priority) : null;

/** Whole seconds, so that two alarms of one report are within one second. */
const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

function firstOutOf({ incident }: EventRecord): Notification['first_out'] {
  if (!incident?.is_first) return null;
  return {
    size: incident.size,
    seconds: Math.round(incident.span_ms / 1000),
    uncertain_seconds: incident.uncertain_ms === null ? null : secondsOf(incident.uncertain_ms),
    is_late: incident.is_late_first,
  };
}

/** One row of the log as lists and sockets publish it. */
export function presentEvent(event: EventRecord): Notification {
  return {
    id: event.id,
    pk: event.id,
    forebear_pk: event.forebear_id,
    date_created: iso(event.at),
    received_at: iso(event.received_at),
    notification_time: iso(event.at),
    client: event.client_name,
    client_id: event.client_id,
    location: event.site_name,
    location_id: event.site_id,
    location_pk: event.site_id,
    location_timezone: event.site_zone,
    device: event.device_name,
    device_id: event.device_id,
    device_pk: event.device_id,
    full_sensor_id: sensorIdOf(event),
    sensor_id: event.sensor_id,
    sensor_name: event.sensor_name,
    event_type: event.type,
    event_type_label: eventLabels[event.type],
    content: event.content,
    value: event.value,
    is_active: event.is_active,
    duration: event.duration === null ? null : Math.round(event.duration / 1000),
    late: event.is_late,
    test: event.is_test,
    color: event.is_active ? (colors[event.type] ?? 'none') : 'none',
    url: event.device_id === 0 ? '/devices' : `/dashboard/historical/snapshot/${event.at}`,
    needs_acknowledgement: event.needs_acknowledgement,
    is_shelved: event.is_shelved,
    is_out_of_service: event.is_out_of_service,
    priority: priorityOf(event),
    respond_within_minutes: event.respond_within_minutes,
    incident: event.incident?.id ?? null,
    is_first_out: event.incident?.is_first ?? false,
    first_out: firstOutOf(event),
    acknowledged:
      event.acknowledged_by === null || event.acknowledged_at === null
        ? null
        : { by: event.acknowledged_by, at: iso(event.acknowledged_at), comment: event.acknowledged_comment ?? '' },
  };
}

/**
 * What the reader may do with the events of a list. A list contains only events that its reader may open, so its first
 * one of a device stands for all; events of a site, such as test e-mails, need no acknowledgement.
 */
export function permissionsOnEvents(
  who: Principal,
  events: readonly EventRecord[],
): ReturnType<typeof permissionsOf<'notification'>> {
  const first = events.find(({ device_id }) => device_id !== 0);
  if (first === undefined) return [];
  return permissionsOf('notification', who, {
    clientId: ClientId.parse(first.client_id),
    siteId: SiteId.parse(first.site_id),
    deviceId: DeviceId.parse(first.device_id),
    isSuspended: false,
    shownType: shippedTypes['0300'],
  });
}

/** `1 d 02:03:04`: a duration as shown in the table. */
function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const clock = `${Math.floor(seconds / 3600) % 24}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return days > 0 ? `${days} d ${clock}` : clock;
}

export const exportColumns = [
  'date_created',
  'location',
  'device',
  'sensor_name',
  'event_type',
  'content',
  'is_active',
  'duration',
  'acknowledged',
  'needs_acknowledgement',
  'priority',
  'is_shelved',
  'incident',
  'is_first_out',
  'out_of_service',
] as const;

/** The table's columns in order, then whether a person still has to acknowledge the event, its priority, and whether it is shelved. */
export function exportRow(event: EventRecord, zone: string): readonly string[] {
  const lasted = event.duration ?? (event.ended_at === null ? null : event.ended_at - event.at);
  const acknowledged =
    event.acknowledged_by === null || event.acknowledged_at === null
      ? ''
      : `${event.acknowledged_by}, ${toZonedIso(event.acknowledged_at, zone)}${event.acknowledged_comment ? `: ${event.acknowledged_comment}` : ''}`;
  return [
    toZonedIso(event.at, zone),
    event.site_name,
    event.device_name,
    event.sensor_name ?? '',
    eventLabels[event.type] + (event.is_test ? ' (test)' : '') + (event.is_late ? ' (late)' : ''),
    event.content,
    event.is_active ? 'On' : 'Off',
    lasted === null ? '' : durationText(lasted),
    acknowledged,
    event.needs_acknowledgement && event.acknowledged_at === null ? 'Yes' : 'No',
    priorityOf(event) ?? '',
    event.is_shelved ? 'Yes' : 'No',
    event.incident === null ? '' : String(event.incident.id),
    event.incident?.is_first ? 'Yes' : 'No',
    event.was_out_of_service ? 'Yes' : 'No',
  ];
}
