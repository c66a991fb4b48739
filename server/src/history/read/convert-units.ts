import { type Linear, toUnit } from '@tocsin/contract/convertible-units';
import type { EvaluatedDevice, IndexedLayout, UnitConversion } from '../../pipeline/types.ts';
import { conversionsOf } from '../../pipeline/unit-conversion.ts';

/** Unit conversion of a device's sensors over a time range in which settings and layouts change. */
export class ConversionHistory {
  readonly #device: EvaluatedDevice;
  /** Moments within the range at which a sensor's setting changes, ascending. */
  readonly changes: readonly number[];
  readonly #known = new Map<string, readonly UnitConversion[]>();

  constructor(device: EvaluatedDevice, from: number, to: number) {
    this.#device = device;
    const inside = device.scales.map((scale) => scale.since).filter((since) => since > from && since < to);
    this.changes = [...new Set(inside)].sort((a, b) => a - b);
  }

  /** True if a setting changes within the range, excluding its beginning. */
  changesWithin(from: number, to: number): boolean {
    return this.changes.some((at) => at > from && at < to);
  }

  at(layout: IndexedLayout, ts: number): readonly UnitConversion[] {
    let period = 0;
    while (period < this.changes.length && this.changes[period] <= ts) period++;
    const key = `${layout.layoutId} ${period}`;
    let shown = this.#known.get(key);
    if (!shown) {
      shown = conversionsOf(this.#device, layout, ts);
      this.#known.set(key, shown);
    }
    return shown;
  }
}

/** shown = k * raw + c in the unit of `target`; null: not convertible, so the line breaks. */
export function inUnitOf(target: UnitConversion, own: UnitConversion): Linear | null {
  if (own.type !== target.type) return null;
  const to = toUnit(own.unit, target.unit);
  return to && { k: own.k * to.k, c: own.c * to.k + to.c };
}
