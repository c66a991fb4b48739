import type { EvaluatedDevice, IndexedLayout, UnitConversion } from '../../pipeline/types.ts';
import { type ConversionHistory, inUnitOf } from './convert-units.ts';

/** A requested sensor as in the newest layout that lists it; all other layouts are converted to its unit. */
export interface Wanted {
  readonly index: number;
  readonly path: string;
  readonly groupId: string;
  readonly sensorId: string;
  readonly groupName: string;
  readonly name: string;
  readonly shown: UnitConversion;
}

/** The sensors in the order of the newest layout, followed by those that only older layouts list. */
export function wantedSensors(
  layouts: readonly IndexedLayout[],
  device: EvaluatedDevice,
  course: ConversionHistory,
  paths: readonly string[] | null,
  to: number,
): Wanted[] {
  const chosen = paths && new Set(paths);
  const wantedByPath = new Map<string, Wanted>();
  for (const layout of [...layouts].reverse()) {
    const shown = course.at(layout, to - 1);
    layout.sensors.forEach((sensor, at) => {
      const path = layout.paths[at];
      if (wantedByPath.has(path) || (chosen && !chosen.has(path))) return;
      const group = layout.groups.find(({ id }) => id === sensor.groupId);
      wantedByPath.set(path, {
        index: wantedByPath.size,
        path,
        groupId: sensor.groupId,
        sensorId: sensor.sensorId,
        groupName: group?.name ?? sensor.groupId,
        name: device.sensorNames[path] ?? sensor.name,
        shown: shown[at],
      });
    });
  }
  return [...wantedByPath.values()];
}

/** Where each requested sensor is in a layout, and how its raw values are converted. */
export interface Placed {
  readonly wanted: Wanted;
  readonly sensor: number;
  readonly k: number;
  readonly c: number;
  /** The unit or type is incompatible: values stay unconverted, with a break before and after. */
  readonly foreign: boolean;
  /** The unit of its values. */
  readonly unit: string;
}

export function placeIn(
  layout: IndexedLayout,
  wanted: readonly Wanted[],
  course: ConversionHistory,
  ts: number,
): Placed[] {
  const shown = course.at(layout, ts);
  const placed: Placed[] = [];
  for (const one of wanted) {
    const sensor = layout.byPath.get(one.path);
    if (sensor === undefined) continue;
    const own = shown[sensor];
    const linear = inUnitOf(one.shown, own);
    const { k, c } = linear ?? own;
    placed.push({ wanted: one, sensor, k, c, foreign: linear === null, unit: linear ? one.shown.unit : own.unit });
  }
  return placed;
}
