import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { Logger, type Runner, run, type Task, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Clock } from './clock.ts';
import { type Database, type Db, openPool } from './db.ts';
import type { Log } from './log.ts';
import { makeRetrying } from './retrying-pool.ts';

/** Runs one queued job; if it throws, it is retried with growing delays. */
export type JobTask = (payload: unknown) => Promise<void>;

export interface PendingJob {
  readonly task: string;
  readonly payload: object;
  /** A job with this key replaces the one that is queued. */
  readonly key?: string;
  readonly runAt?: Date;
  /** A job already queued under the same key keeps its time. */
  readonly keepsRunAt?: boolean;
  /** Lower runs first; default 0. */
  readonly priority?: number;
  /** Jobs of one queue run one after the other. */
  readonly queue?: string;
  readonly maxAttempts?: number;
}

/** Enqueues a job in the caller's transaction: it runs only if that commits. */
export const enqueueJob = async (db: Db, job: PendingJob): Promise<void> => {
  await sql`select graphile_worker.add_job(${job.task}::text, payload => ${JSON.stringify(job.payload)}::json,
    queue_name => ${job.queue ?? null}::text, run_at => ${job.runAt ?? null}::timestamptz,
    max_attempts => ${job.maxAttempts ?? 25}::int, job_key => ${job.key ?? null}::text,
    priority => ${job.priority ?? 0}::int,
    job_key_mode => ${job.keepsRunAt ? 'preserve_run_at' : 'replace'}::text)`.execute(db);
};

export interface Jobs {
  /** Resolves once jobs run as soon as they come. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface JobsDependencies {
  readonly address: Database['address'];
  readonly clock: Clock;
  readonly log: Log;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  readonly concurrency?: number;
  /** Size of its pool: one connection listens, the others take and end jobs, so fewer than `concurrency` suffice. */
  readonly connections?: number;
  readonly tasks: Readonly<Record<string, JobTask>>;
  /** How often each worker looks for jobs of which it was not notified. */
  readonly pollMs?: number;
  /** Whether its jobs come in queues. */
  readonly hasQueues?: boolean;
}

const recheckMs = 30_000;
const defaultPollMs = 2_000;
/**
 * The library locks every free queue while it looks for a job, so two looks at the same moment, of any two pools, may both
 * find nothing; and it frees the queue of a job after the worker has looked for the next one. Without another look such a
 * job waits for the poll.
 */
const lookAgainMs = [20, 100, 500] as const;

/**
 * Runs queued jobs from PostgreSQL. A process that dies leaves its jobs locked; they are freed at the next start, and
 * by any other process within a minute: a pool without connections in pg_stat_activity is dead.
 */
export const createJobs = ({
  address,
  clock,
  log,
  name,
  concurrency = 4,
  connections = Math.max(4, concurrency),
  tasks,
  pollMs,
  hasQueues,
}: JobsDependencies): Jobs => {
  const application = `tocsin ${name} ${randomBytes(4).toString('hex')}`;
  let pool: pg.Pool | undefined;
  let runner: Runner | undefined;
  let stopTimer = () => {};
  let absent: ReadonlySet<string> = new Set();

  const deadPools = async (p: pg.Pool): Promise<Set<string>> => {
    const { rows } = await p.query<{ id: string }>(
      // A pool without its row has just started, or died while starting.
      `select distinct j.locked_by as id from graphile_worker.jobs j left join job_pool o on o.pool_id = j.locked_by
       where j.locked_by is not null and (o.pool_id is not null or j.locked_at < now() - interval '1 minute')
         and not exists (select 1 from pg_stat_activity a
           where a.datname = current_database() and a.application_name = o.application_name)`,
    );
    return new Set(rows.map((row) => row.id));
  };
  const free = async (p: pg.Pool, ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    await p.query('select graphile_worker.force_unlock_workers($1::text[])', [ids]);
    await p.query('delete from job_pool where pool_id = any($1)', [ids]);
    log.info('freed the jobs of a process that died', { pools: ids.length });
  };
  const recheck = async (p: pg.Pool): Promise<void> => {
    try {
      const dead = await deadPools(p);
      // Absent twice: not just between two connections.
      await free(
        p,
        [...dead].filter((id) => absent.has(id)),
      );
      absent = dead;
    } catch (error) {
      log.warn('could not look for jobs of dead processes', { error });
    }
    if (pool) stopTimer = clock.after(recheckMs, () => void recheck(p));
  };

  return {
    async start() {
      const opened = openPool(address, log, {
        name: application,
        max: connections,
        statementTimeoutMs: 0,
      });
      const p = makeRetrying(opened, clock, () => pool !== opened);
      pool = p;
      await free(p, [...(await deadPools(p))]);
      const events: WorkerEvents = new EventEmitter();
      if (hasQueues) lookAgain(events, clock);
      // Of a job that comes before, only the poll would know.
      const isListening = new Promise<unknown>((resolve) => {
        // Emitted just before the library sends LISTEN: this query follows it on the same connection.
        events.once('pool:listen:success', ({ client }) => {
          queueMicrotask(() => void client.query('select').then(resolve, resolve));
        });
        events.once('pool:release', resolve);
      });
      const known = new Promise<void>((resolve, reject) => {
        events.once('pool:create', ({ workerPool }) => {
          p.query('insert into job_pool (pool_id, application_name) values ($1, $2)', [
            workerPool.id,
            application,
          ]).then(() => resolve(), reject);
        });
      });
      runner = await run({
        pgPool: p,
        concurrency,
        pollInterval: pollMs ?? defaultPollMs,
        noHandleSignals: true,
        events,
        logger: loggerOf(log),
        taskList: Object.fromEntries(
          Object.entries(tasks).map(([task, work]): [string, Task] => [task, (payload) => work(payload)]),
        ),
        crontab: '',
      });
      await Promise.all([known, isListening]);
      stopTimer = clock.after(recheckMs, () => void recheck(p));
    },
    async stop() {
      stopTimer();
      const p = pool;
      pool = undefined;
      await runner?.stop();
      runner = undefined;
      await p?.query('delete from job_pool where application_name = $1', [application]).catch(() => {});
      await p?.end();
    },
  };
};

/** Has an idle worker look again after a job of a queue came or ended. */
function lookAgain(events: WorkerEvents, clock: Clock): void {
  const workers = new Set<{ nudge(): boolean }>();
  const waiting = new Set<number>();
  events.on('worker:create', ({ worker }) => workers.add(worker));
  events.on('worker:release', ({ worker }) => workers.delete(worker));
  const later = (): void => {
    for (const ms of lookAgainMs) {
      if (waiting.has(ms)) continue;
      waiting.add(ms);
      clock.after(ms, () => {
        waiting.delete(ms);
        for (const worker of workers) if (worker.nudge()) return;
      });
    }
  };
  events.on('pool:listen:notification', ({ message }) => {
    if (message.channel === 'jobs:insert') later();
  });
  events.on('job:complete', ({ job }) => {
    if (job.job_queue_id !== null) later();
  });
}

const loggerOf = (log: Log): Logger =>
  new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error(message, { error: meta?.error });
    else if (level === 'warning') log.warn(message);
  });
