import {
  clearLimit,
  codeOf,
  gates,
  packSignal,
  passedOf,
  pausedCode,
  type SignalSign,
} from '@tocsin/contract/rehearsal-signal';
import type { RuleSample } from '../../pipeline/rehearsal-types.ts';
import type { RuleWatch } from './rehearse.ts';

/** The settings around which the sliders move; delays in seconds. */
export interface SignalRule {
  readonly ruleId: number;
  readonly sign: SignalSign;
  readonly value: number;
  readonly deadband: number;
  readonly delaySeconds: number;
  /** The smallest step of the value slider, such as 0.1 for temperatures. */
  readonly leastStep: number;
}

/** A signal for the page, with its entries packed, and the values for its chart. */
export interface PackedSignal {
  readonly sign: SignalSign;
  readonly thresholds: readonly number[];
  readonly values: readonly number[];
  readonly deadbands: readonly number[];
  readonly delays: readonly number[];
  readonly start: number;
  readonly end: number;
  readonly entries: number;
  readonly bytes: Uint8Array;
  /** Smallest and largest value in equal parts of the range; NaN: no data. */
  readonly lows: Float64Array;
  readonly highs: Float64Array;
}

/** Maximum number of entries; 90 days at one frame every 2 s fit. Beyond it there is no signal. */
const maxEntries = 6_000_000;
/** Parts of the range in the chart. */
const chartParts = 720;
/** Stops of the value slider on each side of the rule's own, and of the deadband slider. */
const sideStops = 20;
const deadbandStops = 10;
const defaultDelays = [0, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600];
const maxStepMs = 2 ** 31;

/** Records what one rule compares, from frame to frame. */
export class SignalWatch implements RuleWatch {
  readonly ruleId: number;
  readonly #rule: SignalRule;
  readonly #from: number;
  readonly #to: number;
  #steps = new Uint32Array(65_536);
  /** NaN: cannot be evaluated. */
  #quantities = new Float64Array(65_536);
  #gates = new Uint8Array(65_536);
  #n = 0;
  #isFull = false;
  #start: number | null = null;
  #entryAt = 0;
  #lastAt = 0;
  #lastHoldMs = 0;
  #opensAt = Number.POSITIVE_INFINITY;
  #low = Number.POSITIVE_INFINITY;
  #high = Number.NEGATIVE_INFINITY;
  readonly #lows = new Float64Array(chartParts).fill(Number.NaN);
  readonly #highs = new Float64Array(chartParts).fill(Number.NaN);

  constructor(rule: SignalRule, from: number, to: number) {
    this.ruleId = rule.ruleId;
    this.#rule = rule;
    this.#from = from;
    this.#to = to;
  }

