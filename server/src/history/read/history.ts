import { allConnections } from '../../platform/connections.ts';
import type { Address } from '../../platform/embedded-postgres/embedded-postgres.ts';
import type { Log, LogLevel } from '../../platform/log.ts';
import { Thread } from '../../platform/thread.ts';
import type { ArchiveSettings } from '../archive/archived-days.ts';
import type {
  ColumnsQuery,
  ColumnsVersion,
  DeviceSpan,
  FilmQuery,
  FilmStep,
  HistoryCalls,
  InactiveSpansAnswer,
  Moment,
  MomentQuery,
  MomentsQuery,
  RecordsAnswer,
  RecordsQuery,
  SeriesAnswer,
  SeriesQuery,
  TextFormat,
  TextPiece,
} from './calls.ts';

/** History for the routes. Everything is read and reduced in a thread of its own. */
export interface History {
  /** Whether a call would be refused as overload. */
  isOverloaded?(): boolean;
  series(query: SeriesQuery): Promise<SeriesAnswer>;
  columns(request: ColumnsQuery, version: ColumnsVersion): Promise<Uint8Array<ArrayBuffer>>;
  /** Several devices over the same range, in this order; at least one. */
  together(requests: readonly ColumnsQuery[], version: ColumnsVersion): Promise<Uint8Array<ArrayBuffer>>;
  /** JSON or CSV of graphs, piece by piece. Throws before the first piece only, unless the thread dies. */
  text(request: ColumnsQuery, format: TextFormat): Promise<AsyncIterable<Uint8Array>>;
  records(query: RecordsQuery): Promise<RecordsAnswer>;
  moment(query: MomentQuery): Promise<Moment | null>;
  /** One entry for each device, in order. */
  moments(query: MomentsQuery): Promise<readonly (Moment | null)[]>;
  /** For each device, in order, the steps at which it changed; the first is its state at the beginning. */
  film(query: FilmQuery): Promise<readonly (readonly FilmStep[])[]>;
}

/** With more calls than this waiting, further ones are refused as overload. */
const maxWaiting = 200;

export class HistoryThread implements History {
  readonly #thread: Thread<HistoryCalls, Record<never, never>>;

  constructor(options: {
    readonly address: Address | string;
    readonly log: Log;
    readonly logLevel: LogLevel;
    /** Size of its pool. */
    readonly connections?: number;
    readonly archive?: ArchiveSettings | null;
  }) {
    const { address, log, logLevel, archive = null, connections = allConnections.history } = options;
    this.#thread = new Thread({
      file: new URL('./worker.ts', import.meta.url),
      data: { address, logLevel, connections, archive },
      log,
      answers: {},
      maxWaiting,
    });
  }

  start(): void {
    this.#thread.start();
  }
  stop(): Promise<void> {
    return this.#thread.stop();
  }

  isOverloaded(): boolean {
    return this.#thread.waiting >= maxWaiting;
  }
  series(query: SeriesQuery): Promise<SeriesAnswer> {
    return this.#thread.ask('series', query);
  }
  columns(request: ColumnsQuery, version: ColumnsVersion): Promise<Uint8Array<ArrayBuffer>> {
    return this.#thread.ask('columns', { request, version });
  }
  together(requests: readonly ColumnsQuery[], version: ColumnsVersion): Promise<Uint8Array<ArrayBuffer>> {
    return this.#thread.ask('together', { requests, version });
  }
  async text(request: ColumnsQuery, format: TextFormat): Promise<AsyncIterable<Uint8Array>> {
    const { bytes, rest } = await this.#thread.ask('text', { request, format });
    return seriesSegmentsOf(bytes, rest, (piece) => this.#thread.carryOn('piece', piece));
  }
  records(query: RecordsQuery): Promise<RecordsAnswer> {
    return this.#thread.ask('records', query);
  }
  moment(query: MomentQuery): Promise<Moment | null> {
    return this.#thread.ask('moment', query);
  }
  moments(query: MomentsQuery): Promise<readonly (Moment | null)[]> {
    return this.#thread.ask('moments', query);
  }
  film(query: FilmQuery): Promise<readonly (readonly FilmStep[])[]> {
    return this.#thread.ask('film', query);
  }

  /** When sensors were disabled, or sent no value. */
  inactiveSpans(query: DeviceSpan): Promise<InactiveSpansAnswer> {
    return this.#thread.ask('inactiveSpans', query);
  }
}

async function* seriesSegmentsOf(
  first: Uint8Array,
  rest: readonly TextPiece[],
  write: (piece: TextPiece) => Promise<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first;
  for (const piece of rest) yield await write(piece);
}
