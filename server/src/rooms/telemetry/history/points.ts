import { gapStates } from '@tocsin/contract/graphs';
import type { Series } from './ports.ts';
import type { Span } from './store-history.ts';
import type { Wanted } from './wanted.ts';

/** Points of one series as they come; grown by doubling. */
export class Points {
  n = 0;
  ts = new Float64Array(256);
  value = new Float64Array(256);
  min: Float64Array | null;
  max: Float64Array | null;
  alarm = new Uint8Array(256);
  state = new Uint16Array(256);
  readonly breaks: number[] = [];

  constructor(band: boolean) {
    this.min = band ? new Float64Array(256) : null;
    this.max = band ? new Float64Array(256) : null;
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

  gap(ts: number): void {
    this.add(ts, Number.NaN, Number.NaN, Number.NaN, 0, 0);
  }

  #grow(): void {
    const size = this.ts.length * 2;
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
      ...{ path, groupId, sensorId, groupName, name, type: shown.type, unit: shown.unit, breaks: this.breaks },
      ts: this.ts.slice(0, n),
      value: this.value.slice(0, n),
      min: this.min?.slice(0, n) ?? null,
      max: this.max?.slice(0, n) ?? null,
      alarm: this.alarm.slice(0, n),
      state: this.state.slice(0, n),
    };
  }
}

function larger<T extends Float64Array | Uint8Array | Uint16Array>(old: T, fresh: T): T {
  fresh.set(old);
  return fresh;
}

/** Texts whose points are drawn as gaps, by index. */
export function gapTexts(texts: readonly string[]): Uint8Array {
  return Uint8Array.from(texts, (text) => (gapStates.has(text) ? 1 : 0));
}

/** Whether the device was offline at some time between. */
export function wasOffline(spans: readonly Span[], from: number, to: number): boolean {
  return spans.some((span) => span.from < to && span.to > from);
}
