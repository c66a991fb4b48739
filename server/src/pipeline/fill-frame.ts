import { type Layout, sensorPath } from '@tocsin/contract/layout';
import {
  ALARM,
  ALARM_SENT,
  type IndexedLayout,
  SENT,
  STATE_SENT,
  STATUS_SENT,
  TEXT_BAD_VALUE,
  TEXT_NONE,
} from './types.ts';

/** The state of all sensors at a moment; arrays must not be modified once they are here. */
export interface Known {
  readonly values: Float64Array;
  readonly flags: Uint8Array;
  readonly status: Uint16Array;
  readonly state: Uint16Array;
}

/**
 * Fills omitted values in place from the previous state, so that the frame contains the device's full state. Live
 * frames and frames read from history both use this function, so that they give the same state. `alsoKnown`: bits of
 * what was not sent but is in the frame already, because an edge filled it.
 */
export function fillFrame(frame: Known, before: Known, alsoKnown?: Uint8Array): void {
  const { values, flags, status, state } = frame;
  for (let i = 0; i < flags.length; i++) {
    const flag = (flags[i] ?? 0) | (alsoKnown?.[i] ?? 0);
    if ((flag & SENT) === 0) values[i] = before.values[i] ?? Number.NaN;
    if ((flag & ALARM_SENT) === 0) flags[i] = ((flags[i] ?? 0) & ~ALARM) | ((before.flags[i] ?? 0) & ALARM);
    if ((flag & STATUS_SENT) === 0) status[i] = before.status[i] ?? TEXT_NONE;
    if ((flag & STATE_SENT) === 0) {
      const last = before.state[i] ?? TEXT_NONE;
      // 'Bad value' is set by the portal for a single value; a valid value ends it.
      state[i] = last === TEXT_BAD_VALUE && (flag & SENT) !== 0 && !Number.isNaN(values[i]) ? TEXT_NONE : last;
    }
  }
}

/** The initial state, without any values. */
export function unknown(count: number): Known {
  return {
    values: new Float64Array(count).fill(Number.NaN),
    flags: new Uint8Array(count),
    status: new Uint16Array(count),
    state: new Uint16Array(count),
  };
}

/** Carries the state over to another layout: a sensor is the same while its path and type are. */
export function carryOver(old: Known, before: IndexedLayout | null, after: IndexedLayout): Known {
  const known = unknown(after.sensors.length);
  if (!before) return known;
  after.paths.forEach((path, index) => {
    const from = before.byPath.get(path);
    if (from === undefined) return;
    known.flags[index] = (old.flags[from] ?? 0) & ALARM;
    known.status[index] = old.status[from] ?? TEXT_NONE;
    known.state[index] = old.state[from] ?? TEXT_NONE;
    if (before.sensors[from]?.type === after.sensors[index]?.type) known.values[index] = old.values[from] ?? Number.NaN;
  });
  return known;
}

/** A layout with its paths and their indexes. */
export function indexLayout(layout: Layout): IndexedLayout {
  const paths = layout.sensors.map(sensorPath);
  return { ...layout, paths, byPath: new Map(paths.map((path, index) => [path, index])) };
}
