import { statfs } from 'node:fs/promises';
import type { ScheduledMetrics, StoredMetrics } from '../features/health/store-metrics.ts';
import type { MoverMetrics } from '../history/archive/mover.ts';
import type { CompactionMetrics } from '../history/compact/compactor.ts';
import type { FrameWriter } from '../pipeline/4-persist/frame-writer.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { MetricGroup, type MetricGroups } from '../platform/metrics.ts';
import { threadHeaps } from '../platform/thread.ts';
import type { AdapterMetrics } from './adapter-metrics.ts';
import type { ClockOffsets } from './clock-watch.ts';

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
  /** By how many milliseconds the server's clock is ahead of others. */
  readonly clockOffsets: () => ClockOffsets;
  readonly adapters: AdapterMetrics;
  /** Security events by kind. */
  readonly security: () => Readonly<Record<string, number>>;
  readonly stored: () => Promise<StoredMetrics>;
  /** null: this process runs no compaction. */
  readonly hours: (() => Promise<CompactionMetrics>) | null;
  /** null: this process moves no history to object storage. */
  readonly archive: (() => Promise<MoverMetrics | null>) | null;
}

/** Age of the oldest frame that is not committed. */
export const lagMs = ({ frameWriter, now }: Pick<MetricSources, 'frameWriter' | 'now'>): number =>
  Math.max(0, now() - frameWriter.storedUntil());

/** All of `/metrics`, the basis of docs/ops/alerts.yml and of the dashboard beside it; created once for a process. */
export const createMetrics = (sources: MetricSources): MetricGroups => [
  ...pipelineMetrics(sources),
  deviceMetrics(sources.pipeline),
  clockMetrics(sources),
  ...sources.adapters.groups,
  securityMetrics(sources),
  ...databaseMetrics(sources),
  compactionMetrics(sources),
  archiveMetrics(sources),
  diskMetrics(sources),
  busMetrics(sources),
  processMetrics(sources),
  threadMetrics(),
];

/** In the order in which they are printed: how a frame is stored, late frames, what open pages get. */
const pipelineMetrics = (sources: MetricSources): MetricGroups => [
  frameMetrics(sources),
  lateMetrics(sources),
  publishMetrics(sources),
];

const frameMetrics = ({ frameWriter, pipeline }: MetricSources) =>
  new MetricGroup(() => frameWriter)
    .counter('frames_stored_total', 'Frames committed.', ({ metrics }) => metrics.frames)
    .counter('frames_duplicate_total', 'Frames that were stored already.', ({ metrics }) => metrics.duplicates)
    .counter('frames_conflict_total', 'Frames of the same time with other content.', ({ metrics }) => metrics.conflicts)
    .counter('frames_unstorable_total', 'Frames that PostgreSQL refused.', ({ metrics }) => metrics.refused)
    .counterBy('why', 'refused_total', 'Messages and frames refused, by reason.', () => pipeline.refused)
    .counter('batches_total', 'Transactions committed.', ({ metrics }) => metrics.batches)
    .counter(
      'batches_fenced_total',
      'Batches refused, since another process had taken over.',
      ({ metrics }) => metrics.fenced,
    )
    .counter('batch_retries_total', 'Batches tried again for want of the database.', ({ metrics }) => metrics.retries)
    .gauge('waiting_bytes', 'Bytes that wait to be committed.', ({ waitingBytes }) => waitingBytes)
    .gauge('waiting_limit_bytes', 'Bytes at which doors stop reading.', ({ mostWaitingBytes }) => mostWaitingBytes);

/** Late frames have their own queue until duplicates are looked up. */
const lateMetrics = ({ frameWriter, now }: MetricSources) =>
  new MetricGroup(() => frameWriter.late())
    .gauge(
      'late_waiting_bytes',
      'Bytes of devices whose late frames wait for a lookup of duplicates.',
      ({ bytes }) => bytes,
    )
    .gauge('late_waiting_seconds', 'How long the oldest of them has waited.', ({ since }) =>
      since === null ? 0 : (now() - since) / 1000,
    )
    .counter(
      'late_held_total',
      'Times that a device had to wait since too many late frames waited.',
      () => frameWriter.metrics.lateHeld,
    )
    .counter(
      'late_lookups_failed_total',
      'Lookups of duplicates that failed or took too long.',
      ({ lookups }) => lookups?.failed ?? 0,
    )
    .counter(
      'late_gave_up_total',
      'Devices that had to send late frames again after that.',
      ({ lookups }) => lookups?.gaveUp ?? 0,
    );

