import type { EventType } from '@tocsin/contract/event';
import type { DeviceId } from '@tocsin/contract/ids';
import type { GroupDef, Layout, SensorDef } from '@tocsin/contract/layout';

/**
 * What one stage of the line hands to the next. Only types: the stages never import each other,
 * line.ts joins them.
 */

/** One frame as it is stored: the device's whole state at a moment. Arrays are indexed like the layout's sensors. */
export interface KeptFrame {
  /** Unix ms, the device's time with its offset taken off: the time of history, graphs and events. */
  readonly ts: number;
  /** Unix ms as the device sent it; with boot and seq it tells duplicates. */
  readonly deviceTs: number;
  readonly boot: number;
  readonly seq: number;
  readonly layoutId: number;
  readonly receivedAt: number;
  /** NaN: no value. */
  readonly values: Float64Array;
  /** Bits per sensor: 1 = was in this message, 2 = alarm. */
  readonly flags: Uint8Array;
  /** Index into the device's texts, 0 = none. */
  readonly status: Uint8Array;
  readonly state: Uint8Array;
}
export const SENT = 1;
export const ALARM = 2;

/** A new event row. Its id is known before the commit (ids come in blocks), so that an off can name its on. */
export interface EventRow {
  readonly id: number;
  readonly deviceId: DeviceId;
  readonly type: EventType;
  /** Unix ms, the device's time with the offset taken off. */
  readonly at: number;
  readonly receivedAt: number;
  readonly groupId: string | null;
  readonly sensorId: string | null;
  readonly sensorName: string | null;
  /** The state text or what else happened, in the plant's words. */
  readonly content: string;
  readonly value: number | null;
  readonly late: boolean;
  /** The on-event that this row ends. */
  readonly forebearId: number | null;
  /** True while it lasts: alarm_on, warning_on and device_offline that nothing has ended. */
  readonly active: boolean;
  /** Made while its sensor was under a maintenance test. */
  readonly test: boolean;
  /** The warning rule that made it, for warnings. */
  readonly ruleId: number | null;
}

/** The end of an on-event: it gets its duration and is no longer active. */
export interface EventEnd {
  readonly id: number;
  readonly deviceId: DeviceId;
  readonly endedAt: number;
  /** 'Removed', 'Rule changed', ... where no off-event follows. */
  readonly reason: string | null;
}

/** A layout seen for the first time; its id is taken from a block too. */
export interface NewLayout extends Layout {
  readonly deviceId: DeviceId;
  readonly groups: readonly GroupDef[];
  readonly sensors: readonly SensorDef[];
}

/** The board's row: all that `restore` needs to give back exactly the state after a commit. */
export interface BoardRow {
  readonly deviceId: DeviceId;
  readonly layoutId: number | null;
  /** Unix ms of the newest frame and of its arrival, beside the state so that lists can show them. */
  readonly newestTs: number | null;
  readonly receivedAt: number | null;
  readonly online: boolean;
  /** The device's state texts; index 0 is always ''. */
  readonly texts: readonly string[];
  /** Everything else, versioned, written and read by stage 2 alone. */
  readonly state: string;
}

export type KeepOutcome = 'stored' | 'duplicate' | 'refused';

/** One step of one device, committed whole or not at all. */
export interface KeepEntry {
  readonly deviceId: DeviceId;
  readonly layout: NewLayout | null;
  readonly frame: KeptFrame | null;
  /** True: goes to frame_late with one owed job per device and hour. */
  readonly late: boolean;
  readonly board: BoardRow | null;
  readonly events: readonly EventRow[];
  readonly ends: readonly EventEnd[];
  /** Called once, after the commit (or when the frame was refused for good). */
  readonly done: (outcome: KeepOutcome) => void;
}
