import type { ColumnSeries } from '@tocsin/contract/graph-columns';
import type { GraphsHead } from '@tocsin/contract/graphs';
import type { DeviceId } from '@tocsin/contract/ids';
import type { Layout, SensorKind } from '@tocsin/contract/layout';
import type { DocumentStatus } from '@tocsin/contract/status';
import type { z } from 'zod';
import type { AcceptedFrame, EvaluatedDevice } from '../../pipeline/types.ts';

/** Calls of the history thread: plain data passed between threads. */

/** Names shown in a graph. */
export interface GraphNames {
  readonly deviceId: number;
  readonly title: string;
  /** Names given by users, by path. */
  readonly names: ReadonlyMap<string, string>;
  /** Graphs are keyed by node, with one series per sensor. */
  readonly byNode: boolean;
}

export interface SeriesQuery {
  readonly device: EvaluatedDevice;
  /** Unix ms, half-open. */
  readonly from: number;
  readonly to: number;
  /** Slot width in ms: a minute, or a multiple of six minutes; null: every frame. */
  readonly slotMs: number | null;
  /** `groupId.sensorId` of the requested sensors; null: all. */
  readonly paths: readonly string[] | null;
  /** At full resolution, gaps longer than this break the line. */
  readonly offlineAfterMs: number;
}

/** The series of one sensor as displayed: units, k and c applied, BOOL and ENUM as 1 (alarm) and -1. */
export interface Series {
  readonly path: string;
  readonly groupId: string;
  readonly sensorId: string;
  readonly groupName: string;
  /** The name sent by the device. */
  readonly name: string;
  readonly type: SensorKind;
  readonly unit: string;
  readonly ts: Float64Array;
  /** NaN: a gap. In slots, the mean. */
  readonly value: Float64Array;
  /** In slots only. */
  readonly min: Float64Array | null;
  readonly max: Float64Array | null;
  readonly alarm: Uint8Array;
  /** Index in the answer's `texts`. */
  readonly state: Uint16Array;
  /** Values are computed from the stored ones by a factor or an offset. */
  readonly isConverted?: boolean;
  /** Times at which unit or type changed to one that cannot be converted. */
  readonly breaks: readonly number[];
  /** Units of the values from a time on, ascending; only where they could not all be converted. */
  readonly unitsSince?: readonly { readonly at: number; readonly unit: string }[];
}

export interface SeriesAnswer {
  readonly texts: readonly string[];
  readonly series: readonly Series[];
  /** Time of the newest frame; null: none. */
  readonly newest: number | null;
}

/**
 * The complete graph answer for the page, packed in the history thread: megabytes that the pipeline's thread only
 * forwards.
 */
export interface ColumnsQuery {
  readonly query: SeriesQuery;
  readonly head: Omit<z.infer<typeof GraphsHead>, 'newest'>;
  readonly names: GraphNames;
}

/** Version of the typed columns that a client asked for (contract/src/graph-columns.ts). */
export type ColumnsVersion = 1 | 2;

export interface RecordsQuery {
  readonly deviceId: DeviceId;
  /** At or after this time; null: all. */
  readonly from: number | null;
  readonly newestFirst: boolean;
  readonly limit: number;
  readonly offset: number;
}
export interface HistoryRecord {
  readonly ts: number;
  /** Set if several frames have this ts. */
  readonly seq: number | null;
  readonly status: DocumentStatus;
}
export interface RecordsAnswer {
  readonly count: number;
  readonly records: readonly HistoryRecord[];
}

export interface MomentQuery {
  readonly deviceId: DeviceId;
  readonly ts: number;
  /** null: the first frame with this ts. */
  readonly seq: number | null;
}
/** Several devices at one moment. */
export interface MomentsQuery {
  readonly deviceIds: readonly DeviceId[];
  /** Unix ms; the last frame until then counts. */
  readonly at: number;
}
/** Devices at moments in equal steps: `from`, `from + stepMs`, and so on. */
export interface FilmQuery {
  readonly deviceIds: readonly DeviceId[];
  readonly from: number;
  readonly stepMs: number;
  readonly count: number;
}
/** A device from one step on, until its next one. */
export interface FilmStep {
  /** Counted from 0. */
  readonly step: number;
  readonly moment: Moment;
}
/** The device's complete state at a moment. */
export interface Moment {
  readonly frame: AcceptedFrame;
  readonly layout: Layout;
  readonly texts: readonly string[];
  /** When each value was last sent, within its hour; NaN: earlier. */
  readonly reportedAt: Float64Array;
  /** The device's report interval before it, within its hour. */
  readonly usualMs: number;
  /** Alarms and warnings active at that time. */
  readonly activeEvents: readonly {
    readonly type: string;
    readonly at: number;
    /** `groupId.sensorId`, or a node's `groupId`. */
    readonly path: string;
    readonly content: string;
  }[];
}

