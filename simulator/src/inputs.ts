import type { Action } from './action.ts';
import { type Curve, settle, valueAt } from './curve.ts';

type Driven = { readonly curve: Curve; readonly sinceMs: number; readonly untilStop: boolean };

/** Inputs driven by a scenario; all others follow the physics. */
export class Inputs {
  readonly #driven = new Map<string, Driven>();

  /** The driven value, or null when the input follows the physics. */
  at(sensor: string, nowMs: number): number | null {
    if (this.#driven.size === 0) return null;
    const driven = this.#driven.get(sensor);
    return driven ? valueAt(driven.curve, (nowMs - driven.sinceMs) / 1000) : null;
  }

  /** `present` is the value of the input at this moment, driven or not. */
  act(action: Action, nowMs: number, present: (sensor: string) => number): boolean {
    if (action.do === 'drive')
      this.#driven.set(action.sensor, {
        curve: settle(action.curve, present(action.sensor)),
        sinceMs: nowMs,
        untilStop: action.until === 'stop',
      });
    else if (action.do === 'release') this.#driven.delete(action.sensor);
    else return false;
    return true;
  }

  /** The machine has stopped: ends curves that last until the stop. */
  stopped(): void {
    for (const [sensor, driven] of this.#driven) if (driven.untilStop) this.#driven.delete(sensor);
  }
}
