import type { Notification } from '@tocsin/contract/live';

/** The number of active alarms and warnings of a tab's sensors. */
export function troubleOf(
  sensors: readonly string[],
  notifications: readonly Pick<Notification, 'full_sensor_id' | 'event_type' | 'is_active'>[],
): { readonly alarms: number; readonly warnings: number } {
  const ownSensors = new Set(sensors);
  const here = notifications.filter(
    (row) => row.is_active && row.full_sensor_id !== null && ownSensors.has(row.full_sensor_id),
  );
  return {
    alarms: here.filter((row) => row.event_type === 'alarm_on').length,
    warnings: here.filter((row) => row.event_type === 'warning_on').length,
  };
}

/** The tab order after moving a tab left or right by one; null at the ends. */
export function movedOrder(ids: readonly number[], id: number, by: -1 | 1): readonly number[] | null {
  const from = ids.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= ids.length) return null;
  const next = ids.filter((one) => one !== id);
  next.splice(to, 0, id);
  return next;
}
