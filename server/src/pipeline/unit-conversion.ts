import type { SensorScale } from './catalog.ts';
import type { EvaluatedDevice, IndexedLayout, UnitConversion } from './types.ts';

/** How each sensor of a layout is displayed at a moment. */
export function conversionsOf(device: EvaluatedDevice, layout: IndexedLayout, at: number): readonly UnitConversion[] {
  return layout.sensors.map((sensor, index) => {
    const scale = scaleAt(device.scales, layout.paths[index] ?? '', at);
    const base: UnitConversion = scale
      ? { k: scale.k, c: scale.c, unit: scale.unit || sensor.unit, type: sensor.type === 'ENUM' ? 'ENUM' : scale.type }
      : { k: 1, c: 0, unit: sensor.unit, type: sensor.type };
    return inDegrees(base, device.degrees);
  });
}

/** The setting in force at a moment: the newest that has started. */
export function scaleAt(scales: readonly SensorScale[], path: string, at: number): SensorScale | undefined {
  let best: SensorScale | undefined;
  for (const scale of scales) {
    if (scale.path === path && scale.since <= at && (!best || scale.since >= best.since)) best = scale;
  }
  return best;
}

function inDegrees(as: UnitConversion, degrees: 'F' | 'C' | null): UnitConversion {
  if (degrees === null || degrees === as.unit) return as;
  if (as.unit === 'C') return { ...as, k: as.k * 1.8, c: as.c * 1.8 + 32, unit: 'F' };
  if (as.unit === 'F') return { ...as, k: as.k / 1.8, c: (as.c - 32) / 1.8, unit: 'C' };
  return as;
}

/** The displayed number of a raw value; NaN stays NaN. A value without a scale is returned unchanged. */
export function convertedValue(as: UnitConversion | undefined, raw: number): number {
  if (!as || (as.k === 1 && as.c === 0)) return raw;
  return as.k * raw + as.c;
}

/** Displayed decimals: at most 2, for temperatures 1. */
const decimals = (unit: string): number => (unit === 'C' || unit === 'F' ? 1 : 2);

/** The number as displayed, which `=` of a warning compares. */
export function roundConverted(value: number, unit: string): number {
  const factor = 10 ** decimals(unit);
  return Math.round(value * factor) / factor;
}
