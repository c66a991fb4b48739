import { openPool } from '../../platform/db.ts';
import type { Address } from '../../platform/embedded-postgres/embedded-postgres.ts';
import { createLog, type LogLevel } from '../../platform/log.ts';
import { releaseArrays } from '../../platform/release-memory.ts';
import { serveThread, threadData } from '../../platform/thread.ts';
import { ArchivedDays, type ArchiveSettings } from '../archive/archived-days.ts';
import type { HistoryCalls } from './calls.ts';
import { readFilm } from './film.ts';
import { packAnswer, packTogether } from './graph-answer.ts';
import { readInactiveSpans } from './inactive-spans.ts';
import { readSeries } from './read-series.ts';
import { ReadySlots } from './ready-slots.ts';
import { readMoment, readMoments, readRecords } from './records.ts';
import { beginText, writePiece } from './text-pieces.ts';

/** The thread that reads history, so that the pipeline's thread never opens a chunk. */
export interface HistoryThreadData {
  readonly address: Address | string;
  readonly logLevel: LogLevel;
  readonly connections: number;
  readonly archive: ArchiveSettings | null;
}

const { address, logLevel, connections, archive } = threadData() as HistoryThreadData;
const log = createLog(logLevel).with({ part: 'history' });
const pool = openPool(address, log, { max: connections, name: 'tocsin history' });
const source = { pool, archive: archive && new ArchivedDays(archive, log) };

/** Cache size: two months of a device with a hundred sensors, or a week of each of eight. */
const maxReadyBytes = 64e6;
const ready = new ReadySlots(maxReadyBytes);

serveThread<HistoryCalls, Record<never, never>>(() => ({
  series: (query) => readSeries(source, query, ready),
  columns: async ({ request, version }) => {
    const answer = await readSeries(source, request.query, ready);
    const bytes = packAnswer(request, answer, version);
    for (const { ts, value, min, max, alarm, state } of answer.series)
      releaseArrays([ts, value, min, max, alarm, state]);
    return bytes;
  },
  together: async ({ requests, version }) => {
    const parts = [];
    for (const request of requests) parts.push({ request, answer: await readSeries(source, request.query, ready) });
    const bytes = packTogether(parts, version);
    for (const { ts, value, min, max, alarm, state } of parts.flatMap(({ answer }) => answer.series))
      releaseArrays([ts, value, min, max, alarm, state]);
    return bytes;
  },
  text: async ({ request, format }) => beginText(request, await readSeries(source, request.query, ready), format),
  piece: writePiece,
  records: (query) => readRecords(source, query),
  moment: (query) => readMoment(source, query),
  moments: (query) => readMoments(source, query),
  film: (query) => readFilm(source, query),
  inactiveSpans: (query) => readInactiveSpans(source, query),
  stop: () => pool.end(),
}));