const publishMetrics = (sources: MetricSources) =>
  new MetricGroup(() => sources.pipeline)
    .gauge('recording_lag_seconds', 'Age of the oldest frame that is not committed.', () => lagMs(sources) / 1000)
    .counter('events_told_total', 'Events told to open pages.', ({ notifications }) => notifications.metrics.published)
    .counter('live_documents_total', 'Live documents written.', ({ live }) => live.metrics.documents)
    .counter(
      'live_documents_skipped_total',
      'Documents that a slow page never got.',
      ({ live }) => live.metrics.skipped,
    )
    .gauge('partitions_held', 'Of 64 partitions, those whose devices this process judges.', () => sources.partitions())
    .gauge('devices_watched', 'Devices that an open page shows.', ({ live }) => live.watching);

function countDevices(pipeline: Pipeline) {
  const counts = { known: 0, online: 0, offline: 0, refused: 0, clockWrong: 0 };
  for (const { deviceState } of pipeline.registry.all()) {
    counts.known++;
    if (deviceState.newest && deviceState.online) counts.online++;
    else if (deviceState.newest) counts.offline++;
    if (deviceState.refusedInARow > 0) counts.refused++;
    if (deviceState.clock.wrong) counts.clockWrong++;
  }
  return counts;
}

const deviceMetrics = (pipeline: Pipeline) =>
  new MetricGroup(() => countDevices(pipeline))
    .gauge('devices_known', 'Devices that have a place on the line.', ({ known }) => known)
    .gauge('devices_online', 'Devices that speak.', ({ online }) => online)
    .gauge('devices_offline', 'Devices that have sent and are silent now.', ({ offline }) => offline)
    .gauge('devices_refused', 'Devices of which the latest message was refused.', ({ refused }) => refused)
    .gauge('devices_clock_wrong', 'Devices whose clock is wrong.', ({ clockWrong }) => clockWrong)
    .gauge(
      'server_clock_correction_seconds',
      "Added to the system's clock, which the devices show to be wrong; 0 while it is right.",
      () => pipeline.clock.correctionMs / 1_000,
    );

const clockMetrics = ({ clockOffsets }: MetricSources) =>
  new MetricGroup(clockOffsets).gaugeBy(
    'source',
    'server_clock_offset_seconds',
    "How far the server's clock is ahead of an HTTP server, the mail server and the devices' median.",
    (offsets) => Object.fromEntries(Object.entries(offsets).map(([source, ms]) => [source, ms / 1_000])),
  );

const securityMetrics = ({ security }: MetricSources) =>
  new MetricGroup(security).counterBy(
    'event',
    'security_events_total',
    'Failed sign-ins, locks, resets and refused tokens.',
    (byKind) => byKind,
  );

const databaseMetrics = ({ stored }: MetricSources): MetricGroups => [
  new MetricGroup(() =>
    stored().then(
      () => 1,
      () => 0,
    ),
  ).gauge('database_up', 'Whether the database answers.', (isUp) => isUp),
  storedMetrics(() => stored().catch(() => null)),
  edgeMetrics(() => stored().catch(() => null)),
];

