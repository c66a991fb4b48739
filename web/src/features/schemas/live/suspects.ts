import { fullSensorId } from '@tocsin/contract/layout';
import type { SuspicionRow } from '@tocsin/contract/protection';
import { sensorsOf, type Watched } from './machine-status.ts';

/** A sensor of a machine that is suspected dead. */
export type Suspect = Pick<SuspicionRow, 'sensor' | 'since'>;
/** By machine id; machines without a suspect are absent. */
export type Suspects = ReadonlyMap<string, readonly Suspect[]>;

type Row = Suspect & Pick<SuspicionRow, 'device_id' | 'sensor_id'>;

/** Suspects by `deviceId.groupId.sensorId`. */
export const suspectsByPath = (rows: readonly Row[]): ReadonlyMap<string, Suspect> =>
  new Map(rows.map((row) => [fullSensorId(row.device_id, row.sensor_id), row]));

/** The suspects among the sensors of each machine. */
export function suspectsByMachine(machines: readonly Watched[], rows: readonly Row[]): Suspects {
  const byPath = suspectsByPath(rows);
  const found = new Map<string, readonly Suspect[]>();
  for (const machine of machines) {
    const own = sensorsOf(machine).flatMap((path) => byPath.get(path) ?? []);
    if (own.length > 0) found.set(machine.id, own);
  }
  return found;
}
