import { sql } from 'kysely';
import type { Db, DbAndClock } from './db.ts';
import { enqueueJob, type JobTask } from './jobs.ts';
import type { Log } from './log.ts';

/** A job that runs at a fixed interval, in one of all processes. */
export interface ScheduledJob {
  readonly task: string;
  readonly everyMs: number;
  /** True: at multiples of the interval on the UTC clock; otherwise counted from the first run. */
  readonly isAligned?: boolean;
  /** Lower runs first. */
  readonly priority?: number;
  /** A run that throws counts as failed; the job runs again at its usual time. */
  readonly run: () => Promise<void>;
}

export interface ScheduleDependencies extends DbAndClock {
  readonly log: Log;
}

/** The first time after `now` at which a job that was due at `dueAt` is due again. Both are unix ms. */
export function nextDue({ everyMs, isAligned }: ScheduledJob, dueAt: number, now: number): number {
  const from = isAligned ? 0 : dueAt;
  return from + (Math.floor((now - from) / everyMs) + 1) * everyMs;
}

/** Its runs never overlap, not even those that several processes queued: jobs of one queue run one after the other. */
const enqueueRun = (
  db: Db,
  { task, priority }: Pick<ScheduledJob, 'task' | 'priority'>,
  at: Date,
  keepsRunAt = false,
) => enqueueJob(db, { task, payload: {}, key: task, queue: task, runAt: at, priority: priority ?? 0, keepsRunAt });

/**
 * Queues the next run of each job that has none: at the first start, after an upgrade, and when a job was lost. A run
 * that is queued already keeps its time, so that a start doubles none.
 */
export async function enqueueScheduled({ db, clock }: ScheduleDependencies, jobs: readonly ScheduledJob[]) {
  const now = clock.now();
  for (const { task, everyMs } of jobs) {
    const at = new Date(now);
    const latest = new Date(now + everyMs);
    await sql`insert into scheduled_job (task, every_seconds, due_at)
      values (${task}, ${everyMs / 1_000}, least(${latest}::timestamptz, coalesce((select run_at from graphile_worker.jobs
        where key = ${task} and task_identifier = ${task} and attempts < max_attempts), ${at}::timestamptz)))
      on conflict (task) do update set every_seconds = excluded.every_seconds`.execute(db);
  }
  const names = jobs.map(({ task }) => task);
  // Former versions gave a job up after 25 failures; it would be counted as failed for ever.
  await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where key = any(${names}) and attempts >= max_attempts and locked_at is null having count(*) > 0`.execute(db);
  await sql`delete from scheduled_job where task <> all(${names})`.execute(db);
  const { rows } = await sql<{ task: string; due_at: Date }>`select task, due_at from scheduled_job s
    where not exists (select 1 from graphile_worker.jobs j where j.key = s.task and j.attempts < j.max_attempts)`.execute(
    db,
  );
  const lost = new Map(rows.map(({ task, due_at }) => [task, due_at]));
  for (const job of jobs) {
    const dueAt = lost.get(job.task);
    if (dueAt) await enqueueRun(db, job, dueAt, true);
  }
}

/** Lets a job run now, in the caller's transaction. */
export async function runSoon(db: Db, task: string, at: Date): Promise<void> {
  await sql`update scheduled_job set due_at = least(due_at, ${at}::timestamptz) where task = ${task}`.execute(db);
  await enqueueRun(db, { task }, at);
}

/** The tasks of the queue by name: each runs its job if it is due, notes how that ended, and queues the next run. */
export function scheduledTasks(dependencies: ScheduleDependencies, jobs: readonly ScheduledJob[]) {
  return Object.fromEntries(jobs.map((job): [string, JobTask] => [job.task, () => runDue(dependencies, job)]));
}

async function runDue({ db, clock, log }: ScheduleDependencies, job: ScheduledJob): Promise<void> {
  const dueAt = await begin(db, job.task, new Date(clock.now()));
  if (dueAt === null) return;
  let error: unknown;
  let hasFailed = false;
  try {
    await job.run();
  } catch (thrown) {
    error = thrown;
    hasFailed = true;
  }
  const now = clock.now();
  const next = new Date(nextDue(job, dueAt.getTime(), now));
  if (hasFailed) log.error('a scheduled job failed; it runs again at its usual time', { task: job.task, next, error });
  await db.transaction().execute(async (trx) => {
    await end(trx, job.task, { at: new Date(now), next, error: hasFailed ? textOf(error) : null });
    await enqueueRun(trx, job, next);
  });
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);

/**
 * Returns when the job was due; null when it is not yet, because a run of another process has taken its turn. The
 * database's clock counts too: the queue goes by it.
 */
async function begin(db: Db, task: string, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ due_at: Date }>`update scheduled_job set started_at = ${now}
    where task = ${task} and due_at <= greatest(${now}::timestamptz, clock_timestamp()) returning due_at`.execute(db);
  return rows[0]?.due_at ?? null;
}

async function end(
  db: Db,
  task: string,
  { at, next, error }: { readonly at: Date; readonly next: Date; readonly error: string | null },
): Promise<void> {
  if (error === null)
    await sql`update scheduled_job set due_at = ${next}, succeeded_at = ${at}, failures = 0, error = ''
      where task = ${task}`.execute(db);
  else
    await sql`update scheduled_job set due_at = ${next}, failed_at = ${at}, failures = failures + 1, error = ${error}
      where task = ${task}`.execute(db);
}
