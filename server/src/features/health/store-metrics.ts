import type pg from 'pg';
import { estimateRows } from '../../platform/store-citus.ts';

/** Metrics read from the database with statements that use indexes and small tables only. */
export interface StoredMetrics {
  readonly database_bytes: number;
  readonly mails_queued: number;
  readonly mail_oldest_seconds: number;
  readonly mails_failed_day: number;
  readonly webhooks_queued: number;
  /** Age of the oldest delivery to a webhook that waits. */
  readonly webhook_oldest_seconds: number;
  readonly webhooks_failed_day: number;
  readonly hours_owed: number;
  readonly history_lag_seconds: number;
  /** Age of the oldest transaction of this database that prevents finished hours from being written. */
  readonly history_held_seconds: number;
  readonly late_frames: number;
  /** Pieces of a restored backup that are still to come back, and those of them that could not be read. */
  readonly history_pieces_missing: number;
  readonly history_pieces_unreadable: number;
  readonly jobs_failed: number;
  readonly jobs_late_seconds: number;
  /** The jobs that run at fixed intervals, by task. */
  readonly scheduled: Readonly<Record<string, ScheduledMetrics>>;
  readonly backups_made: number;
  /** Age of the newest backup; of the installation while there is none. */
  readonly backup_age_seconds: number;
  /** Claimed edges, of sites that are not removed. */
  readonly edges_claimed: number;
  /** Heard within 30 s, and for longer not. */
  readonly edges_connected: number;
  readonly edges_silent: number;
  /** Of those that are connected: */
  readonly edges_full: number;
  readonly edge_oldest_record_seconds: number;
  /** Time since the contact with the edge that was heard last of all; 0 without edges. */
  readonly edge_last_contact_seconds: number;
  readonly edge_queue_records: number;
  /** Records that the portal refused for good, since the start of each edge. */
  readonly edge_refused_records: number;
  /** Items of devices that were not the edge's own at their time, refused since each edge was added. */
  readonly edge_refused_items: number;
}

/** How a job that runs at a fixed interval stands. Times in unix seconds; null: never. */
export interface ScheduledMetrics {
  readonly every_seconds: number;
  readonly due_at: number;
  /** Time since it was due and did not end; 0 before it is due. */
  readonly late_seconds: number;
  readonly succeeded_at: number | null;
  readonly failed_at: number | null;
  /** Runs that failed since the last one that did not. */
  readonly failures: number;
  /** Why the last run failed; empty when it did not. */
  readonly error: string;
  /** It did not run for three of its intervals and ten minutes, or a run takes longer than six hours. */
  readonly is_late: boolean;
}

/** `$1`: now, unix ms. */
const scheduledJson = `(select coalesce(jsonb_object_agg(task, to_jsonb(s) - 'task'), '{}') from (select task, every_seconds,
    extract(epoch from due_at)::float8 as due_at,
    greatest(0, extract(epoch from to_timestamp($1 / 1000.0) - due_at))::float8 as late_seconds,
    extract(epoch from succeeded_at)::float8 as succeeded_at, extract(epoch from failed_at)::float8 as failed_at,
    failures, error,
    due_at + make_interval(secs => 3 * every_seconds + 600) < to_timestamp($1 / 1000.0)
      and (started_at is null or started_at <= greatest(succeeded_at, failed_at)
        or started_at < to_timestamp($1 / 1000.0) - interval '6 hours') as is_late
  from scheduled_job) as s)`;

