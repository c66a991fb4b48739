/** How a rule compares with its limit; flat rules compare by '<='. */
export type SignalSign = '>' | '<' | '<=' | '=';

/**
 * What sliders need of a rehearsed rule: when its value passed one of the limits that the sliders can set. A run of such
 * limits gives exactly the warnings that the server would find, since only comparisons with the limit count.
 */
export interface RehearsalSignal {
  readonly sign: SignalSign;
  /** Limits that the value and deadband sliders can make, ascending. */
  readonly thresholds: readonly number[];
  /** Stops of the sliders; `values` and `deadbands` in the shown unit, delays in seconds. */
  readonly values: readonly number[];
  readonly deadbands: readonly number[];
  readonly delays: readonly number[];
  /** Unix ms of the first entry, and of the end. */
  readonly start: number;
  readonly end: number;
  /** For each entry: ms since the previous one, and its code. */
  readonly steps: Uint32Array;
  readonly codes: Uint16Array;
}

/** Settings of the sliders. */
export interface SignalSettings {
  readonly value: number;
  readonly deadband: number;
  readonly delayMs: number;
  readonly offDelayMs: number;
}

/** A warning in unix ms; `to` is null while it is active at the end. */
export interface SignalSpan {
  readonly from: number;
  readonly to: number | null;
}

/** The limit at which an open warning ends. */
export const clearLimit = (sign: SignalSign, value: number, deadband: number): number =>
  sign === '<' || sign === '<=' ? value + deadband : value - deadband;

/** Code of a time in which the rule cannot be evaluated, or is not counted. */
export const pausedCode = 0;

/** Whether the rule's `only_while` permits a beginning, forbids it, or cannot be evaluated. */
export const gates = { open: 0, closed: 1, unknown: 2 } as const;
type Gate = (typeof gates)[keyof typeof gates];

/** Code of a value: how many thresholds it has passed, and its gate. */
export const codeOf = (passed: number, gate: Gate): number => 1 + 3 * passed + gate;

/** Number of thresholds that a value has passed: those below it, for '<' also one that it equals. */
export function passedOf(thresholds: readonly number[], sign: SignalSign, quantity: number): number {
  let low = 0;
  let high = thresholds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const threshold = thresholds[middle] ?? 0;
    if (sign === '<' ? threshold <= quantity : threshold < quantity) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Finds the warnings of a rule with these settings. `value` and `deadband` must be stops of the sliders. */
export function runSignal(signal: RehearsalSignal, settings: SignalSettings): SignalSpan[] {
  const { sign, thresholds, steps, codes } = signal;
  const { delayMs, offDelayMs } = settings;
  const begin = thresholds.indexOf(settings.value);
  const keep = thresholds.indexOf(clearLimit(sign, settings.value, settings.deadband));
  // For '=' the code says directly whether the condition is true.
  const isBeyond = (passed: number, index: number): boolean =>
    sign === '=' ? passed > 0 : sign === '>' ? passed > index : passed <= index;
  const spans: SignalSpan[] = [];
  let openedAt: number | null = null;
  let counter = 0;
  let at = signal.start;
  let code = pausedCode;
  const advance = (elapsed: number): void => {
    if (code === pausedCode) return;
    const gate = (code - 1) % 3;
    const passed = (code - 1 - gate) / 3;
    if (openedAt === null) {
      const isTrue = isBeyond(passed, begin);
      if (isTrue && gate === gates.unknown) return;
      if (!isTrue || gate === gates.closed) counter = Math.max(0, counter - elapsed);
      else if (counter + elapsed >= delayMs) {
        openedAt = at + Math.max(0, delayMs - counter);
        counter = offDelayMs;
      } else counter += elapsed;
    } else if (isBeyond(passed, keep)) counter = Math.min(offDelayMs, counter + elapsed);
    else if (counter - elapsed <= 0) {
      spans.push({ from: openedAt, to: at + counter });
      openedAt = null;
      counter = 0;
    } else counter -= elapsed;
  };
  for (let i = 0; i < steps.length; i++) {
    const elapsed = steps[i] ?? 0;
    advance(elapsed);
    at += elapsed;
    code = codes[i] ?? pausedCode;
    // Without a delay a condition acts at once.
    if (code !== pausedCode && (openedAt === null ? delayMs : offDelayMs) === 0) advance(0);
  }
  advance(Math.max(0, signal.end - at));
  if (openedAt !== null) spans.push({ from: openedAt, to: null });
  return spans;
}

/** Writes steps and codes as bytes, seven bits each with a mark for more. */
export function packSignal(steps: Uint32Array, codes: Uint16Array): Uint8Array<ArrayBuffer> {
  let size = 0;
  for (let i = 0; i < steps.length; i++) size += lengthOf(steps[i] ?? 0) + lengthOf(codes[i] ?? 0);
  const bytes = new Uint8Array(size);
  let at = 0;
  const write = (value: number): void => {
    let rest = value;
    while (rest > 127) {
      bytes[at++] = (rest & 127) | 128;
      rest = Math.floor(rest / 128);
    }
    bytes[at++] = rest;
  };
  for (let i = 0; i < steps.length; i++) {
    write(steps[i] ?? 0);
    write(codes[i] ?? 0);
  }
  return bytes;
}

function lengthOf(value: number): number {
  let length = 1;
  for (let rest = value; rest > 127; rest = Math.floor(rest / 128)) length++;
  return length;
}

/** Reads what `packSignal` wrote; throws on a truncated text. */
export function unpackSignal(bytes: Uint8Array, entries: number): { steps: Uint32Array; codes: Uint16Array } {
  const steps = new Uint32Array(entries);
  const codes = new Uint16Array(entries);
  let at = 0;
  const read = (): number => {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error('a rehearsal signal ends too early');
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  };
  for (let i = 0; i < entries; i++) {
    steps[i] = read();
    codes[i] = read();
  }
  return { steps, codes };
}