  add(at: number, holdMs: number, sample: RuleSample | null): void {
    const from = sample?.mayBeginFrom ?? null;
    const quantity = sample?.quantity ?? Number.NaN;
    const gate = from === null ? gates.unknown : from > at ? gates.closed : gates.open;
    if (this.#start === null) {
      this.#start = at;
      this.#entryAt = at;
      this.#put(at, quantity, gate);
    } else {
      this.#open(at);
      if (at - this.#lastAt > this.#lastHoldMs) this.#put(this.#lastAt + this.#lastHoldMs, Number.NaN, 0);
      const last = this.#n - 1;
      if (!Object.is(this.#quantities[last], quantity) || this.#gates[last] !== gate) this.#put(at, quantity, gate);
    }
    this.#lastAt = at;
    this.#lastHoldMs = holdMs;
    this.#opensAt = from ?? Number.POSITIVE_INFINITY;
    if (at >= this.#from && at < this.#to && !Number.isNaN(quantity)) this.#draw(at, quantity);
  }

  /** The packed signal up to `end`; null without data, or with too much of it. */
  pack(end: number): PackedSignal | null {
    if (this.#start === null || this.#isFull || this.#n === 0) return null;
    this.#open(end);
    if (end - this.#lastAt > this.#lastHoldMs) this.#put(this.#lastAt + this.#lastHoldMs, Number.NaN, 0);
    const grid = gridOf(this.#rule, this.#low, this.#high);
    const steps = new Uint32Array(this.#n);
    const codes = new Uint16Array(this.#n);
    let n = 0;
    let waited = 0;
    let last = -1;
    for (let i = 0; i < this.#n; i++) {
      const step = this.#steps[i];
      const code = this.#codeOf(grid.thresholds, i);
      if (code === last && waited + step < maxStepMs) {
        waited += step;
        continue;
      }
      steps[n] = waited + step;
      codes[n] = code;
      waited = 0;
      last = code;
      n++;
    }
    const bytes = packSignal(steps.subarray(0, n), codes.subarray(0, n));
    const { sign } = this.#rule;
    return { sign, ...grid, start: this.#start, end, entries: n, bytes, lows: this.#lows, highs: this.#highs };
  }

  /** Between two frames a rule may become permitted to begin. */
  #open(until: number): void {
    if (this.#opensAt > this.#lastAt && this.#opensAt < Math.min(until, this.#lastAt + this.#lastHoldMs))
      this.#put(this.#opensAt, this.#quantities[this.#n - 1], gates.open);
  }

  #codeOf(thresholds: readonly number[], i: number): number {
    const quantity = this.#quantities[i];
    if (Number.isNaN(quantity)) return pausedCode;
    const { sign } = this.#rule;
    return codeOf(sign === '=' ? quantity : passedOf(thresholds, sign, quantity), gateOf(this.#gates[i]));
  }

  #put(at: number, quantity: number, gate: number): void {
    if (this.#n >= maxEntries) this.#isFull = true;
    if (this.#isFull) return;
    if (this.#n === this.#steps.length) this.#grow();
    this.#steps[this.#n] = Math.max(0, at - this.#entryAt);
    this.#quantities[this.#n] = quantity;
    this.#gates[this.#n] = gate;
    this.#entryAt = at;
    this.#n++;
  }

  #grow(): void {
    const size = Math.min(maxEntries, 2 * this.#steps.length);
    const steps = new Uint32Array(size);
    steps.set(this.#steps);
    this.#steps = steps;
    const quantities = new Float64Array(size);
    quantities.set(this.#quantities);
    this.#quantities = quantities;
    const gates = new Uint8Array(size);
    gates.set(this.#gates);
    this.#gates = gates;
  }

  #draw(at: number, quantity: number): void {
    if (quantity < this.#low) this.#low = quantity;
    if (quantity > this.#high) this.#high = quantity;
    const part = Math.min(chartParts - 1, Math.floor(((at - this.#from) / (this.#to - this.#from)) * chartParts));
    const low = this.#lows[part];
    if (Number.isNaN(low) || quantity < low) this.#lows[part] = quantity;
    const high = this.#highs[part];
    if (Number.isNaN(high) || quantity > high) this.#highs[part] = quantity;
  }
}

const gateOf = (stored: number) =>
  stored === gates.open ? gates.open : stored === gates.closed ? gates.closed : gates.unknown;

interface Grid {
  readonly thresholds: readonly number[];
  readonly values: readonly number[];
  readonly deadbands: readonly number[];
  readonly delays: readonly number[];
}

const plain = (value: number): number => Number(value.toFixed(6));

/** Slider stops around the rule's own settings, wide enough for the values that occurred. */
function gridOf(rule: SignalRule, low: number, high: number): Grid {
  const delays = [...new Set([...defaultDelays, rule.delaySeconds])].sort((a, b) => a - b);
  if (rule.sign === '=') return { thresholds: [rule.value], values: [rule.value], deadbands: [0], delays };
  const spread = high > low ? high - low : Math.abs(rule.value);
  const beyond = rule.sign === '<' || rule.sign === '<=' ? rule.value - low : high - rule.value;
  const reach = Math.min(spread, Math.max(beyond, spread / 4)) || 1;
  const step = Math.max(rule.leastStep, niceStep(reach / sideStops));
  const values = Array.from({ length: 2 * sideStops + 1 }, (_, i) => plain(rule.value + (i - sideStops) * step));
  // The rule's own value is a stop exactly as typed.
  values[sideStops] = rule.value;
  const deadbands = Array.from({ length: deadbandStops + 1 }, (_, i) => plain(i * step));
  if (!deadbands.includes(rule.deadband)) deadbands.push(rule.deadband);
  deadbands.sort((a, b) => a - b);
  const thresholds = new Set(values);
  for (const value of values) for (const deadband of deadbands) thresholds.add(clearLimit(rule.sign, value, deadband));
  return { thresholds: [...thresholds].sort((a, b) => a - b), values, deadbands, delays };
}

/** The next larger of 1, 2, 5, 10, ... times a power of ten. */
function niceStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const factor = [1, 2, 5, 10].find((one) => one * power >= size * 0.999) ?? 10;
  return plain(factor * power) || size;
}
