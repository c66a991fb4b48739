import { ALARM, ALARM_SENT, SENT, STATE_SENT, STATUS_SENT, TEXT_BAD_VALUE, TEXT_NONE } from './passing.ts';

/** What a sensor list is known to be at a moment; arrays are never written once they stand here. */
export interface Known {
  readonly values: Float64Array;
  readonly flags: Uint8Array;
  readonly status: Uint16Array;
  readonly state: Uint16Array;
}

/**
 * Fills in place what a message left out from the state before it, so that the frame is the device's whole state.
 * Live frames and frames read back from history go through this one function, so both come to the same state.
 */
export function makeWhole(told: Known, before: Known): void {
  const { values, flags, status, state } = told;
  for (let i = 0; i < flags.length; i++) {
    const flag = flags[i] ?? 0;
    if ((flag & SENT) === 0) values[i] = before.values[i] ?? Number.NaN;
    if ((flag & ALARM_SENT) === 0) flags[i] = flag | ((before.flags[i] ?? 0) & ALARM);
    if ((flag & STATUS_SENT) === 0) status[i] = before.status[i] ?? TEXT_NONE;
    if ((flag & STATE_SENT) === 0) {
      const last = before.state[i] ?? TEXT_NONE;
      // 'Bad value' is ours and speaks of one value: a good one ends it.
      state[i] = last === TEXT_BAD_VALUE && (flag & SENT) !== 0 && !Number.isNaN(values[i]) ? TEXT_NONE : last;
    }
  }
}
