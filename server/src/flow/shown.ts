import type { SensorKind } from '@tocsin/contract/layout';
import type { SensorScale } from './catalog.ts';
import type { IndexedLayout, JudgedDevice } from './passing.ts';

/**
 * Stored is what was sent; shown is k * raw + c, and a temperature of an F500-UDF in its unit of choice (decisions.md 7).
 * Judging, the live document and mails all take their numbers from here.
 */
export interface ShownAs {
  readonly k: number;
  readonly c: number;
  readonly unit: string;
  readonly type: SensorKind;
}

/** How each sensor of a layout is shown at a moment. */
export function shownAs(device: JudgedDevice, layout: IndexedLayout, at: number): readonly ShownAs[] {
  return layout.sensors.map((sensor, index) => {
    const scale = scaleAt(device.scales, layout.paths[index] ?? '', at);
    const base: ShownAs = scale
      ? { k: scale.k, c: scale.c, unit: scale.unit || sensor.unit, type: sensor.type === 'ENUM' ? 'ENUM' : scale.type }
      : { k: 1, c: 0, unit: sensor.unit, type: sensor.type };
    return inDegrees(base, device.degrees);
  });
}

/** The setting in force at a moment: the newest that had begun. */
function scaleAt(scales: readonly SensorScale[], path: string, at: number): SensorScale | undefined {
  let best: SensorScale | undefined;
  for (const scale of scales) {
    if (scale.path === path && scale.since <= at && (!best || scale.since >= best.since)) best = scale;
  }
  return best;
}

function inDegrees(as: ShownAs, degrees: 'F' | 'C' | null): ShownAs {
  if (degrees === null || degrees === as.unit) return as;
  if (as.unit === 'C') return { ...as, k: as.k * 1.8, c: as.c * 1.8 + 32, unit: 'F' };
  if (as.unit === 'F') return { ...as, k: as.k / 1.8, c: (as.c - 32) / 1.8, unit: 'C' };
  return as;
}

/** The shown number of a raw value; NaN stays NaN. An unscaled value is given back bit by bit. */
export function shownValue(as: ShownAs | undefined, raw: number): number {
  if (!as || (as.k === 1 && as.c === 0)) return raw;
  return as.k * raw + as.c;
}

/** Decimals on a screen: at most 2, temperatures 1. */
const decimals = (unit: string): number => (unit === 'C' || unit === 'F' ? 1 : 2);

/** The number as a person reads it, which is what `=` of a warning compares. */
export function roundShown(value: number, unit: string): number {
  const factor = 10 ** decimals(unit);
  return Math.round(value * factor) / factor;
}
