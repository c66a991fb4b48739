import type { Source } from './bytes.ts';

/** Slots of six minutes, ten an hour. */
export const slotMs = 360_000;
export const slotsPerHour = 10;

/**
 * The part of an hour with one layout: fields by [sensor * slotsPerHour + slot]. A count of 0: no value in that slot.
 */
export interface SlotSegment {
  readonly sensors: number;
  /** Frames in each slot. */
  readonly frames: Uint32Array;
  /** Values stay valid after the hour's last frame (a device that reports by exception). */
  readonly holds: boolean;
  readonly count: Uint32Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly last: Float64Array;
  readonly sum: Float64Array;
  /** Bits: in alarm at any time, at the last frame, at every frame. */
  readonly alarm: Uint8Array;
  /** The worst status and the state sent with it. */
  readonly status: Uint16Array;
  readonly state: Uint16Array;
}

/** Bits of a slot: in alarm at any time, at its last value, throughout. */
export const ALARM_SOME = 1;
export const ALARM_LAST = 2;
export const ALARM_ALL = 4;

/** A segment of this many sensors and slots in which all numbers are 0. */
export function blankSegment(
  sensors: number,
  slots: number,
  frames: SlotSegment['frames'],
  holds: SlotSegment['holds'],
): SlotSegment {
  const size = sensors * slots;
  return {
    sensors,
    frames,
    holds,
    count: new Uint32Array(size),
    min: new Float64Array(size),
    max: new Float64Array(size),
    last: new Float64Array(size),
    sum: new Float64Array(size),
    alarm: new Uint8Array(size),
    status: new Uint16Array(size),
    state: new Uint16Array(size),
  };
}

/** Alarm bits, status and state of a sensor, in the form that both codecs share. */
export function readMarks(source: Source, segment: SlotSegment, from: number): void {
  if (source.u8() === 0) {
    segment.status.fill(source.variable(), from, from + slotsPerHour);
    segment.state.fill(source.variable(), from, from + slotsPerHour);
    return;
  }
  let [status, state] = [0, 0];
  for (let slot = 0; slot < slotsPerHour; slot++) {
    segment.alarm[from + slot] = source.u8();
    status += source.signed();
    state += source.signed();
    segment.status[from + slot] = status;
    segment.state[from + slot] = state;
  }
}
