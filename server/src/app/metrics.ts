import { statfs } from 'node:fs/promises';
import type { StoredMetrics } from '../features/health/store-metrics.ts';
import type { CompactionMetrics } from '../history/compact/compactor.ts';
import type { FrameWriter } from '../pipeline/4-persist/frame-writer.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { byLabel, counter, gauge, type Metric } from '../platform/metrics.ts';
import type { AdapterMetrics } from './adapter-metrics.ts';

/** Sources of the metrics; a source without data at the moment is left out. */
export interface MetricSources {
  readonly pipeline: Pipeline;
  readonly frameWriter: Pick<FrameWriter, 'metrics' | 'late' | 'storedUntil' | 'waitingBytes' | 'mostWaitingBytes'>;
  /** Number of partitions that this process owns. */
  readonly partitions: () => number;
  /** Refused messages of other processes, by reason. */
  readonly busRefused: () => Readonly<Record<string, number>>;
  readonly dataDir: string;
  readonly now: () => number;
  readonly loopDelayMs: () => number;
  readonly adapters: AdapterMetrics;
  /** Security events by kind. */
  readonly security: () => Readonly<Record<string, number>>;
  readonly stored: () => Promise<StoredMetrics>;
  /** null: this process runs no compaction. */
  readonly hours: (() => Promise<CompactionMetrics>) | null;
}

/** Age of the oldest frame that is not committed. */
export const lagMs = ({ frameWriter, now }: Pick<MetricSources, 'frameWriter' | 'now'>): number =>
  Math.max(0, now() - frameWriter.storedUntil());

/** All of `/metrics`, the basis of docs/ops/alerts.yml and of the dashboard beside it. */
export async function metricsOf(sources: MetricSources): Promise<readonly Metric[]> {
  const [stored, hours, disk] = await Promise.all([
    sources.stored().catch(() => null),
    sources.hours?.().catch(() => null) ?? null,
    statfs(sources.dataDir).catch(() => null),
  ]);
  return [
    ...pipelineMetrics(sources),
    ...deviceMetrics(sources.pipeline),
    ...sources.adapters.metrics(),
    byLabel(
      { name: 'security_events_total', kind: 'counter', help: 'Failed sign-ins, locks, resets and refused tokens.' },
      'event',
      sources.security(),
    ),
    gauge('database_up', 'Whether the database answers.', stored ? 1 : 0),
    ...(stored ? storedMetrics(stored) : []),
    ...(hours ? compactionMetrics(hours) : []),
    ...(disk
      ? [
          gauge('disk_free_bytes', 'Free on the disk of the data folder.', disk.bavail * disk.bsize),
          gauge('disk_size_bytes', 'Size of the disk of the data folder.', disk.blocks * disk.bsize),
        ]
      : []),
    ...busFigures(sources),
    ...processMetrics(sources),
  ];
}

function pipelineMetrics(sources: MetricSources): Metric[] {
  const { pipeline, frameWriter } = sources;
  const { metrics } = frameWriter;
  const refused = Object.fromEntries(Object.entries(pipeline.refused).map(([why, n]) => [why, n ?? 0]));
  return [
    counter('frames_stored_total', 'Frames committed.', metrics.frames),
    counter('frames_duplicate_total', 'Frames that were stored already.', metrics.duplicates),
    counter('frames_conflict_total', 'Frames of the same time with other content.', metrics.conflicts),
    counter('frames_unstorable_total', 'Frames that PostgreSQL refused.', metrics.refused),
    byLabel(
      { name: 'refused_total', kind: 'counter', help: 'Messages and frames refused, by reason.' },
      'why',
      refused,
    ),
    counter('batches_total', 'Transactions committed.', metrics.batches),
    counter('batches_fenced_total', 'Batches refused, since another process had taken over.', metrics.fenced),
    counter('batch_retries_total', 'Batches tried again for want of the database.', metrics.retries),
    gauge('waiting_bytes', 'Bytes that wait to be committed.', frameWriter.waitingBytes),
    gauge('waiting_limit_bytes', 'Bytes at which doors stop reading.', frameWriter.mostWaitingBytes),
    ...lateFigures(sources),
    gauge('recording_lag_seconds', 'Age of the oldest frame that is not committed.', lagMs(sources) / 1000),
    counter('events_told_total', 'Events told to open pages.', pipeline.notifications.metrics.published),
    counter('live_documents_total', 'Live documents written.', pipeline.live.metrics.documents),
    counter('live_documents_skipped_total', 'Documents that a slow page never got.', pipeline.live.metrics.skipped),
    gauge('partitions_held', 'Of 64 partitions, those whose devices this process judges.', sources.partitions()),
    gauge('devices_watched', 'Devices that an open page shows.', pipeline.live.watching),
  ];
}