export async function readStoredMetrics(pool: pg.Pool, now: number): Promise<StoredMetrics> {
  const { rows } = await pool.query<Omit<StoredMetrics, 'late_frames'>>(
    `select pg_database_size(current_database())::float8 as database_bytes,
       (select count(*) from mail where state in ('pending', 'sending'))::float8 as mails_queued,
       (select coalesce(extract(epoch from to_timestamp($1 / 1000.0) - min(created_at)), 0) from mail
        where state in ('pending', 'sending'))::float8 as mail_oldest_seconds,
       (select count(*) from mail where state = 'failed'
          and created_at > to_timestamp($1 / 1000.0) - interval '1 day')::float8 as mails_failed_day,
       (select count(*) from webhook_delivery where state in ('pending', 'sending'))::float8 as webhooks_queued,
       (select coalesce(extract(epoch from to_timestamp($1 / 1000.0) - min(created_at)), 0) from webhook_delivery
        where state in ('pending', 'sending'))::float8 as webhook_oldest_seconds,
       (select count(*) from webhook_delivery where state = 'failed'
          and ended_at > to_timestamp($1 / 1000.0) - interval '1 day')::float8 as webhooks_failed_day,
       pending.hours::float8 as hours_owed,
       greatest(0, ($1 - pending.oldest) / 1000.0)::float8 as history_lag_seconds,
       (select coalesce(max(extract(epoch from clock_timestamp() - a.xact_start)), 0)
        from pg_stat_activity a, history_closed
        where a.datname = current_database() and age(a.backend_xid) > age(closed_by::xid))::float8
         as history_held_seconds,
       (select count(*) from graphile_worker.jobs where attempts >= max_attempts)::float8 as jobs_failed,
       (select coalesce(extract(epoch from to_timestamp($1 / 1000.0) - min(run_at)), 0) from graphile_worker.jobs
        where attempts < max_attempts and locked_at is null and run_at < to_timestamp($1 / 1000.0))::float8
         as jobs_late_seconds,
       ${scheduledJson} as scheduled,
       (select count(*) from history_piece)::float8 as history_pieces_missing,
       (select count(problem) from history_piece)::float8 as history_pieces_unreadable,
       (select count(*) from backup_record)::float8 as backups_made,
       greatest(0, extract(epoch from to_timestamp($1 / 1000.0) - coalesce((select max(created_at) from backup_record),
         (select min(applied_at) from migration))))::float8 as backup_age_seconds,
       edges.*
     -- An hour waits since it was over or its first late frame came, and never since before there was a portal.
     from (select count(*) as hours, coalesce(greatest(min(coalesce(case late_first when 0 then late_last else late_first end, t0 + 3600000)),
             (select extract(epoch from min(applied_at)) * 1000 from migration)), $1) as oldest
           from pending_hour, history_closed where t0 + 3600000 <= closed_until) as pending,
       (select count(*)::float8 as edges_claimed,
          (count(*) filter (where age <= 30))::float8 as edges_connected,
          (count(*) filter (where age > 30))::float8 as edges_silent,
          (count(*) filter (where age <= 30 and (health->>'is_full')::boolean))::float8 as edges_full,
          coalesce(max(age), 0)::float8 as edge_last_contact_seconds,
          coalesce(sum((health->>'queue_records')::bigint), 0)::float8 as edge_queue_records,
          greatest(0, ($1 - min((health->>'oldest_at')::bigint) filter (where age <= 30)) / 1000.0)::float8
            as edge_oldest_record_seconds,
          coalesce(sum((health->>'refused_records')::bigint), 0)::float8 as edge_refused_records,
          coalesce(sum(refused_items), 0)::float8 as edge_refused_items
        from (select e.health, e.refused_items,
                greatest(0, extract(epoch from to_timestamp($1 / 1000.0) - coalesce(e.seen_at, e.claimed_at))) as age
              from edge e join site s on s.id = e.site_id join client c on c.id = s.client_id
              where e.claimed_at is not null and s.removed_at is null and c.removed_at is null) as claimed) as edges`,
    [now],
  );
  const [metrics] = rows;
  if (!metrics) throw new Error('the database returned no metrics');
  const { rows: sampled } = await pool.query<{ n: number }>(
    'select coalesce(avg(n), 0)::float8 as n from (select n from frame_bundle_late limit 100) as sampled',
  );
  const [alone, bundles] = [await estimateRows(pool, ['frame_late']), await estimateRows(pool, ['frame_bundle_late'])];
  return { ...metrics, late_frames: alone + bundles * (sampled[0]?.n ?? 0) };
}

/** Whether the database responds. */
export const answers = (pool: pg.Pool): Promise<boolean> =>
  pool.query('select 1').then(
    () => true,
    () => false,
  );
