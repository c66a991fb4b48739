import type { Notification } from '@tocsin/contract/live';

export type AlarmRow = Pick<
  Notification,
  'full_sensor_id' | 'event_type' | 'date_created' | 'incident' | 'is_first_out' | 'sensor_name' | 'content'
> & {
  readonly is_active: boolean;
  readonly first_out: { readonly uncertain_seconds: number | null } | null;
};

/** How an alarm of a machine began: its first alarm, and what followed. */
export interface FirstOut {
  readonly first: AlarmRow;
  /** The first-out alarm of the incident is this machine's. */
  readonly isFirst: boolean;
  /** The order of the incident is not certain. */
  readonly isUncertain: boolean;
  /** The next alarm of the incident, of any machine. */
  readonly next: AlarmRow | null;
}

const byTime = (a: AlarmRow, b: AlarmRow): number => Date.parse(a.date_created) - Date.parse(b.date_created);

/** How the alarm of a machine with these sensors began, from the drawing's active events; null without an alarm. */
export function firstOutOf(sensors: readonly string[], rows: readonly AlarmRow[]): FirstOut | null {
  const alarms = rows.filter((row) => row.is_active && row.event_type === 'alarm_on').toSorted(byTime);
  const isOwn = (row: AlarmRow): boolean => row.full_sensor_id !== null && sensors.includes(row.full_sensor_id);
  const own = alarms.filter(isOwn);
  const [earliest] = own;
  if (earliest === undefined) return null;
  const incident = own.find((row) => row.incident !== null)?.incident ?? null;
  const all = incident === null ? own : alarms.filter((row) => row.incident === incident || own.includes(row));
  const marked = all.find((row) => row.is_first_out);
  const first = own.find((row) => row.is_first_out) ?? earliest;
  return {
    first,
    isFirst: marked === undefined ? all[0] === first && incident === null : marked === first,
    isUncertain: (marked?.first_out?.uncertain_seconds ?? null) !== null,
    next: all.find((row) => row !== first && byTime(row, first) >= 0) ?? null,
  };
}