/** Late frames have their own queue until duplicates are looked up. */
function lateFigures({ frameWriter, now }: MetricSources): Metric[] {
  const { bytes, since, lookups } = frameWriter.late();
  return [
    gauge('late_waiting_bytes', 'Bytes of devices whose late frames wait for a lookup of duplicates.', bytes),
    gauge(
      'late_waiting_seconds',
      'How long the oldest of them has waited.',
      since === null ? 0 : (now() - since) / 1000,
    ),
    counter(
      'late_held_total',
      'Times that a device had to wait since too many late frames waited.',
      frameWriter.metrics.lateHeld,
    ),
    counter('late_lookups_failed_total', 'Lookups of duplicates that failed or took too long.', lookups?.failed ?? 0),
    counter('late_gave_up_total', 'Devices that had to send late frames again after that.', lookups?.gaveUp ?? 0),
  ];
}

function deviceMetrics(pipeline: Pipeline): Metric[] {
  let [known, online, offline, refused, clockWrong] = [0, 0, 0, 0, 0];
  for (const { deviceState } of pipeline.registry.all()) {
    known++;
    if (deviceState.newest && deviceState.online) online++;
    else if (deviceState.newest) offline++;
    if (deviceState.refusedInARow > 0) refused++;
    if (deviceState.clock.wrong) clockWrong++;
  }
  return [
    gauge('devices_known', 'Devices that have a place on the line.', known),
    gauge('devices_online', 'Devices that speak.', online),
    gauge('devices_offline', 'Devices that have sent and are silent now.', offline),
    gauge('devices_refused', 'Devices of which the latest message was refused.', refused),
    gauge('devices_clock_wrong', 'Devices whose clock is wrong.', clockWrong),
    gauge(
      'server_clock_correction_seconds',
      "Added to the system's clock, which the devices show to be wrong; 0 while it is right.",
      pipeline.clock.correctionMs / 1_000,
    ),
  ];
}

function storedMetrics(stored: StoredMetrics): Metric[] {
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
    gauge('hours_owed', 'The former name of compactions_pending.', stored.hours_owed),
    gauge('compactions_pending', 'Finished hours of devices that wait to be written to history.', stored.hours_owed),
    gauge('history_lag_seconds', 'Age of the oldest finished hour that waits.', stored.history_lag_seconds),
    gauge(
      'history_held_seconds',
      'Age of the oldest transaction that keeps finished hours from being written.',
      stored.history_held_seconds,
    ),
    gauge('late_frames', 'Late frames that wait for their hour, as PostgreSQL estimates them.', stored.late_frames),
  ];
}

function compactionMetrics(hours: CompactionMetrics): Metric[] {
  return [
    counter('hours_written_total', 'The former name of compactions_total.', hours.hours),
    counter('hours_failed_total', 'The former name of compactions_failed_total.', hours.failed),
    counter('compactions_total', 'Finished hours of devices written to history.', hours.hours),
    counter('compactions_failed_total', 'Finished hours that could not be written at a try.', hours.failed),
  ];
}

function busFigures({ busRefused }: MetricSources): Metric[] {
  const help = 'Messages on NATS that were not signed by a process of ours, too old, or heard before.';
  return [byLabel({ name: 'bus_refused_total', kind: 'counter', help }, 'why', busRefused())];
}

/** Computed once: recomputing it at each scrape would jitter, and every change means a restart. */
const startedAt = Math.round(Date.now() / 1000 - process.uptime());

function processMetrics(sources: MetricSources): Metric[] {
  const [all, line] = [process.cpuUsage(), process.threadCpuUsage()];
  return [
    gauge('event_loop_delay_seconds', 'How late work begins, 99 of 100, last minute.', sources.loopDelayMs() / 1000),
    gauge('process_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss()),
    gauge('process_heap_bytes', 'JavaScript heap in use on the thread of the line.', process.memoryUsage().heapUsed),
    counter('process_cpu_seconds_total', 'Processor time of all threads.', (all.user + all.system) / 1e6),
    counter('line_cpu_seconds_total', 'Processor time of the thread of the line.', (line.user + line.system) / 1e6),
    gauge('process_start_time_seconds', 'When the process began, unix time.', startedAt),
  ];
}
