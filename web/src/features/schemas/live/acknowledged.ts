import type { Notification } from '@tocsin/contract/live';
import type { MachineStatus } from './machine-status.ts';

const beginTypes: ReadonlySet<string> = new Set(['alarm_on', 'warning_on']);

type Row = Pick<Notification, 'full_sensor_id' | 'event_type' | 'acknowledged'> & { readonly is_shelved?: boolean };

/** Sensors whose active alarms and warnings are all acknowledged or shelved: their machines do not blink. */
export function acknowledgedSensors(active: readonly Row[]): readonly string[] {
  const known = new Set<string>();
  const open = new Set<string>();
  for (const { full_sensor_id, event_type, acknowledged, is_shelved } of active) {
    if (full_sensor_id === null || !beginTypes.has(event_type)) continue;
    (acknowledged === null && is_shelved !== true ? open : known).add(full_sensor_id);
  }
  return [...known].filter((sensor) => !open.has(sensor)).sort();
}

/** Whether a machine must not blink, because all its active alarms and warnings are acknowledged. */
export const isStill = ({ raised }: Pick<MachineStatus, 'raised'>, acknowledged: ReadonlySet<string>): boolean =>
  raised.length > 0 && raised.every((sensor) => acknowledged.has(sensor));
