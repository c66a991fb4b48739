import type { Notification } from '@tocsin/contract/live';
import type { Standing } from './standing.ts';

const raising: ReadonlySet<string> = new Set(['alarm_on', 'warning_on']);

type Row = Pick<Notification, 'full_sensor_id' | 'event_type' | 'acknowledged'>;

/** The sensors of which somebody has acknowledged all that is active: alarms and warnings. */
export function acknowledgedSensors(active: readonly Row[]): readonly string[] {
  const known = new Set<string>();
  const open = new Set<string>();
  for (const { full_sensor_id, event_type, acknowledged } of active) {
    if (full_sensor_id === null || !raising.has(event_type)) continue;
    (acknowledged === null ? open : known).add(full_sensor_id);
  }
  return [...known].filter((sensor) => !open.has(sensor)).sort();
}

/** Whether a machine is still: all that stands of it, alarms and warnings, was acknowledged. */
export const isStill = ({ raised }: Pick<Standing, 'raised'>, acknowledged: ReadonlySet<string>): boolean =>
  raised.length > 0 && raised.every((sensor) => acknowledged.has(sensor));
