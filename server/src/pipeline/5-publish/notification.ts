import { type EventType, eventLabels } from '@tocsin/contract/event';
import { fullSensorId, sensorPathOf } from '@tocsin/contract/layout';
import type { Notification } from '@tocsin/contract/live';
import { type CatalogDevice, isOutOfService } from '../catalog.ts';
import type { EventRow } from '../types.ts';

/** The severity of an active event; the page adds icon and text. */
const colors: Partial<Record<EventType, string>> = {
  alarm_on: 'alarm',
  warning_on: 'warning',
  device_offline: 'offline',
  sensor_disappeared: 'offline',
};

/** An event as sockets and lists send it. */
export function toNotification(event: EventRow, device: CatalogDevice, endedAt: number | null = null): Notification {
  const at = new Date(event.at).toISOString();
  return {
    id: event.id,
    pk: event.id,
    forebear_pk: event.forebearId,
    date_created: at,
    received_at: new Date(event.receivedAt).toISOString(),
    notification_time: at,
    client: device.clientCompany,
    client_id: device.clientId,
    location: device.siteTitle,
    location_id: device.siteId,
    location_pk: device.siteId,
    location_timezone: device.timezone,
    device: device.title,
    device_id: device.id,
    device_pk: device.id,
    full_sensor_id: sensorIdOf(event),
    sensor_id: event.sensorId,
    sensor_name: event.sensorName,
    event_type: event.type,
    event_type_label: eventLabels[event.type],
    content: event.content,
    value: event.value,
    is_active: event.active && endedAt === null,
    duration: endedAt === null ? null : Math.max(0, Math.round((endedAt - event.at) / 1_000)),
    late: event.late,
    test: event.test,
    color: event.active && endedAt === null ? (colors[event.type] ?? 'none') : 'none',
    url: `/dashboard/historical/snapshot/${event.at}`,
    needs_acknowledgement: event.needsAcknowledgement,
    is_shelved: event.shelved,
    is_out_of_service: isOutOfService(device, event),
    priority: event.priority,
    respond_within_minutes: event.respondWithinMinutes,
    // Computed after the commit, and published again then.
    incident: null,
    is_first_out: false,
    first_out: null,
    acknowledged: null,
  };
}

/** The full id of the event's sensor, or of its node for a lost node; null for events of the whole device. */
function sensorIdOf(event: EventRow): string | null {
  if (event.groupId === null) return null;
  const path = event.sensorId === null ? event.groupId : sensorPathOf(event.groupId, event.sensorId);
  return fullSensorId(event.deviceId, path);
}
