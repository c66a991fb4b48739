import type { ColumnSeries } from '@tocsin/contract/graph-columns';
import type { GraphsHead } from '@tocsin/contract/graphs';
import type { DeviceId } from '@tocsin/contract/ids';
import type { Layout, SensorKind } from '@tocsin/contract/layout';
import type { DocumentStatus } from '@tocsin/contract/status';
import type { z } from 'zod';
import type { AcceptedFrame, EvaluatedDevice } from '../../pipeline/types.ts';

/** What history is asked for, and what it answers: plain data that passes between threads. */

/** Names of what a graph shows. */
export interface GraphNames {
  readonly deviceId: number;
  readonly title: string;
  /** Given names by path. */
  readonly names: ReadonlyMap<string, string>;
  /** Graphs are keyed by node, one series for each of its sensors. */
  readonly byNode: boolean;
}

export interface SeriesQuery {
  readonly device: EvaluatedDevice;
  /** Unix ms, half-open. */
  readonly from: number;
  readonly to: number;
  /** Width of a slot in ms: a minute, or any multiple of six; null: every frame. */
  readonly slotMs: number | null;
  /** `groupId.sensorId` of the wanted sensors; null: all. */
  readonly paths: readonly string[] | null;
  /** At full resolution a gap is longer than this. */
  readonly offlineAfterMs: number;
}

/** One sensor over the time, as it is shown: units, k and c applied, BOOL and ENUM as 1 (alarm) and -1. */
export interface Series {
  readonly path: string;
  readonly groupId: string;
  readonly sensorId: string;
  readonly groupName: string;
  /** The name that the device gave. */
  readonly name: string;
  readonly type: SensorKind;
  readonly unit: string;
  readonly ts: Float64Array;
  /** NaN: a gap. In slots the mean. */
  readonly value: Float64Array;
  /** In slots only. */
  readonly min: Float64Array | null;
  readonly max: Float64Array | null;
  readonly alarm: Uint8Array;
  /** Index into the answer's `texts`. */
  readonly state: Uint16Array;
  /** Times at which unit or type changed to something that can't be converted. */
  readonly breaks: readonly number[];
}

export interface SeriesAnswer {
  readonly texts: readonly string[];
  readonly series: readonly Series[];
  /** The newest frame's time; null: there is none. */
  readonly newest: number | null;
}

/** A whole answer of graphs as the page takes it, packed where it is read: megabytes that the line's thread only passes on. */
export interface ColumnsQuery {
  readonly query: SeriesQuery;
  readonly head: Omit<z.infer<typeof GraphsHead>, 'newest'>;
  readonly names: GraphNames;
}

export interface RecordsQuery {
  readonly deviceId: DeviceId;
  /** At or after it; null: all of them. */
  readonly from: number | null;
  readonly newestFirst: boolean;
  readonly limit: number;
  readonly offset: number;
}
export interface HistoryRecord {
  readonly ts: number;
  /** Given where several frames have this ts. */
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
  /** null: the first of this ts. */
  readonly seq: number | null;
}
/** The device's whole state at a moment. */
export interface Moment {
  readonly frame: AcceptedFrame;
  readonly layout: Layout;
  readonly texts: readonly string[];
  /** When each value was last told, as far back as its hour; NaN: before. */
  readonly reportedAt: Float64Array;
  /** The usual gap between its frames before it, as far back as its hour. */
  readonly usualMs: number;
  /** Alarms and warnings that stood then. */
  readonly activeEvents: readonly {
    readonly type: string;
    readonly at: number;
    /** `groupId.sensorId`, or a node's `groupId`. */
    readonly path: string;
    readonly content: string;
  }[];
}

/** Late frames, of which it is asked whether finished hours have them already. */
export interface DuplicatesQuery {
  readonly rows: readonly {
    readonly deviceId: DeviceId;
    readonly deviceTs: number;
    /** The key alone may not tell: the content is wanted too. */
    readonly content: boolean;
  }[];
}
export interface Duplicate {
  readonly boot: number;
  readonly seq: number;
  readonly content: Pick<AcceptedFrame, 'given' | 'values' | 'flags' | 'status' | 'state'> | null;
}

/** Which finished hours of a device were read, and in which versions: while these are the same, the answer holds. */
export interface ReadHours {
  readonly deviceId: DeviceId;
  /** The hours of the wanted times. */
  readonly hours: readonly number[];
  /** The earliest and the latest of the wanted times. */
  readonly least: number;
  readonly most: number;
  readonly version: string;
}
export interface DuplicatesAnswer {
  /** For each row in order. */
  readonly duplicates: readonly (readonly Duplicate[])[];
  readonly read: readonly ReadHours[];
}

/** When sensors watched nothing by their own word. */
export interface InactiveSpansQuery {
  readonly deviceId: DeviceId;
  /** Unix ms, half-open. */
  readonly from: number;
  readonly to: number;
}
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
  /** There were more than are told. */
  readonly cut: boolean;
}

/** What the thread that looks up duplicates is asked. */
export type DuplicateCalls = {
  readonly duplicates: { readonly takes: DuplicatesQuery; readonly gives: DuplicatesAnswer };
  readonly stop: { readonly takes: null; readonly gives: unknown };
};

export type TextFormat = 'json' | 'csv';

/** A part of an answer as text: some whole series, and the text before and after each. */
export interface TextPiece {
  readonly format: TextFormat;
  readonly zone: string;
  readonly states: readonly string[];
  readonly series: readonly ColumnSeries[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly isFirst: boolean;
}

/** A whole answer of graphs as text, written where it is read. */
export interface TextQuery {
  readonly request: ColumnsQuery;
  readonly format: TextFormat;
}
/** The first piece as bytes, and what is still to be written: piece by piece, each when the reader has room. */
export interface TextBegun {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rest: readonly TextPiece[];
}

/** A type, not an interface: only those fit into a record of calls. */
export type HistoryCalls = {
  readonly series: { readonly takes: SeriesQuery; readonly gives: SeriesAnswer };
  readonly columns: { readonly takes: ColumnsQuery; readonly gives: Uint8Array<ArrayBuffer> };
  readonly text: { readonly takes: TextQuery; readonly gives: TextBegun };
  readonly piece: { readonly takes: TextPiece; readonly gives: Uint8Array<ArrayBuffer> };
  readonly records: { readonly takes: RecordsQuery; readonly gives: RecordsAnswer };
  readonly moment: { readonly takes: MomentQuery; readonly gives: Moment | null };
  readonly inactiveSpans: { readonly takes: InactiveSpansQuery; readonly gives: InactiveSpansAnswer };
  readonly stop: { readonly takes: null; readonly gives: unknown };
};
