import { z } from 'zod';

/** Every event type: its code in the API and its label. */
export const eventLabels = {
  alarm_off: 'Alarm Cleared',
  alarm_on: 'Alarm Detected',
  device_administration: 'Device administration',
  device_offline: 'Device Offline',
  device_online: 'Device Online',
  maintenance: 'Maintenance',
  power_up: 'Device Power Up',
  site_administration: 'Site administration',
  sn2_status_change: 'SN2 Status Change',
  test: 'Test Email',
  warning_off: 'Warning Cleared',
  warning_on: 'Warning Detected',
  sensor_disappeared: 'Sensor Disappeared',
} as const;

export type EventType = keyof typeof eventLabels;
export const EventType = z.enum(Object.keys(eventLabels) as [EventType, ...EventType[]]);

/** What needs acknowledgement beside alarms, if a client chooses it. */
export const acknowledgedKinds = ['warnings', 'offline', 'lost'] as const;
export const AcknowledgedKind = z.enum(acknowledgedKinds);
export type AcknowledgedKind = z.infer<typeof AcknowledgedKind>;

/** Types dated by the server's clock rather than a device's. */
export const serverTimedEvents: ReadonlySet<EventType> = new Set([
  'device_offline',
  'device_online',
  'device_administration',
  'site_administration',
  'maintenance',
  'test',
]);
