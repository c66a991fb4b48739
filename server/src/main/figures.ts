import { statfs } from 'node:fs/promises';
import type { HourFigures } from '../flow/4-keep/hour-keeper.ts';
import type { Keep } from '../flow/4-keep/keep.ts';
import type { Line } from '../line.ts';
import type { DoorFigures } from './door-figures.ts';
import { byLabel, counter, gauge, type Metric } from './metric.ts';
import type { StoredFigures } from './store-figures.ts';

/** What the figures are read from; a part that gives none just now leaves its figures out. */
export interface FigureSources {
  readonly line: Line;
  readonly keep: Keep;
  /** Partitions that this process has. */
  readonly partitions: () => number;
  readonly dataDir: string;
  readonly now: () => number;
  readonly loopDelayMs: () => number;
  readonly doors: DoorFigures;
  readonly stored: () => Promise<StoredFigures>;
  /** null: this process writes no hours. */
  readonly hours: (() => Promise<HourFigures>) | null;
}

/** Age of the oldest frame that is not committed. */
export const lagMs = ({ keep, now }: Pick<FigureSources, 'keep' | 'now'>): number =>
  Math.max(0, now() - keep.storedUntil());

/** All of `/metrics`: what docs/ops/alerts.yml and the dashboard beside it stand on. */
export async function figuresOf(sources: FigureSources): Promise<readonly Metric[]> {
  const [stored, hours, disk] = await Promise.all([
    sources.stored().catch(() => null),
    sources.hours?.().catch(() => null) ?? null,
    statfs(sources.dataDir).catch(() => null),
  ]);
  return [
    ...lineFigures(sources),
    ...deviceFigures(sources.line),
    ...sources.doors.metrics(),
    gauge('database_up', 'Whether the database answers.', stored ? 1 : 0),
    ...(stored ? storedFigures(stored) : []),
    ...(hours ? hourFigures(hours) : []),
    ...(disk
      ? [
          gauge('disk_free_bytes', 'Free on the disk of the data folder.', disk.bavail * disk.bsize),
          gauge('disk_size_bytes', 'Size of the disk of the data folder.', disk.blocks * disk.bsize),
        ]
      : []),
    ...processFigures(sources),
  ];
}

function lineFigures(sources: FigureSources): Metric[] {
  const { line, keep } = sources;
  const { figures } = keep;
  const refused = Object.fromEntries(Object.entries(line.refused).map(([why, n]) => [why, n ?? 0]));
  return [
    counter('frames_stored_total', 'Frames committed.', figures.frames),
    counter('frames_duplicate_total', 'Frames that were stored already.', figures.duplicates),
    counter('frames_conflict_total', 'Frames of the same time with other content.', figures.conflicts),
    counter('frames_unstorable_total', 'Frames that PostgreSQL refused.', figures.refused),
    byLabel(
      { name: 'refused_total', kind: 'counter', help: 'Messages and frames refused, by reason.' },
      'why',
      refused,
    ),
    counter('batches_total', 'Transactions committed.', figures.batches),
    counter('batches_fenced_total', 'Batches refused, since another process had taken over.', figures.fenced),
    counter('batch_retries_total', 'Batches tried again for want of the database.', figures.retries),
    gauge('waiting_bytes', 'Bytes that wait to be committed.', keep.waitingBytes),
    gauge('waiting_limit_bytes', 'Bytes at which doors stop reading.', keep.mostWaitingBytes),
    gauge('recording_lag_seconds', 'Age of the oldest frame that is not committed.', lagMs(sources) / 1000),
    counter('events_told_total', 'Events told to open pages.', line.notifications.figures.told),
    counter('live_documents_total', 'Live documents written.', line.live.figures.documents),
    counter('live_documents_skipped_total', 'Documents that a slow page never got.', line.live.figures.skipped),
    gauge('partitions_held', 'Of 64 partitions, those whose devices this process judges.', sources.partitions()),
    gauge('devices_watched', 'Devices that an open page shows.', line.live.watching),
  ];
}

function deviceFigures(line: Line): Metric[] {
  let [known, online, offline, refused, clockWrong] = [0, 0, 0, 0, 0];
  for (const { board } of line.places.all()) {
    known++;
    if (board.newest && board.online) online++;
    else if (board.newest) offline++;
    if (board.refusedInARow > 0) refused++;
    if (board.clock.wrong) clockWrong++;
  }
  return [
    gauge('devices_known', 'Devices that have a place on the line.', known),
    gauge('devices_online', 'Devices that speak.', online),
    gauge('devices_offline', 'Devices that have sent and are silent now.', offline),
    gauge('devices_refused', 'Devices of which the latest message was refused.', refused),
    gauge('devices_clock_wrong', 'Devices whose clock is wrong.', clockWrong),
  ];
}

function storedFigures(stored: StoredFigures): Metric[] {
  return [
    gauge('database_bytes', 'Size of the database.', stored.database_bytes),
    gauge('mails_queued', 'Mails that wait to be sent.', stored.mails_queued),
    gauge('mail_oldest_seconds', 'Age of the oldest mail that waits.', stored.mail_oldest_seconds),
    gauge('mails_failed_day', 'Mails given up in the last 24 hours.', stored.mails_failed_day),
    gauge('jobs_failed', 'Jobs that are not tried any more.', stored.jobs_failed),
    gauge('jobs_late_seconds', 'How long the oldest job waits past its time.', stored.jobs_late_seconds),
    gauge('backups_made', 'Backups that were made of this database.', stored.backups_made),
    gauge(
      'backup_age_seconds',
      'Age of the newest backup, of the installation while there is none.',
      stored.backup_age_seconds,
    ),
    gauge('hours_owed', 'Finished hours of devices that wait to be written.', stored.hours_owed),
    gauge('history_lag_seconds', 'Age of the oldest finished hour that waits.', stored.history_lag_seconds),
    gauge('late_frames', 'Late frames that wait for their hour, as PostgreSQL estimates them.', stored.late_frames),
  ];
}

function hourFigures(hours: HourFigures): Metric[] {
  return [
    counter('hours_written_total', 'Hours of devices written to history.', hours.hours),
    counter('hours_failed_total', 'Hours that could not be written at a try.', hours.failed),
  ];
}

function processFigures(sources: FigureSources): Metric[] {
  const [all, line] = [process.cpuUsage(), process.threadCpuUsage()];
  return [
    gauge('event_loop_delay_seconds', 'How late work begins, 99 of 100, last minute.', sources.loopDelayMs() / 1000),
    gauge('process_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss()),
    gauge('process_heap_bytes', 'JavaScript heap in use on the thread of the line.', process.memoryUsage().heapUsed),
    counter('process_cpu_seconds_total', 'Processor time of all threads.', (all.user + all.system) / 1e6),
    counter('line_cpu_seconds_total', 'Processor time of the thread of the line.', (line.user + line.system) / 1e6),
    gauge('process_start_time_seconds', 'When the process began, unix time.', Date.now() / 1000 - process.uptime()),
  ];
}
