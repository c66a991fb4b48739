import type { Notification } from '@tocsin/contract/live';

/** The machines of a tab, each as its sensors, that have an active alarm, and those that have an active warning only. */
export function troubleOf(
  machines: readonly (readonly string[])[],
  notifications: readonly Pick<Notification, 'full_sensor_id' | 'event_type' | 'is_active'>[],
): { readonly alarm: number; readonly warning: number } {
  const sensorsIn = (type: Notification['event_type']): ReadonlySet<string | null> =>
    new Set(notifications.filter((row) => row.is_active && row.event_type === type).map((row) => row.full_sensor_id));
  const [alarms, warnings] = [sensorsIn('alarm_on'), sensorsIn('warning_on')];
  const isIn = (raised: ReadonlySet<string | null>) => (sensors: readonly string[]) =>
    sensors.some((sensor) => raised.has(sensor));
  const others = machines.filter((sensors) => !isIn(alarms)(sensors));
  return { alarm: machines.length - others.length, warning: others.filter(isIn(warnings)).length };
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