const bySchedule = (scheduled: StoredMetrics['scheduled'], of: (job: ScheduledMetrics) => number) =>
  Object.fromEntries(
    Object.entries(scheduled)
      .map(([task, job]): [string, number] => [task, of(job)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const storedMetrics = (read: () => Promise<StoredMetrics | null>) =>
  new MetricGroup(read)
    .gauges({
      database_bytes: 'Size of the database.',
      mails_queued: 'Mails that wait to be sent.',
      mail_oldest_seconds: 'Age of the oldest mail that waits.',
      mails_failed_day: 'Mails given up in the last 24 hours.',
      webhooks_queued: 'Deliveries to webhooks that wait.',
      webhook_oldest_seconds: 'Age of the oldest delivery to a webhook that waits.',
      webhooks_failed_day: 'Deliveries to webhooks given up in the last 24 hours.',
      jobs_failed: 'Jobs that are not tried any more.',
      jobs_late_seconds: 'How long the oldest job waits past its time.',
    })
    .gauge(
      'scheduled_jobs_failing',
      'Jobs of the schedule whose last run failed.',
      ({ scheduled }) => Object.values(scheduled).filter(({ failures }) => failures > 0).length,
    )
    .gauge(
      'scheduled_jobs_late',
      'Jobs of the schedule that missed three of their turns, or run for more than six hours.',
      ({ scheduled }) => Object.values(scheduled).filter((job) => job.is_late).length,
    )
    .gaugeBy(
      'task',
      'scheduled_job_late_seconds',
      'How long a job of the schedule is past its time.',
      ({ scheduled }) => bySchedule(scheduled, (job) => job.late_seconds),
    )
    .gaugeBy(
      'task',
      'scheduled_job_failures',
      'Runs of a job of the schedule that failed since the last one that did not.',
      ({ scheduled }) => bySchedule(scheduled, (job) => job.failures),
    )
    .gaugeBy(
      'task',
      'scheduled_job_succeeded_timestamp_seconds',
      'When a job of the schedule last ran without a failure; 0 before it did.',
      ({ scheduled }) => bySchedule(scheduled, (job) => job.succeeded_at ?? 0),
    )
    .gauges({
      backups_made: 'Backups that were made of this database.',
      backup_age_seconds: 'Age of the newest backup, of the installation while there is none.',
      hours_owed: 'The former name of compactions_pending.',
    })
    .gauge(
      'compactions_pending',
      'Finished hours of devices that wait to be written to history.',
      (stored) => stored.hours_owed,
    )
    .gauges({
      history_lag_seconds: 'Age of the oldest finished hour that waits.',
      history_held_seconds: 'Age of the oldest transaction that keeps finished hours from being written.',
      late_frames: 'Late frames that wait for their hour, as PostgreSQL estimates them.',
      history_pieces_missing: 'Pieces of the history of a restored backup that are still to come back.',
      history_pieces_unreadable: 'Pieces of the history of a restored backup that could not be read.',
    });

const edgeMetrics = (read: () => Promise<StoredMetrics | null>) =>
  new MetricGroup(read).gauges({
    edges_claimed: 'Edges that were claimed.',
    edges_connected: 'Edges heard within 30 s.',
    edges_silent: 'Claimed edges not heard for more than 30 s.',
    edges_full: 'Connected edges that can store no more.',
    edge_last_contact_seconds: 'Time since the last contact, of the edge that has been silent for longest.',
    edge_queue_records: 'Records that wait at edges, as they said last.',
    edge_oldest_record_seconds: 'Age of the oldest record that waits at a connected edge.',
    edge_refused_records: 'Records of edges refused for good, since the start of each edge.',
    edge_refused_items: "Items of devices that were not their edge's own, refused since each edge was added.",
  });

const compactionMetrics = ({ hours }: MetricSources) =>
  new MetricGroup(() => hours?.().catch(() => null) ?? null)
    .counter('hours_written_total', 'The former name of compactions_total.', (compactions) => compactions.hours)
    .counter('hours_failed_total', 'The former name of compactions_failed_total.', (compactions) => compactions.failed)
    .counter('compactions_total', 'Finished hours of devices written to history.', (compactions) => compactions.hours)
    .counter(
      'compactions_failed_total',
      'Finished hours that could not be written at a try.',
      (compactions) => compactions.failed,
    );

const archiveMetrics = ({ archive }: MetricSources) =>
  new MetricGroup(() => archive?.().catch(() => null) ?? null)
    .gauge('archive_objects', 'Days of devices whose history is in object storage.', ({ days }) => days)
    .gauge('archive_bytes', 'Their bytes there.', ({ bytes }) => bytes)
    .counter('archive_moved_total', 'Days of devices moved to object storage.', ({ moved }) => moved)
    .counter('archive_removed_total', 'Objects deleted there.', ({ removed }) => removed)
    .counter('archive_failed_total', 'Rounds in which the object storage failed.', ({ failed }) => failed)
    .gauge('archive_up', 'Whether the object storage answered the last round.', ({ up }) => up);

const diskMetrics = ({ dataDir }: MetricSources) =>
  new MetricGroup(() => statfs(dataDir).catch(() => null))
    .gauge('disk_free_bytes', 'Free on the disk of the data folder.', (disk) => disk.bavail * disk.bsize)
    .gauge('disk_size_bytes', 'Size of the disk of the data folder.', (disk) => disk.blocks * disk.bsize);

const busMetrics = ({ busRefused }: MetricSources) =>
  new MetricGroup(busRefused).counterBy(
    'why',
    'bus_refused_total',
    'Messages on NATS that were not signed by a process of ours, too old, or heard before.',
    (byReason) => byReason,
  );

/** Computed once: recomputing it at each scrape would jitter, and every change means a restart. */
const startedAt = Math.round(Date.now() / 1000 - process.uptime());

const secondsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1e6;

const processMetrics = ({ loopDelayMs }: MetricSources) =>
  new MetricGroup(() => process.memoryUsage())
    .gauge('event_loop_delay_seconds', 'How late work begins, 99 of 100, last minute.', () => loopDelayMs() / 1000)
    .gauge('process_resident_memory_bytes', 'Memory of the process.', ({ rss }) => rss)
    .gauge('process_heap_bytes', 'JavaScript heap in use on the thread of the line.', ({ heapUsed }) => heapUsed)
    .counter('process_cpu_seconds_total', 'Processor time of all threads.', () => secondsOf(process.cpuUsage()))
    .counter('line_cpu_seconds_total', 'Processor time of the thread of the line.', () =>
      secondsOf(process.threadCpuUsage()),
    )
    .gauge('process_start_time_seconds', 'When the process began, unix time.', () => startedAt);

const threadMetrics = () =>
  new MetricGroup(threadHeaps).gaugeBy(
    'thread',
    'thread_heap_bytes',
    'Memory held for the JavaScript heap of each thread; what was freed in it counts until it is returned.',
    (byThread) => byThread,
  );
