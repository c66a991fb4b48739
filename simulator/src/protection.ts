import { UpDownCounter } from './counter.ts';
import type { WarmBody } from './thermal.ts';

/** A protection of the device: its alarm and the alarm's text. */
export interface Protection {
  readonly sensor: string;
  alarm: boolean;
  text: string;
}

const hysteresisC = 2;

/** Absolute limit of a temperature, debounced by 1 s and cleared 2 C below. */
export class HotBearing implements Protection {
  readonly sensor: string;
  readonly #limitC: number;
  readonly #counter = new UpDownCounter(1_000);
  alarm = false;
  text = '';

  constructor(sensor: string, limitC: number) {
    this.sensor = sensor;
    this.#limitC = limitC;
  }

  step(celsius: number, dtMs: number): void {
    const limit = this.alarm ? this.#limitC - hysteresisC : this.#limitC;
    this.alarm = this.#counter.step(celsius >= limit, dtMs);
    this.text = this.alarm ? 'Absolute' : '';
  }

  reset(): void {
    this.#counter.reset();
    this.alarm = false;
    this.text = '';
  }
}

const rateWindowMs = 60_000;
const rateSteps = 12;

/** A rub block: absolute, relative to the opposite block, and rate of rise over a minute. */
export class RubBlock implements Protection {
  static readonly absoluteC = 60;
  static readonly relativeC = 17;
  static readonly risePerMinuteC = 3;
  readonly sensor: string;
  readonly #counter = new UpDownCounter(1_000);
  readonly #past: number[] = [];
  #sampledMs = Number.NEGATIVE_INFINITY;
  alarm = false;
  text = '';

  constructor(sensor: string) {
    this.sensor = sensor;
  }

  step(nowMs: number, dtMs: number, own: WarmBody, opposite: WarmBody): void {
    if (nowMs - this.#sampledMs >= rateWindowMs / rateSteps) {
      this.#sampledMs = nowMs;
      this.#past.push(own.celsius);
      if (this.#past.length > rateSteps + 1) this.#past.shift();
    }
    const oldest = this.#past[0] ?? own.celsius;
    const cause = this.#cause(own.celsius, opposite.celsius, own.celsius - oldest);
    this.alarm = this.#counter.step(cause !== '', dtMs);
    if (!this.alarm) this.text = '';
    else if (cause !== '') this.text = cause;
  }

  #cause(own: number, opposite: number, rise: number): string {
    const slack = this.alarm ? hysteresisC : 0;
    if (own >= RubBlock.absoluteC - slack) return 'Absolute';
    if (own - opposite >= RubBlock.relativeC - slack) return 'Relative';
    if (rise >= RubBlock.risePerMinuteC) return 'Rate of rise';
    return '';
  }

  reset(): void {
    this.#counter.reset();
    this.#past.length = 0;
    this.alarm = false;
    this.text = '';
  }
}

/** A contact that must not open (touchswitch, lagging) or close (plug) for longer than its delay. */
export class Contact implements Protection {
  readonly sensor: string;
  readonly #word: string;
  readonly #counter: UpDownCounter;
  alarm = false;
  text = '';

  constructor(sensor: string, word: string, delayMs: number) {
    this.sensor = sensor;
    this.#word = word;
    this.#counter = new UpDownCounter(delayMs);
  }

  step(tripped: boolean, dtMs: number): void {
    this.alarm = this.#counter.step(tripped, dtMs);
    this.text = this.alarm ? this.#word : '';
  }

  reset(): void {
    this.#counter.reset();
    this.alarm = false;
    this.text = '';
  }
}

/**
 * Under- and overspeed against the calibrated speed. A speed alarm remains through a stop until the operator's reset or
 * a healthy start, because a stopped machine does not prove that the belt grips again.
 */
export class SpeedWatch implements Protection {
  readonly sensor: string;
  alarm = false;
  text = '';

  constructor(sensor: string) {
    this.sensor = sensor;
  }

  /** True when the machine must be stopped. */
  step(percent: number, watched: boolean): boolean {
    if (!watched) return false;
    const slack = this.alarm ? 0.2 : 0;
    if (percent < 80) this.text = 'Severe underspeed';
    else if (percent < 90 + slack) this.text = 'Underspeed';
    else if (percent > 120) this.text = 'Severe overspeed';
    else if (percent > 110 - slack) this.text = 'Overspeed';
    else this.text = '';
    this.alarm = this.text !== '';
    return percent < 80 || percent > 120;
  }

  reset(): void {
    this.alarm = false;
    this.text = '';
  }
}
