import type { DeviceId } from '@tocsin/contract/ids';
import type { Catalog } from '../pipeline/catalog.ts';
import { ALARM } from '../pipeline/types.ts';
import type { EdgeDevice } from './edge-device.ts';

/** A sensor in alarm, as its device reports it. */
export interface EdgeAlarm {
  readonly deviceId: DeviceId;
  readonly path: string;
  /** Its name as the device says it, with its group's where another sensor of the device has the same. */
  readonly sensor: string;
  /** The device's state text, or its value with unit. */
  readonly reading: string;
  /** Device time of the frame that began it; after a restart of the program, of the last stored frame. */
  readonly since: number;
}

/** Follows the alarm flags of all devices. */
export class AlarmWatch {
  readonly #active = new Map<string, EdgeAlarm>();
  readonly #began: (alarm: EdgeAlarm) => void;

  constructor(began: (alarm: EdgeAlarm) => void) {
    this.#began = began;
  }

  /** Call after each change of a device; `isRestored`: alarms that stand did not begin now. */
  changed({ id, state }: EdgeDevice, isRestored = false): void {
    const { layout, known, newest } = state;
    const still = new Set<string>();
    layout?.paths.forEach((path, index) => {
      if (((known.flags[index] ?? 0) & ALARM) === 0) return;
      const key = `${id}.${path}`;
      still.add(key);
      const before = this.#active.get(key);
      const sensor = nameIn(layout, index) ?? path;
      const reading = readingOf(state, index);
      const alarm: EdgeAlarm = { deviceId: id, path, sensor, reading, since: before?.since ?? newest?.ts ?? 0 };
      this.#active.set(key, alarm);
      if (!before && !isRestored) this.#began(alarm);
    });
    for (const [key, alarm] of this.#active) if (alarm.deviceId === id && !still.has(key)) this.#active.delete(key);
  }

  /** Oldest first. */
  active(): readonly EdgeAlarm[] {
    return [...this.#active.values()].sort((a, b) => a.since - b.since);
  }
}

type Layout = NonNullable<EdgeDevice['state']['layout']>;

function nameIn({ sensors, groups }: Layout, index: number): string | undefined {
  const sensor = sensors[index];
  if (!sensor || sensors.filter(({ name }) => name === sensor.name).length === 1) return sensor?.name;
  const group = groups.find(({ id }) => id === sensor.groupId);
  return `${group?.name ?? sensor.groupId}, ${sensor.name}`;
}

/** Where an alarm is, by the names that people gave in the portal where they did. */
export function placeOf(
  catalog: Pick<Catalog, 'byId'>,
  { deviceId, path, sensor }: Pick<EdgeAlarm, 'deviceId' | 'path' | 'sensor'>,
): { readonly device: string; readonly sensor: string } {
  const device = catalog.byId(deviceId);
  return { device: device?.title ?? String(deviceId), sensor: device?.sensorNames.get(path) ?? sensor };
}

/** A sensor's reading as text: its state, else its value with two decimals at most; empty without both. */
export function readingOf({ layout, known, texts }: EdgeDevice['state'], index: number): string {
  const state = texts.list[known.state[index] ?? 0] ?? '';
  const value = known.values[index] ?? Number.NaN;
  const sensor = layout?.sensors[index];
  if (state !== '' || Number.isNaN(value) || !sensor) return state;
  if (sensor.type === 'BOOL') return value === 0 ? 'Off' : 'On';
  return `${Number(value.toFixed(2))}${sensor.unit === '' ? '' : ` ${sensor.unit}`}`;
}
