import type { FilmEvent } from '@tocsin/contract/film';
import type { Machine } from '../canvas/tab.ts';
import { sensorsOf } from './machine-status.ts';
import { watchedOf } from './watched-of.ts';

/** An alarm, a warning or an offline time of a machine. */
export interface TrailEvent {
  readonly id: number;
  readonly at: number;
  readonly machine: Machine;
  readonly sensor: string | null;
  readonly type: FilmEvent['event_type'];
  readonly endedAt: number | null;
}

const deviceOf = (path: string): number => Number(path.slice(0, path.indexOf('.')));

/** Events of the machines of a drawing, newest first; one about a whole device belongs to its first machine. */
export function trailOf(machines: readonly Machine[], events: readonly FilmEvent[]): readonly TrailEvent[] {
  const bySensor = new Map<string, Machine>();
  const byDevice = new Map<number, Machine>();
  for (const machine of machines)
    for (const path of sensorsOf(watchedOf(machine))) {
      if (!bySensor.has(path)) bySensor.set(path, machine);
      if (!byDevice.has(deviceOf(path))) byDevice.set(deviceOf(path), machine);
    }
  return events
    .flatMap((event): TrailEvent[] => {
      const { id, at, sensor, event_type, full_sensor_id, ended_at } = event;
      const machine = full_sensor_id === null ? byDevice.get(event.device_id) : bySensor.get(full_sensor_id);
      return machine === undefined ? [] : [{ id, at, machine, sensor, type: event_type, endedAt: ended_at }];
    })
    .sort((a, b) => b.at - a.at || b.id - a.id);
}
