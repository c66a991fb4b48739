import type { DeviceType } from '@tocsin/contract/device-type';
import type { AcknowledgedKind, EventType } from '@tocsin/contract/event';
import type { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import type { Layout, SensorKind } from '@tocsin/contract/layout';
import type { Priority } from '@tocsin/contract/priority';
import type { CatalogDevice, ResponseSettings, SensorScale, WarningRule } from './catalog.ts';
import type { MaintenanceStep } from './maintenance-step.ts';
import type { ActiveShelf, ShelfChange } from './shelf-types.ts';
import type { WalkRow, WalkState } from './walk-types.ts';

export type { DecodedBirth, DecodedFrame, RefusalKind } from './decoded.ts';
export type { MaintenanceStep } from './maintenance-step.ts';

/**
 * The data passed between stages. Only types and their bits: stages never import each other; pipeline.ts connects them.
 */

/** A layout with its lookups, built once for each layout. */
export interface IndexedLayout extends Layout {
  /** `groupId.sensorId` to the index. */
  readonly byPath: ReadonlyMap<string, number>;
  readonly paths: readonly string[];
}

/** One frame as it is stored: the device's full state at a moment. Arrays are indexed like the layout's sensors. */
export interface AcceptedFrame {
  /** Unix ms, the device's time with its offset applied: the time in history, graphs and events. */
  readonly ts: number;
  /** Unix ms as the device sent it; with boot and seq it identifies duplicates. */
  readonly deviceTs: number;
  readonly boot: number;
  /** The device's own seq; 0 if it sent none, and the next free one in a conflict. */
  readonly seq: number;
  /** Bits: SEQ_GIVEN, BOOT_GIVEN (a value that was not sent is not part of the duplicate key), HOLDS, EVALUATED. */
  readonly given: number;
  readonly layoutId: number;
  readonly receivedAt: number;
  /** NaN: no value. In a late frame also: not in this message. */
  readonly values: Float64Array;
  /** Bits per sensor, see below. */
  readonly flags: Uint8Array;
  /** Index into the device's texts, 0 = none. 256 device texts and the portal's own need more than a byte. */
  readonly status: Uint16Array;
  readonly state: Uint16Array;
}
/** Bits of a frame: the device itself sent a sequence number, and a boot number. */
export const SEQ_GIVEN = 1;
export const BOOT_GIVEN = 2;
/** The device reports by exception: its values are valid until its next frame while it is online, without a gap. */
export const HOLDS = 4;
/** It was evaluated live. A frame without this bit is late: the compactor finds its events. */
export const EVALUATED = 8;

/**
 * Imported frames count from here, beyond what a device sends, and have the id of their layout below zero: they are
 * history for graphs, exports and rehearsal, and nothing is concluded from them.
 */
export const IMPORT_SEQ = 2 ** 52;

/** Bits of AcceptedFrame.flags. A live frame carries the full state, a late one only what its message sent. */
export const SENT = 1;
export const ALARM = 2;
export const ALARM_SENT = 4;
export const STATUS_SENT = 8;
export const STATE_SENT = 16;
/** A message with the complete state of a sensor, as in every compact frame. */
export const ALL_SENT = SENT | ALARM_SENT | STATUS_SENT | STATE_SENT;

/** A device's texts begin with the portal's own; the device's follow. */
export const ownTexts = ['', 'Bad value', 'Other'] as const;
export const TEXT_NONE = 0;
export const TEXT_BAD_VALUE = 1;
export const TEXT_OTHER = 2;

/** A change that stage 2 detected and stage 3 evaluates, in order. */
export type Change =
  /** A birth brought another layout. */
  | {
      readonly kind: 'layout';
      readonly before: IndexedLayout | null;
      readonly after: IndexedLayout;
      readonly at: number;
    }
  | { readonly kind: 'power_up'; readonly at: number; readonly content: string }
  | { readonly kind: 'online'; readonly at: number }
  | { readonly kind: 'offline'; readonly at: number; readonly content: string }
  /** `holdMs`: how long its values are valid without another frame: the offline time, or forever. */
  | { readonly kind: 'frame'; readonly frame: AcceptedFrame; readonly holdMs: number }
  /** A late frame that may be live with a wrong clock: an alarm in it that is not open is published once. */
  | { readonly kind: 'suspect'; readonly frame: AcceptedFrame }
  /** A frame that was refused because the device's clock is ahead; `ts` is the server's time. Only its alarms count. */
  | { readonly kind: 'ahead'; readonly frame: AcceptedFrame }
  /** The clock rule has decided; evaluation results since then move by `deltaMs`. */
  | { readonly kind: 'decided'; readonly sinceReceivedAt: number; readonly deltaMs: number }
  | { readonly kind: 'clock_wrong' | 'unmapped'; readonly at: number; readonly content: string };

/**
 * A new event row. Its id is known before the commit (ids come in blocks), so that an off-event can name its on-event.
 */
export interface EventRow {
  readonly id: number;
  readonly deviceId: DeviceId;
  readonly type: EventType;
  /** Unix ms, the device's time with the offset applied. */
  readonly at: number;
  readonly receivedAt: number;
  /** Both null: the whole device. Only groupId: a node of an F500. */
  readonly groupId: string | null;
  readonly sensorId: string | null;
  readonly sensorName: string | null;
  /** The state text or another description in the user's terms. */
  readonly content: string;
  /** In the displayed unit. */
  readonly value: number | null;
  readonly late: boolean;
  /** Sockets, bell and e-mails include it. False for late events, with few exceptions (docs/spec/decisions.md). */
  readonly notified: boolean;
  /** The on-event that this row ends. */
  readonly forebearId: number | null;
  /** True while it lasts: alarm_on, warning_on and device_offline without an end. */
  readonly active: boolean;
  /** Raised during its sensor's maintenance test: only rules of type maintenance apply. */
  readonly test: boolean;
  /** A test event of a walk test: not even rules of type maintenance apply. */
  readonly inWalk?: true | undefined;
  /** The warning rule that raised it, for warnings. */
  readonly ruleId: number | null;
  /** A person must confirm it, even after it has cleared. */
  readonly needsAcknowledgement: boolean;
  /** Held back by a shelf: stored and shown as always, but nothing is sent. */
  readonly shelved: boolean;
  /** Decided at its beginning; null for events that do not begin a condition. */
  readonly priority: Priority | null;
  /** Minutes within which somebody must respond; null without such a setting. */
  readonly respondWithinMinutes: number | null;
  /** Only for an event of a site itself, whose deviceId is `siteItself`. */
  readonly site?: SiteNames;
}
/** The device id of events of a site itself. */
export const siteItself = 0 as DeviceId;
/** The names stored with an event of a site itself. */
interface SiteNames {
  readonly clientId: ClientId;
  readonly siteId: SiteId;
  readonly clientCompany: string;
  readonly siteTitle: string;
}

/** The end of an on-event: sets its duration and makes it inactive. */
export interface EventEnd {
  readonly id: number;
  readonly deviceId: DeviceId;
  readonly endedAt: number;
  /** 'Removed', 'Rule changed', ... where no off-event follows. */
  readonly reason: string | null;
}

/** A change of a stored event other than its start or end. */
export type EventChange =
  /** A late alarm became live (by the clock rule): it is active and begins at `at`. */
  | {
      readonly kind: 'live';
      readonly id: number;
      readonly deviceId: DeviceId;
      readonly at: number;
      /** The complete updated event, for stage 5. */
      readonly event: EventRow;
    }
  /** Still active and published again: the device is no longer suspended. */
  | { readonly kind: 'again'; readonly id: number; readonly deviceId: DeviceId }
  /** From now on a shelf holds it back. */
  | { readonly kind: 'shelved'; readonly id: number; readonly deviceId: DeviceId }
  /** Its shelf ended: from `at` on it notifies as if it had just begun, and needs a new acknowledgement. */
  | { readonly kind: 'unshelved'; readonly id: number; readonly deviceId: DeviceId; readonly at: number };

/** A new layout, or a known one with changed names, whose row is updated. */
export interface NewLayout extends Layout {
  readonly deviceId: DeviceId;
}

/** The stored device state: everything `restore` needs to return exactly the state after a commit. */
export interface DeviceStateRow {
  readonly deviceId: DeviceId;
  readonly layoutId: number | null;
  /** Unix ms of the newest frame and of its arrival, as columns so that lists can show them. */
  readonly newestTs: number | null;
  readonly receivedAt: number | null;
  readonly online: boolean;
  /** The device's state texts, `ownTexts` first. */
  readonly texts: readonly string[];
  /** Everything else, versioned, written and read by stage 2 only. */
  readonly state: string;
  /** Windows of rules, when they are due to be stored; absent: the stored ones stay. */
  readonly windows?: WindowsRow;
}

/** The windows of a device's rules up to a frame, which its arrival and time (unix ms) name. */
export interface WindowsRow {
  readonly receivedAt: number;
  readonly ts: number;
  /** Written and read by stage 3 only. */
  readonly state: string;
}

/**
 * stored: committed. duplicate: nothing was new. refused: PostgreSQL cannot store it; it is in frame_refused. again:
 * not stored for another reason (an entry of the same device was refused, the queue was dropped): the adapter does not
 * acknowledge, and the device sends it again.
 */
export type WriteOutcome = 'stored' | 'duplicate' | 'refused' | 'again';

/**
 * Frames and late frames of the device with `receivedAt` at or after `sinceReceivedAt` (older entries only) move by
 * `deltaMs` in `ts`, their events in `at`; `deviceTs` stays. Hours that late frames move to become pending.
 */
export interface Restamp {
  readonly sinceReceivedAt: number;
  readonly deltaMs: number;
}

/**
 * One step of one device, committed completely or not at all, in the order of `put`. An empty entry is a barrier: the
 * duplicate of a queued frame is acknowledged when all entries before it are committed.
 */
export interface WriteEntry {
  readonly deviceId: DeviceId;
  readonly layout: NewLayout | null;
  /** Live frames with the full state, ascending, for `frame`. An existing key is a duplicate. */
  readonly frames: readonly AcceptedFrame[];
  /** For frame_late, with one pending hour per device and hour; duplicates are found among all stored frames. */
  readonly lateFrames: readonly AcceptedFrame[];
  /** If all late frames are duplicates, the entry's events are not stored either. */
  readonly events: readonly EventRow[];
  /** The device state changed: its row is requested when the batch is cut (`deviceStateRow`). */
  readonly hasDeviceState: boolean;
  readonly ends: readonly EventEnd[];
  readonly changes: readonly EventChange[];
  readonly steps: readonly MaintenanceStep[];
  readonly shelves: readonly ShelfChange[];
  readonly walks: readonly WalkRow[];
  /** The clock rule applied late: frames received since then had a wrong offset. */
  readonly restamp: Restamp | null;
  /** Fix Notification: every active event of this device not in this list ends at `at`; null: nothing to fix. */
  readonly stillActive?: { readonly ids: readonly number[]; readonly at: number } | null;
  /** Called once, after the commit or a permanent refusal. `duplicates`: how many of its frames were duplicates. */
  readonly done: (outcome: WriteOutcome, duplicates: number) => void;
}

/** A device's current state for stage 5, built from stages 2 and 3 when a document is requested. */
export interface LiveState {
  readonly device: CatalogDevice;
  readonly layout: IndexedLayout | null;
  readonly shown: readonly UnitConversion[];
  readonly names: readonly string[];
  readonly texts: readonly string[];
  readonly values: Float64Array;
  readonly flags: Uint8Array;
  readonly status: Uint16Array;
  readonly state: Uint16Array;
  /** Time of each value's last update; null: all at `frameAt`. */
  readonly at: Float64Array | null;
  /** Since when a sensor is in alarm or warning, by path. */
  readonly alarms: ReadonlyMap<string, { readonly at: number }>;
  readonly warnings: ReadonlyMap<string, { readonly at: number }>;
  readonly shelves: ReadonlyMap<number, ActiveShelf>;
  /** The walk test that runs; null: none. */
  readonly walk: WalkState | null;
  readonly version: string | null;
  /** Reports by exception: its values are valid while it is online and never stale. */
  readonly rbe: boolean;
  readonly online: boolean;
  readonly onlineSince: number | null;
  readonly frameAt: number | null;
  readonly receivedAt: number | null;
  readonly usualMs: number;
  readonly notices: readonly LiveNotice[];
}
/** A notice above a device's dashboard; `since` is unix milliseconds, if known. */
export interface LiveNotice {
  readonly kind: 'clock' | 'catching-up' | 'refused' | 'offline' | 'shared';
  readonly text: string;
  readonly since: number | null;
}

/** The changes of a commit, published by stage 5 in the order of the commits. */
export interface Committed {
  readonly events: readonly EventRow[];
  readonly ends: readonly EventEnd[];
  readonly changes: readonly EventChange[];
  readonly steps: readonly MaintenanceStep[];
}

/** A device state as of its last commit, with its current layout and the ids of all layouts by their hash. */
export interface StoredDeviceState {
  readonly row: DeviceStateRow;
  readonly layout: Layout | null;
  readonly layoutIds: ReadonlyMap<string, number>;
  /** The stored windows and the frames that came after them, in the order of their arrival; absent without any. */
  readonly windows?: { readonly state: string; readonly frames: readonly AcceptedFrame[] };
}

/** Stage 4 as the pipeline sees it. */
export interface BatchWriter {
  /** Queues; never throws, never awaits. */
  put(entry: WriteEntry): void;
  /**
   * When true, adapters stop reading or answer 503; entries put anyway are still accepted. With a device: also true
   * when too many late frames wait for their duplicate lookup and some of them are this device's.
   */
  full(device?: DeviceId): boolean;
  /** Calls back once, as soon as the queue has room again. */
  whenRoom(fn: () => void): void;
  /**
   * Unix ms of arrival up to which all is committed: now when nothing is queued, else the oldest queued entry's
   * arrival. Entries waiting for a lookup count for their own device only.
   */
  storedUntil(device?: DeviceId): number;
  /** Device states of these devices, or of all. */
  loadDeviceStates(deviceIds: readonly DeviceId[] | 'all'): Promise<readonly StoredDeviceState[]>;
  /** The active events of these devices (`active`, not late), which stage 5 counts and lists. */
  loadActive(deviceIds: readonly DeviceId[] | 'all'): Promise<readonly EventRow[]>;
}

/** The callbacks of stage 4, set at the start. */
export interface FrameWriterCallbacks {
  /**
   * Returns the row after all entries put for this device so far. Stage 4 takes all queued entries of a device into the
   * same batch and calls this at that moment, so that row and frames match and a row is built once per batch.
   */
  deviceStateRow(deviceId: DeviceId): DeviceStateRow;
  committed(batch: Committed): void;
  /** These device states are invalid: entries of theirs ended as 'again' or 'refused'. The pipeline restores them. */
  discard(deviceIds: readonly DeviceId[] | 'all'): void;
  /** A frame of this device went to frame_refused; shown on the device's page. */
  refused(deviceId: DeviceId, error: string): void;
}

/**
 * Stored values are raw; displayed values are k * raw + c, and F500-UDF temperatures are in the chosen unit.
 * Evaluation, the live document and e-mails all use these functions.
 */
export interface UnitConversion {
  readonly k: number;
  readonly c: number;
  readonly unit: string;
  readonly type: SensorKind;
}

/** The device data that evaluation needs, as plain data that can be passed to a worker thread. */
export interface EvaluatedDevice {
  readonly id: DeviceId;
  readonly shownType: DeviceType;
  readonly warningRules: readonly WarningRule[];
  /** Former rules, for hours that are evaluated again; absent for live evaluation. */
  readonly formerRules?: readonly WarningRule[];
  readonly sensorNames: Readonly<Record<string, string>>;
  readonly sensorResponses: Readonly<Record<string, ResponseSettings>>;
  readonly scales: readonly SensorScale[];
  readonly degrees: 'F' | 'C' | null;
  readonly acknowledgedKinds: readonly AcknowledgedKind[];
}
