import { gapStates } from '@tocsin/contract/status';
import { releaseArrays } from '../../platform/release-memory.ts';
import type { Series } from './calls.ts';
import type { Wanted } from './requested-series.ts';
import type { Span } from './store.ts';

/** Points of one series; the arrays grow by doubling. */
export class Points {
  n = 0;
  isConverted = false;
  ts: Float64Array;
  value: Float64Array;
  min: Float64Array | null;
  max: Float64Array | null;
  alarm: Uint8Array;
  state: Uint16Array;
  readonly breaks: number[] = [];
  /** Unit of the values from a time on. */
  readonly #units: { at: number; unit: string }[] = [];

  constructor(band: boolean, expected = 256) {
    this.ts = new Float64Array(expected);
    this.value = new Float64Array(expected);
    this.min = band ? new Float64Array(expected) : null;
    this.max = band ? new Float64Array(expected) : null;
    this.alarm = new Uint8Array(expected);
    this.state = new Uint16Array(expected);
  }

  add(ts: number, value: number, min: number, max: number, alarm: number, state: number): void {
    if (this.n === this.ts.length) this.#grow();
    const { n } = this;
    this.ts[n] = ts;
    this.value[n] = value;
    if (this.min && this.max) {
      this.min[n] = min;
      this.max[n] = max;
    }
    this.alarm[n] = alarm;
    this.state[n] = state;
    this.n++;
  }

  /** The values from here on are in this unit. */
  inUnit(at: number, unit: string): void {
    if (this.#units.at(-1)?.unit !== unit) this.#units.push({ at, unit });
  }

  gap(ts: number): void {
    this.add(ts, Number.NaN, Number.NaN, Number.NaN, 0, 0);
  }

  #grow(): void {
    const size = Math.max(256, this.ts.length * 2);
    this.ts = larger(this.ts, new Float64Array(size));
    this.value = larger(this.value, new Float64Array(size));
    this.min = this.min && larger(this.min, new Float64Array(size));
    this.max = this.max && larger(this.max, new Float64Array(size));
    this.alarm = larger(this.alarm, new Uint8Array(size));
    this.state = larger(this.state, new Uint16Array(size));
  }

  series({ path, groupId, sensorId, groupName, name, shown }: Wanted): Series {
    const { n } = this;
    return {
      path,
      groupId,
      sensorId,
      groupName,
      name,
      type: shown.type,
      unit: shown.unit,
      breaks: this.breaks,
      isConverted: this.isConverted || shown.k !== 1 || shown.c !== 0,
      ...(this.#units.some(({ unit }) => unit !== shown.unit) ? { unitsSince: this.#units } : {}),
      ts: cut(this.ts, n),
      value: cut(this.value, n),
      min: this.min && cut(this.min, n),
      max: this.max && cut(this.max, n),
      alarm: cut(this.alarm, n),
      state: cut(this.state, n),
    };
  }
}

/** The first n points; the column itself if it is full. */
function cut<T extends Float64Array | Uint8Array | Uint16Array>(column: T, n: number): T {
  if (n === column.length) return column;
  const points = column.slice(0, n) as T;
  releaseArrays([column]);
  return points;
}

function larger<T extends Float64Array | Uint8Array | Uint16Array>(old: T, fresh: T): T {
  fresh.set(old);
  releaseArrays([old]);
  return fresh;
}

/** Texts whose points are drawn as gaps, by index. */
export function gapTexts(texts: readonly string[]): Uint8Array {
  return Uint8Array.from(texts, (text) => (gapStates.has(text) ? 1 : 0));
}

/** Whether the device was offline at any time in between. */
export function wasOffline(spans: readonly Span[], from: number, to: number): boolean {
  return spans.some((span) => span.from < to && span.to > from);
}
