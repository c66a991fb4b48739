import type { Notification } from '@tocsin/contract/live';

/** Summary of a device's active alarms on its tile. */
export interface AlarmStory {
  /** Id of the first alarm's event. */
  readonly event: number;
  /** `groupId.sensorId` of the first alarm; null: the device or a node. */
  readonly path: string | null;
  /** Whether this is the first-out alarm of an incident whose order is certain. */
  readonly isFirst: boolean;
  /** The sensor of the next alarm, and when it began (unix ms). */
  readonly followedBy: { readonly sensor: string; readonly at: number } | null;
  /** Number of further active alarms. */
  readonly more: number;
  /** Who acknowledged the first alarm; null: nobody. */
  readonly acknowledgedBy: string | null;
}

type Row = Pick<
  Notification,
  | 'id'
  | 'device_id'
  | 'event_type'
  | 'is_active'
  | 'test'
  | 'is_shelved'
  | 'is_out_of_service'
  | 'is_first_out'
  | 'sensor_id'
  | 'full_sensor_id'
  | 'sensor_name'
  | 'device'
  | 'notification_time'
  | 'acknowledged'
>;

const atOf = (row: Row): number => Date.parse(row.notification_time);
/** `groupId.sensorId` of `deviceId.groupId.sensorId`. */
const pathOf = ({ full_sensor_id: full }: Row): string | null => full?.split('.').slice(1).join('.') ?? null;

/** Summaries by id of the devices in alarm: the first-out alarm, else the earliest one, and what followed. */
export const alarmStories = (rows: readonly Row[]): ReadonlyMap<number, AlarmStory> => {
  const byDevice = new Map<number, Row[]>();
  for (const row of rows) {
    if (!row.is_active || row.test || row.event_type !== 'alarm_on' || row.is_shelved || row.is_out_of_service)
      continue;
    byDevice.set(row.device_id, [...(byDevice.get(row.device_id) ?? []), row]);
  }
  const stories = new Map<number, AlarmStory>();
  for (const [device, alarms] of byDevice) {
    const [first, ...others] = alarms.sort(
      (a, b) => Number(b.is_first_out) - Number(a.is_first_out) || atOf(a) - atOf(b) || a.id - b.id,
    );
    if (first === undefined) continue;
    const next = others[0];
    stories.set(device, {
      event: first.id,
      path: pathOf(first),
      isFirst: first.is_first_out,
      followedBy: next === undefined ? null : { sensor: next.sensor_name ?? next.device, at: atOf(next) },
      more: Math.max(0, others.length - 1),
      acknowledgedBy: first.acknowledged?.by ?? null,
    });
  }
  return stories;
};