/** Late frames to be looked up in finished hours. */
export interface DuplicatesQuery {
  readonly rows: readonly {
    readonly deviceId: DeviceId;
    readonly deviceTs: number;
    /** The key alone is not sufficient: the content is needed too. */
    readonly content: boolean;
  }[];
}
export interface Duplicate {
  readonly boot: number;
  readonly seq: number;
  readonly content: Pick<AcceptedFrame, 'given' | 'values' | 'flags' | 'status' | 'state'> | null;
}

/**
 * The finished hours of a device that were read, and their versions: while these are unchanged, the answer is valid.
 */
export interface ReadHours {
  readonly deviceId: DeviceId;
  /** The hours of the requested times. */
  readonly hours: readonly number[];
  /** The earliest and the latest of the requested times. */
  readonly least: number;
  readonly most: number;
  readonly version: string;
}
export interface DuplicatesAnswer {
  /** One entry per row, in order. */
  readonly duplicates: readonly (readonly Duplicate[])[];
  readonly read: readonly ReadHours[];
}

/** A device in a time, unix ms, half-open. */
export interface DeviceSpan {
  readonly deviceId: DeviceId;
  readonly from: number;
  readonly to: number;
}
/** When sensors were disabled or sent no value. */
export interface InactiveSpan {
  /** `groupId.sensorId`. */
  readonly path: string;
  readonly name: string;
  /** 'Disabled', 'System Selected Profile 0', or 'No value'. */
  readonly word: string;
  readonly from: number;
  readonly to: number;
}
export interface InactiveSpansAnswer {
  readonly inactiveSpans: readonly InactiveSpan[];
  /** There were more than returned. */
  readonly cut: boolean;
}

/** The calls of the thread that looks up duplicates. */
export type DuplicateCalls = {
  readonly duplicates: { readonly takes: DuplicatesQuery; readonly gives: DuplicatesAnswer };
  readonly stop: { readonly takes: null; readonly gives: unknown };
};

export type TextFormat = 'json' | 'csv';

/** A part of a text answer: some complete series, and the text before and after each. */
export interface TextPiece {
  readonly format: TextFormat;
  readonly zone: string;
  readonly states: readonly string[];
  readonly series: readonly ColumnSeries[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly isFirst: boolean;
}

/** A complete graph answer as text, written in the history thread. */
interface TextQuery {
  readonly request: ColumnsQuery;
  readonly format: TextFormat;
}
/** The first piece as bytes and the remaining pieces, each written when the reader is ready. */
export interface TextBegun {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rest: readonly TextPiece[];
}

/** A type instead of an interface, because only types are assignable to a record of calls. */
export type HistoryCalls = {
  readonly series: { readonly takes: SeriesQuery; readonly gives: SeriesAnswer };
  readonly columns: {
    readonly takes: { readonly request: ColumnsQuery; readonly version: ColumnsVersion };
    readonly gives: Uint8Array<ArrayBuffer>;
  };
  readonly together: {
    readonly takes: { readonly requests: readonly ColumnsQuery[]; readonly version: ColumnsVersion };
    readonly gives: Uint8Array<ArrayBuffer>;
  };
  readonly text: { readonly takes: TextQuery; readonly gives: TextBegun };
  readonly piece: { readonly takes: TextPiece; readonly gives: Uint8Array<ArrayBuffer> };
  readonly records: { readonly takes: RecordsQuery; readonly gives: RecordsAnswer };
  readonly moment: { readonly takes: MomentQuery; readonly gives: Moment | null };
  readonly moments: { readonly takes: MomentsQuery; readonly gives: readonly (Moment | null)[] };
  readonly film: { readonly takes: FilmQuery; readonly gives: readonly (readonly FilmStep[])[] };
  readonly inactiveSpans: { readonly takes: DeviceSpan; readonly gives: InactiveSpansAnswer };
  readonly stop: { readonly takes: null; readonly gives: unknown };
};
