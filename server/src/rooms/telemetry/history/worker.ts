import { openPool } from '../../../base/db.ts';
import type { Address } from '../../../base/embedded-postgres/embedded-postgres.ts';
import { createLog, type LogLevel } from '../../../base/log.ts';
import { serveThread, threadData } from '../../../base/thread.ts';
import { packAnswer } from '../present.ts';
import type { HistoryCalls } from './ports.ts';
import { readSeries } from './read-series.ts';
import { ReadySlots } from './ready-slots.ts';
import { readMoment, readRecords } from './records.ts';
import { readRests } from './rests.ts';
import { readTwins } from './twins.ts';

/** The thread that reads history: the line's thread never touches a chunk. */
export interface HistoryThreadData {
  readonly address: Address | string;
  readonly logLevel: LogLevel;
}

const { address, logLevel } = threadData() as HistoryThreadData;
const pool = openPool(address, createLog(logLevel).with({ part: 'history' }), { max: 4, name: 'tocsin history' });

/** Two months of a device with a hundred sensors, or a week of each of eight. */
const mostReadyBytes = 64e6;
const ready = new ReadySlots(mostReadyBytes);

serveThread<HistoryCalls, Record<never, never>>(() => ({
  series: (query) => readSeries(pool, query, ready),
  columns: async (asked) => packAnswer(asked, await readSeries(pool, asked.query, ready)),
  records: (query) => readRecords(pool, query),
  moment: (query) => readMoment(pool, query),
  rests: (query) => readRests(pool, query),
  twins: (query) => readTwins(pool, query),
  stop: () => pool.end(),
}));
