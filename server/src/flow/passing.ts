import type { DeviceType } from '@tocsin/contract/device-type';
import type { EventType } from '@tocsin/contract/event';
import type { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import type { Layout } from '@tocsin/contract/layout';
import type { CatalogDevice, SensorScale, WarningRule } from './catalog.ts';
import type { ShownAs } from './shown.ts';

/**
 * What one stage of the line hands to the next. Only types and their bits: the stages never import each other,
 * line.ts joins them.
 */

/** A layout with its look-ups; made once for each layout. */
export interface IndexedLayout extends Layout {
  /** `groupId.sensorId` to the index. */
  readonly byPath: ReadonlyMap<string, number>;
  readonly paths: readonly string[];
}

/** A data message as its door's decoder read it, indexed like the layout. Stage 2 fills what it leaves out. */
export interface DecodedFrame {
  readonly ts: number;
  readonly seq: number | null;
  readonly boot: number | null;
  /** Every sensor's all is told: nothing is to be filled from the frame before. */
  readonly whole: boolean;
  /** Marked as stored or delayed by its sender (Sparkplug's is_historical). */
  readonly historical: boolean;
  /** NaN: no value. */
  readonly values: Float64Array;
  /** SENT, ALARM and the other bits of KeptFrame.flags. */
  readonly flags: Uint8Array;
  /** Sparse: texts of the sensors at these indexes. */
  readonly stateAt: readonly number[];
  readonly stateText: readonly string[];
  readonly statusAt: readonly number[];
  readonly statusText: readonly string[];
  /** Values that were refused one by one. */
  readonly rejected: number;
}

/** A birth: the list of sensors, and where the protocol carries them, their first values. */
export interface DecodedBirth {
  readonly ts: number;
  readonly version: string | null;
  readonly boot: number | null;
  readonly uptimeS: number | null;
  /** Reports by exception. */
  readonly rbe: boolean;
  readonly layout: Omit<Layout, 'layoutId'>;
  /** Names and texts that were cut. */
  readonly cut: number;
  readonly first: DecodedFrame | null;
}

/** Why a whole message or frame was not taken; each is counted by its kind. */
export type RefusalKind =
  | 'structure'
  | 'no_ts'
  | 'length'
  | 'index'
  | 'limit'
  | 'no_birth'
  | 'layouts'
  | 'future'
  | 'too_old'
  | 'rate'
  | 'polled';

/** One frame as it is stored: the device's whole state at a moment. Arrays are indexed like the layout's sensors. */
export interface KeptFrame {
  /** Unix ms, the device's time with its offset taken off: the time of history, graphs and events. */
  readonly ts: number;
  /** Unix ms as the device sent it; with boot and seq it tells duplicates. */
  readonly deviceTs: number;
  readonly boot: number;
  /** The device's own seq; 0 where it sent none, and the next free one where that is a conflict. */
  readonly seq: number;
  /** Bits: SEQ_GIVEN, BOOT_GIVEN (what was not given is not part of the key that tells duplicates), HOLDS, JUDGED. */
  readonly given: number;
  readonly layoutId: number;
  readonly receivedAt: number;
  /** NaN: no value. Of a late frame also: not in this message. */
  readonly values: Float64Array;
  /** Bits per sensor, see below. */
  readonly flags: Uint8Array;
  /** Index into the device's texts, 0 = none. 256 device texts and the portal's own need more than a byte. */
  readonly status: Uint16Array;
  readonly state: Uint16Array;
}
/** Bits of a frame: the device itself gave a sequence number, and the number of its start. */
export const SEQ_GIVEN = 1;
export const BOOT_GIVEN = 2;
/** The device reports by exception: its values hold until its next frame while it is online, which is no gap. */
export const HOLDS = 4;
/** It was judged when it came. A frame without it is late: its events are found by its hour's job. */
export const JUDGED = 8;

/** Bits of KeptFrame.flags. A live frame carries the whole state, a late one only what its message sent. */
export const SENT = 1;
export const ALARM = 2;
export const ALARM_SENT = 4;
export const STATUS_SENT = 8;
export const STATE_SENT = 16;
/** A message that tells a sensor's all, as every compact frame does. */
export const ALL_SENT = SENT | ALARM_SENT | STATUS_SENT | STATE_SENT;

/** A device's texts begin with the portal's own; the device's follow. */
export const ownTexts = ['', 'Bad value', 'Other'] as const;
export const TEXT_NONE = 0;
export const TEXT_BAD_VALUE = 1;
export const TEXT_OTHER = 2;

/** What stage 2 found and stage 3 judges, in the order of happening. */
export type Change =
  /** A birth brought another list of sensors. */
  | {
      readonly kind: 'layout';
      readonly before: IndexedLayout | null;
      readonly after: IndexedLayout;
      readonly at: number;
    }
  | { readonly kind: 'power_up'; readonly at: number; readonly content: string }
  | { readonly kind: 'online'; readonly at: number }
  | { readonly kind: 'offline'; readonly at: number; readonly content: string }
  /** `holdMs`: how long its values count when no further frame comes: the offline time, or for ever. */
  | { readonly kind: 'frame'; readonly frame: KeptFrame; readonly holdMs: number }
  /** A late frame that may be a wrong clock's live one: an alarm in it that is not open is told once. */
  | { readonly kind: 'suspect'; readonly frame: KeptFrame }
  /** The clock rule has decided; what was judged since then moves by `deltaMs`. */
  | { readonly kind: 'decided'; readonly sinceReceivedAt: number; readonly deltaMs: number }
  | { readonly kind: 'clock_wrong'; readonly at: number; readonly content: string };

/** A new event row. Its id is known before the commit (ids come in blocks), so that an off can name its on. */
export interface EventRow {
  readonly id: number;
  readonly deviceId: DeviceId;
  readonly type: EventType;
  /** Unix ms, the device's time with the offset taken off. */
  readonly at: number;
  readonly receivedAt: number;
  /** Both null: the whole device. Only groupId: a node of an F500. */
  readonly groupId: string | null;
  readonly sensorId: string | null;
  readonly sensorName: string | null;
  /** The state text or what else happened, in the plant's words. */
  readonly content: string;
  /** In the shown unit. */
  readonly value: number | null;
  readonly late: boolean;
  /** Socket, bell and mails learn of it. False for late events, but for the few that decisions.md 5 and 6 name. */
  readonly told: boolean;
  /** The on-event that this row ends. */
  readonly forebearId: number | null;
  /** True while it lasts: alarm_on, warning_on and device_offline that nothing has ended. */
  readonly active: boolean;
  /** Made while its sensor was under a maintenance test: goes to rules of type maintenance only. */
  readonly test: boolean;
  /** The warning rule that made it, for warnings. */
  readonly ruleId: number | null;
  /** Only of an event of a site itself, whose deviceId is `siteItself`. */
  readonly site?: SiteNames;
}
/** The device id of events that are about a site and none of its devices. */
export const siteItself = 0 as DeviceId;
/** The names that an event of a site itself keeps. */
export interface SiteNames {
  readonly clientId: ClientId;
  readonly siteId: SiteId;
  readonly clientCompany: string;
  readonly siteTitle: string;
}

/** The end of an on-event: it gets its duration and is no longer active. */
export interface EventEnd {
  readonly id: number;
  readonly deviceId: DeviceId;
  readonly endedAt: number;
  /** 'Removed', 'Rule changed', ... where no off-event follows. */
  readonly reason: string | null;
}

/** A change of a stored event that is neither its beginning nor its end. */
export type EventChange =
  /** A late alarm turned out to be live (the clock rule has decided): it is active, and begins at `at`. */
  | {
      readonly kind: 'live';
      readonly id: number;
      readonly deviceId: DeviceId;
      readonly at: number;
      /** The whole event as it is from now on, for stage 5. */
      readonly event: EventRow;
    }
  /** It still stands and is told once more: the device is no longer suspended. */
  | { readonly kind: 'again'; readonly id: number; readonly deviceId: DeviceId };

/** Step of a maintenance test: an appended row, never changed (decisions.md 8). */
export interface MaintenanceStep {
  /** The event row of this step; the step's own id. */
  readonly id: number;
  /** The id of the test's first step. */
  readonly testId: number;
  readonly deviceId: DeviceId;
  readonly serialNumber: string;
  readonly groupId: string;
  readonly groupName: string;
  readonly sensorId: string;
  readonly sensorName: string;
  readonly step:
    | 'maintenance_expect_alarm_on'
    | 'maintenance_expect_alarm_off'
    | 'maintanance_succeeded'
    | 'maintenance_failed'
    | 'maintenance_canceled'
    | 'comment';
  readonly at: number;
  /** When the test began. */
  readonly startedAt: number;
  /** Who started it; a person's name stays as text. */
  readonly userId: number | null;
  readonly userName: string;
  readonly comment: string;
}

/** A layout seen for the first time, or a known one whose names changed: the row of its id is written anew. */
export interface NewLayout extends Layout {
  readonly deviceId: DeviceId;
}

/** The board's row: all that `restore` needs to give back exactly the state after a commit. */
export interface BoardRow {
  readonly deviceId: DeviceId;
  readonly layoutId: number | null;
  /** Unix ms of the newest frame and of its arrival, beside the state so that lists can show them. */
  readonly newestTs: number | null;
  readonly receivedAt: number | null;
  readonly online: boolean;
  /** The device's state texts, `ownTexts` first. */
  readonly texts: readonly string[];
  /** Everything else, versioned, written and read by stage 2 alone. */
  readonly state: string;
}

/**
 * stored: committed. duplicate: nothing of it was new. refused: PostgreSQL can't take it, it lies in frame_refused.
 * again: not stored, and not its fault (a neighbour of its device was refused, the process gave up): the door does not
 * acknowledge, the device sends it again.
 */
export type KeepOutcome = 'stored' | 'duplicate' | 'refused' | 'again';

/**
 * Frames and late frames of the device with `receivedAt` at or after `sinceReceivedAt` (older entries only) move by
 * `deltaMs` in `ts`, their events in `at`; `deviceTs` stays. The hours that late frames move to are owed.
 */
export interface Restamp {
  readonly sinceReceivedAt: number;
  readonly deltaMs: number;
}

/**
 * One step of one device, committed whole or not at all, in the order of `put`. An entry without frames, events and
 * all is a barrier: the duplicate of a waiting frame is acknowledged when what waits before it is committed.
 */
export interface KeepEntry {
  readonly deviceId: DeviceId;
  readonly layout: NewLayout | null;
  /** Live frames, each the whole state, ascending: to `frame`. A key that is there already is a duplicate. */
  readonly frames: readonly KeptFrame[];
  /** To frame_late, with one owed job per device and hour; duplicates are told here, against all that is stored. */
  readonly lateFrames: readonly KeptFrame[];
  /** With late frames that are all duplicates, the entry's events are not stored either. */
  readonly events: readonly EventRow[];
  /** The board changed: its row is asked for when the batch is cut (KeepAsks.boardRow). */
  readonly board: boolean;
  readonly ends: readonly EventEnd[];
  readonly changes: readonly EventChange[];
  readonly steps: readonly MaintenanceStep[];
  /** The clock rule has decided late: what arrived since then was stamped with a wrong offset. */
  readonly restamp: Restamp | null;
  /** Fix Notification: every active event of this device that is not in this list ends at `at`; null: nothing to fix. */
  readonly standing?: { readonly ids: readonly number[]; readonly at: number } | null;
  /** Called once, after the commit (or when it was refused for good). `duplicates`: how many of its frames were. */
  readonly done: (outcome: KeepOutcome, duplicates: number) => void;
}

/** A device's present state as stage 5 tells it; made by line.ts from stages 2 and 3 when a document is asked for. */
export interface LiveState {
  readonly device: CatalogDevice;
  readonly layout: IndexedLayout | null;
  readonly shown: readonly ShownAs[];
  readonly names: readonly string[];
  readonly texts: readonly string[];
  readonly values: Float64Array;
  readonly flags: Uint8Array;
  readonly status: Uint16Array;
  readonly state: Uint16Array;
  /** When each value was last told; null: all at `frameAt`. */
  readonly at: Float64Array | null;
  /** Since when a sensor is in alarm or warning, by path. */
  readonly alarms: ReadonlyMap<string, { readonly at: number }>;
  readonly warnings: ReadonlyMap<string, { readonly at: number }>;
  readonly version: string | null;
  /** Reports by exception: its values hold while it is online and are never stale. */
  readonly rbe: boolean;
  readonly online: boolean;
  readonly onlineSince: number | null;
  readonly frameAt: number | null;
  readonly receivedAt: number | null;
  readonly usualMs: number;
  readonly notices: readonly LiveNotice[];
}
/** A line above a device's dashboard; `since` is unix milliseconds where that is known. */
export interface LiveNotice {
  readonly kind: 'clock' | 'catching-up' | 'refused' | 'offline';
  readonly text: string;
  readonly since: number | null;
}

/** What a commit made true, told to stage 5 in the order of the commits. */
export interface Committed {
  readonly events: readonly EventRow[];
  readonly ends: readonly EventEnd[];
  readonly changes: readonly EventChange[];
  readonly steps: readonly MaintenanceStep[];
}

/** A board as it was after its last commit, with its present layout and the ids of all layouts by their hash. */
export interface StoredBoard {
  readonly row: BoardRow;
  readonly layout: Layout | null;
  readonly layoutIds: ReadonlyMap<string, number>;
}

/** Stage 4 as the line sees it. */
export interface KeepPort {
  /** Queues; never throws, never awaits. */
  put(entry: KeepEntry): void;
  /** Past its bound the doors stop reading or answer 503; whoever puts yet is still taken. */
  full(): boolean;
  /** Calls back once, as soon as the queue has room again. */
  whenRoom(fn: () => void): void;
  /** Unix ms of arrival up to which all is committed: now when nothing waits, else the oldest waiting entry's arrival. */
  storedUntil(): number;
  /** Boards of these devices, or of all. */
  loadBoards(deviceIds: readonly DeviceId[] | 'all'): Promise<readonly StoredBoard[]>;
  /** The active events of these devices (`active`, not late): what stage 5 counts and names. */
  loadActive(deviceIds: readonly DeviceId[] | 'all'): Promise<readonly EventRow[]>;
}

/** What stage 4 asks of the line; line.ts hands it over at start. */
export interface KeepAsks {
  /**
   * The row after all that was put for this device so far. Stage 4 takes every waiting entry of a device into the same
   * batch and asks at that moment, so row and frames never part and a row is made once a batch, not once a frame.
   */
  boardRow(deviceId: DeviceId): BoardRow;
  committed(batch: Committed): void;
  /** These boards are no longer true: entries of theirs ended as 'again' or 'refused'. The line restores them. */
  discard(deviceIds: readonly DeviceId[] | 'all'): void;
  /** A frame of this device went to frame_refused; shown on the device's page. */
  refused(deviceId: DeviceId, error: string): void;
}

/** What judging needs to know of a device, as plain data, so that it can cross into a worker thread. */
export interface JudgedDevice {
  readonly id: DeviceId;
  readonly shownType: DeviceType;
  readonly warningRules: readonly WarningRule[];
  readonly sensorNames: Readonly<Record<string, string>>;
  readonly scales: readonly SensorScale[];
  readonly degrees: 'F' | 'C' | null;
}
