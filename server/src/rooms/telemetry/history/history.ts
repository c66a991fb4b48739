import type { DeviceId } from '@tocsin/contract/ids';
import type { Address } from '../../../base/embedded-postgres/embedded-postgres.ts';
import type { Log, LogLevel } from '../../../base/log.ts';
import { Thread } from '../../../base/thread.ts';
import type {
  ColumnsQuery,
  HistoryCalls,
  Moment,
  MomentQuery,
  RecordsAnswer,
  RecordsQuery,
  RestsAnswer,
  RestsQuery,
  SeriesAnswer,
  SeriesQuery,
} from './ports.ts';

/** History as routes ask for it. Everything is read and reduced in a thread of its own. */
export interface History {
  series(query: SeriesQuery): Promise<SeriesAnswer>;
  columns(query: ColumnsQuery): Promise<Uint8Array<ArrayBuffer>>;
  records(query: RecordsQuery): Promise<RecordsAnswer>;
  moment(query: MomentQuery): Promise<Moment | null>;
}

/** What of a late frame the keep wants to know. */
export interface LateRow {
  readonly deviceId: number;
  readonly frame: { readonly deviceTs: number; readonly given: number };
}
const everythingGiven = 3;

/** More than these waiting, and the next one is told to come again. */
const mostWaiting = 200;

export class HistoryThread implements History {
  readonly #thread: Thread<HistoryCalls, Record<never, never>>;

  constructor(options: { readonly address: Address | string; readonly log: Log; readonly logLevel: LogLevel }) {
    const { address, log, logLevel } = options;
    this.#thread = new Thread({
      file: new URL('./worker.ts', import.meta.url),
      data: { address, logLevel },
      log,
      answers: {},
      mostWaiting,
    });
  }

  start(): void {
    this.#thread.start();
  }
  stop(): Promise<void> {
    return this.#thread.stop();
  }

  series(query: SeriesQuery): Promise<SeriesAnswer> {
    return this.#thread.ask('series', query);
  }
  columns(query: ColumnsQuery): Promise<Uint8Array<ArrayBuffer>> {
    return this.#thread.ask('columns', query);
  }
  records(query: RecordsQuery): Promise<RecordsAnswer> {
    return this.#thread.ask('records', query);
  }
  moment(query: MomentQuery): Promise<Moment | null> {
    return this.#thread.ask('moment', query);
  }

  /** When sensors were disabled or silent by their own word. */
  rests(query: RestsQuery): Promise<RestsAnswer> {
    return this.#thread.ask('rests', query);
  }

  /** For the keep: which late frames finished hours have already (KeepOptions.findInChunks). */
  async twins(rows: readonly LateRow[]) {
    const asked = rows.map(({ deviceId, frame }) => ({
      deviceId: deviceId as DeviceId,
      deviceTs: frame.deviceTs,
      content: (frame.given & everythingGiven) !== everythingGiven,
    }));
    const found = await this.#thread.ask('twins', { rows: asked });
    return found.map((twins) =>
      twins.map(({ boot, seq, content }) => ({
        boot,
        seq,
        content: () => {
          if (!content) throw new Error('the content was not asked for');
          return content;
        },
      })),
    );
  }
}
