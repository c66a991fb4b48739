import type { ScheduledJobHealth } from '@tocsin/contract/health';
import type { ScheduledMetrics, StoredMetrics } from './store-metrics.ts';

const isoOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();
const isoOrNull = (seconds: number | null): string | null => (seconds === null ? null : isoOf(seconds));

const presentJob = (task: string, job: ScheduledMetrics): ScheduledJobHealth => ({
  task,
  every_seconds: job.every_seconds,
  due_at: isoOf(job.due_at),
  succeeded_at: isoOrNull(job.succeeded_at),
  failed_at: isoOrNull(job.failed_at),
  failures: job.failures,
  error: job.error,
  late_seconds: job.late_seconds,
  standing: job.failures > 0 || job.is_late ? 'warning' : 'ok',
});

/** The jobs of the schedule: those that need a look first, then by interval and name. */
export const presentScheduled = (scheduled: StoredMetrics['scheduled']): ScheduledJobHealth[] =>
  Object.entries(scheduled)
    .map(([task, job]) => presentJob(task, job))
    .sort(
      (a, b) =>
        Number(a.standing === 'ok') - Number(b.standing === 'ok') ||
        a.every_seconds - b.every_seconds ||
        a.task.localeCompare(b.task),
    );
